import type { CreatorLayout } from '@formwright/kit/found'
import { boundLayout } from '../blocks/kinds.ts'
import { textAt } from '../blocks/text_path.ts'
import type { RowView } from '../draft/row_view.ts'
import { useEditor } from '../use_editor.ts'
import { LayoutView } from './block_view.tsx'
import { PageText } from './page_text.tsx'
import classes from './page.module.css'

/** The screen that the form begins with, and the button on it. */
export function WelcomeView(props: { row: RowView; plugin: CreatorLayout }) {
  const { content } = props.row
  const texts = boundLayout(useEditor().kinds, props.row.kind, content)?.texts ?? []
  const start = texts.find(({ role }) => role === 'start')?.path
  return (
    <>
      <div className="page-title">
        <LayoutView {...props} />
      </div>
      {start !== undefined && (
        <div className={classes.startButton}>
          <span className={classes.pageButton}>
            <PageText path={start} value={textAt(content, start)} />
          </span>
        </div>
      )}
    </>
  )
}
