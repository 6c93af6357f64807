import type { BlockText } from '@formwright/kit/block_text'
import { boundLayout } from '../blocks/kinds.ts'
import { textAt } from '../blocks/text_path.ts'
import type { RowView } from '../draft/row_view.ts'
import { useEditor } from '../use_editor.ts'
import { PageText } from './page_text.tsx'
import classes from './page.module.css'

/** Where a page ends and the next begins: the button that leads there, and the page's title. */
export function PageBreakView(props: { row: RowView; page: number }) {
  const { content, kind } = props.row
  const texts = boundLayout(useEditor().kinds, kind, content)?.texts ?? []
  const pathOf = (role: BlockText['role']) => texts.find((text) => text.role === role)?.path
  const [next, title] = [pathOf('next'), pathOf('title')]
  return (
    <div>
      <div className={classes.pageButtons}>
        {next !== undefined && (
          <span className={classes.pageButton}>
            <PageText path={next} value={textAt(content, next)} />
          </span>
        )}
      </div>
      <p className={classes.pageNumber} data-tool>
        <span>Page {props.page}</span>
      </p>
      <div className={classes.pageTitle}>
        {title !== undefined && <PageText path={title} value={textAt(content, title)} as="h2" />}
      </div>
    </div>
  )
}
