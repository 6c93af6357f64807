import { textAt } from '../blocks/text_path.ts'
import type { RowView } from '../draft/store.ts'
import { PageText } from './page_text.tsx'
import classes from './page.module.css'

/** Where a page ends and the next begins: the button that leads there, and the page's title. */
export function PageBreakView(props: { row: RowView; page: number }) {
  const { content } = props.row
  return (
    <div>
      <div className={classes.pageButtons}>
        <span className={classes.pageButton}>
          <PageText path="nextLabel" value={textAt(content, 'nextLabel')} />
        </span>
      </div>
      <p className={classes.pageNumber} data-tool>
        <span>Page {props.page}</span>
      </p>
      <div className={classes.pageTitle}>
        <PageText path="title" value={textAt(content, 'title')} as="h2" />
      </div>
    </div>
  )
}
