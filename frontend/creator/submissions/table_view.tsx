import { useDisclosure } from '@mantine/hooks'
import { useCallback, useEffect, type RefObject } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import type { SubmissionRow } from '../../../api_types/submissions.ts'
import type { SubmissionRows } from '../../api/submission_rows.ts'
import type { SubmissionView } from '../../api/submissions.ts'
import { useSummary } from '../../api/summary.ts'
import { may } from '../../api/workspaces.ts'
import { withWidth } from './column_layout.ts'
import { CellFaults } from './cell_faults.tsx'
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
import type { useView } from './use_view.ts'

/** The table of a view as it is arranged, chosen from and read on. */
export function useTable(parts: {
  form: Form
  narrowing: ReturnType<typeof useView>
  list: SubmissionRows
  scroller: RefObject<HTMLDivElement | null>
  searchBox: RefObject<HTMLInputElement | null>
}) {
  const { form, list, scroller, searchBox } = parts
  const { view, narrowed } = parts.narrowing
  const { query, rows, total, lookedBackTo } = list
  const first = query.data?.pages[0]?.data
  const arranged = useColumns(form.id, first?.columns)
  const selection = useSelection(rows, view)
  const whole = useWhole({ form, view, list, chosen: selection.chosen })
  const opened = useOpened(form.slug, list, scroller)
  const { next, previous, close } = opened
  const search = () => searchBox.current?.focus()
  useSubmissionKeys({ opened: opened.id !== null, next, previous, close, search })
  const further = useFurtherRows(list, view, opened.at)
  const scanning = narrowed && lookedBackTo !== null && !query.isPlaceholderData
  const searching = query.isPlaceholderData || (scanning && further.goesOn)
  return {
    view,
    arranged,
    selection,
    whole,
    opened,
    further,
    scanning,
    /** how many rows there are, in words */
    count: searching ? 'Searching' : first && countOf(rows.length, total, narrowed),
  }
}

/**
 * How many match, where all that are loaded are chosen and there are more: `total` is null while it is not known. Null where
 * nothing more can be chosen.
 */
function useWhole(parts: {
  form: Form
  view: SubmissionView
  list: SubmissionRows
  chosen: readonly string[]
}): { total: number | null } | null {
  const { form, view, list, chosen } = parts
  const { data, hasNextPage, isPlaceholderData } = list.query
  const limited = data?.pages[0]?.data.limited ?? true
  const more = areAllChosen(list.rows, chosen) && hasNextPage && !isPlaceholderData
  const offered = more && !limited
  const counted = useSummary(form, view, offered && list.total === null)
  if (!offered) return null
  const known = counted.data?.complete && !counted.isPlaceholderData ? counted.data.submissions : null
  return { total: list.total ?? known }
}

/** Whether all that are loaded are chosen, but for those that came in since. */
function areAllChosen(rows: readonly SubmissionRow[], chosen: readonly string[]): boolean {
  const newest = rows.findIndex(({ id }) => id === chosen[0])
  return newest >= 0 && chosen.length === rows.length - newest
}

/** The submissions one by one, in a table, and one of them in full. */
export function TableView(props: {
  form: Form
  list: SubmissionRows
  table: ReturnType<typeof useTable>
  scroller: RefObject<HTMLDivElement | null>
  onShowAll: () => void
}) {
  const { form, list, table } = props
  const { arranged, selection, opened, scanning } = table
  const { chosen, matching, clear } = selection
  const { goesOn, stopped, setStopped, setNearEnd } = table.further
  const [deleting, dialog] = useDisclosure(false)
  // no end is near where no table is
  useEffect(() => () => setNearEnd(null), [setNearEnd])
  return (
    <>
      {scanning && list.lookedBackTo !== null && (goesOn || stopped) && (
        <ScanProgress
          found={list.rows.length}
          backTo={list.lookedBackTo}
          stopped={stopped}
          onStop={setStopped}
        />
      )}
      <CellFaults columns={arranged.shown} />
      <SelectionBar
        form={form}
        chosen={chosen}
        matching={matching}
        whole={matching ? null : table.whole}
        onSelectMatching={selection.selectMatching}
        onDelete={dialog.open}
        onClear={clear}
      />
      <TableAndPanel
        form={form}
        list={list}
        scroller={props.scroller}
        arranged={arranged}
        selection={selection}
        opened={opened}
        onNearEnd={setNearEnd}
        onShowAll={props.onShowAll}
      />
      <DeleteSelected
        form={form}
        view={table.view}
        ids={chosen}
        matching={matching}
        opened={deleting}
        onClose={dialog.close}
        onDeleted={clear}
        onLeft={selection.setLeft}
      />
    </>
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
            onSelect={may(form.role, 'editor') ? selection.setSelected : undefined}
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
