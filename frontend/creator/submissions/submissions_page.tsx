import { Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useCallback, useRef, type RefObject } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import { useSubmissionRows, type SubmissionRows } from '../../api/submission_rows.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { withWidth } from './column_layout.ts'
import { NoSubmissions } from './no_submissions.tsx'
import { RowsPane } from './rows_pane.tsx'
import { ScanProgress } from './scan_progress.tsx'
import { DeleteSelected, SelectionBar } from './selection_bar.tsx'
import { useSubmissionKeys } from './submission_keys.ts'
import { SubmissionPanel } from './submission_panel.tsx'
import classes from './submissions_page.module.css'
import { SubmissionsTable } from './submissions_table.tsx'
import { useColumns } from './use_columns.ts'
import { useDrawing } from './use_drawing.ts'
import { useFurtherRows } from './use_further_rows.ts'
import { useOpened } from './use_opened.ts'
import { useSelection } from './use_selection.ts'
import { useView } from './use_view.ts'
import { ViewTools } from './view_tools.tsx'

/** The answers of one form: a table that searches, narrows and grows while it is looked at, and one of them in full. */
export default function SubmissionsPage() {
  const form = useCurrentForm()
  usePageTitle(`Submissions · ${form.title}`)
  // What was searched, chosen and arranged for one form is nothing to the next.
  return <Submissions key={form.id} form={form} />
}

function Submissions(props: { form: Form }) {
  const { form } = props
  const narrowing = useView()
  const { view, narrowed } = narrowing
  const scroller = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const scrolled = useCallback(() => (scroller.current?.scrollTop ?? 0) > 8, [])
  const list = useSubmissionRows(form, view, scrolled)
  const { query, rows, total, lookedBackTo } = list
  const first = query.data?.pages[0]?.data
  const arranged = useColumns(form.id, first?.columns)
  const selection = useSelection(rows, view)
  const { chosen, clear } = selection
  const [deleting, dialog] = useDisclosure(false)
  const opened = useOpened(form.slug, list, scroller)
  const { next, previous, close } = opened
  const search = () => searchBox.current?.focus()
  useSubmissionKeys({ opened: opened.id !== null, next, previous, close, search })
  const { goesOn, stopped, setStopped, setNearEnd } = useFurtherRows(list, view, opened.at)
  const scanning = narrowed && lookedBackTo !== null && !query.isPlaceholderData
  const searching = query.isPlaceholderData || (scanning && goesOn)

  const empty = first && !narrowed && rows.length === 0 && !query.isFetching

  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <VisuallyHidden>
        <h1>Submissions</h1>
      </VisuallyHidden>
      {empty ? (
        <NoSubmissions form={form} />
      ) : (
        <>
          <ViewTools
            form={form}
            searchBox={searchBox}
            narrowing={narrowing}
            arranged={arranged}
            first={first}
            count={searching ? 'Searching' : first && countOf(rows.length, total, narrowed)}
            total={total}
          />
          {scanning && (goesOn || stopped) && (
            <ScanProgress found={rows.length} backTo={lookedBackTo} stopped={stopped} onStop={setStopped} />
          )}
          {first?.limited && (
            <Text className={classes.notes} size="xs" c="dimmed">
              With fewer than 3 letters, only the newest 10,000 submissions are searched.
            </Text>
          )}
          <SelectionBar form={form} chosen={chosen} onDelete={dialog.open} onClear={clear} />
          <TableAndPanel
            form={form}
            list={list}
            scroller={scroller}
            arranged={arranged}
            selection={selection}
            opened={opened}
            onNearEnd={setNearEnd}
            onShowAll={narrowing.showAll}
          />
        </>
      )}
      <DeleteSelected
        form={form}
        chosen={chosen}
        opened={deleting}
        onClose={dialog.close}
        onDeleted={clear}
      />
    </main>
  )
}

/** The table, and beside it the submission that is open. */
function TableAndPanel(props: {
  form: Form
  list: SubmissionRows
  scroller: RefObject<HTMLDivElement | null>
  arranged: ReturnType<typeof useColumns>
  selection: ReturnType<typeof useSelection>
  opened: ReturnType<typeof useOpened>
  onNearEnd: (rows: number | null) => void
  onShowAll: () => void
}) {
  const { form, list, scroller, arranged, selection, opened } = props
  const { data, hasNextPage } = list.query
  const { next, previous, close } = opened
  const drawing = useDrawing(form.slug, data?.pages)
  const { setLayout } = arranged
  const onWidth = useCallback(
    (id: string, width: number | undefined) => setLayout((before) => withWidth(before, id, width)),
    [setLayout],
  )
  return (
    <div className={classes.content}>
      <RowsPane list={list} scroller={scroller} onShowAll={props.onShowAll}>
        {data && (
          <SubmissionsTable
            scroller={scroller}
            columns={arranged.shown}
            rows={list.rows}
            drawing={drawing}
            total={list.total ?? (hasNextPage ? null : list.rows.length)}
            opened={opened.id}
            selected={selection.selected}
            onOpen={opened.open}
            onSelect={selection.setSelected}
            onNearEnd={props.onNearEnd}
            onWidth={onWidth}
          />
        )}
      </RowsPane>
      {opened.id !== null && (
        <SubmissionPanel
          form={form}
          id={opened.id}
          deleted={list.deleted.has(opened.id)}
          onNext={next}
          onPrevious={previous}
          onClose={close}
          onDeleted={next ?? previous ?? close}
        />
      )}
    </div>
  )
}

/** How many there are, as far as that is known. */
function countOf(rows: number, total: number | null, narrowed: boolean): string {
  const count = total === null ? `${rows.toLocaleString()}+` : total.toLocaleString()
  if (narrowed) return `${count} found`
  return `${count} ${total === 1 ? 'submission' : 'submissions'}`
}
