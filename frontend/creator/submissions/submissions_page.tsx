import { Button, Skeleton, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconArrowUp, IconSearch, IconTrash, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import type { Filter } from '../../../api_types/submissions.ts'
import { useSubmissionRows } from '../../api/submission_rows.ts'
import { useDeleteSubmissions, useSubmission } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { toast } from '../../design/toasts.tsx'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { ExportButton } from './export_button.tsx'
import { withWidth } from './column_layout.ts'
import { ColumnsButton } from './columns_button.tsx'
import { ScanProgress } from './scan_progress.tsx'
import { useFilterFields } from './filter_fields.ts'
import { FilterButton, Filters, type Editing } from './filters.tsx'
import { NoSubmissions } from './no_submissions.tsx'
import { SubmissionPanel } from './submission_panel.tsx'
import classes from './submissions_page.module.css'
import { SubmissionsTable } from './submissions_table.tsx'
import { useSubmissionKeys } from './submission_keys.ts'
import { useColumns } from './use_columns.ts'
import { useDrawing } from './use_drawing.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** The answers of one form: a table that searches, narrows and grows while it is looked at, and one of them in full. */
export default function SubmissionsPage() {
  const form = useCurrentForm()
  usePageTitle(`Submissions · ${form.title}`)
  // What was searched, chosen and arranged for one form is nothing to the next.
  return <Submissions key={form.id} form={form} />
}

function Submissions(props: { form: Form }) {
  const { form } = props
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [filters, setFilters] = useState<readonly Filter[]>([])
  const view = useMemo(() => ({ search, filters }), [search, filters])
  const scroller = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const scrolled = useCallback(() => (scroller.current?.scrollTop ?? 0) > 8, [])
  const { query, rows, total, lookedBackTo, waiting, take, deleted } = useSubmissionRows(form, view, scrolled)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query

  const first = query.data?.pages[0]?.data
  const { placed, shown, layout, setLayout } = useColumns(form.id, first?.columns)
  const drawing = useDrawing(form.slug, query.data?.pages)
  const [selected, setSelected] = useState<ReadonlySet<string>>(NOTHING)
  const chosen = useMemo(
    () => rows.filter((row) => selected.has(row.id)).map((row) => row.id),
    [rows, selected],
  )
  /** of how many rows the last ones are near */
  const [nearEnd, setNearEnd] = useState<number | null>(null)
  const [stopped, setStopped] = useState(false)
  useEffect(() => {
    setSelected(NOTHING)
    setStopped(false)
  }, [view])
  const remove = useDeleteSubmissions(form)
  const [deleting, dialog] = useDisclosure(false)

  const [params, setParams] = useSearchParams()
  const opened = params.get('submission')
  const open = useCallback(
    (id: string | null) =>
      setParams(
        (before) => {
          if (id === null) before.delete('submission')
          else before.set('submission', id)
          return before
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const at = opened === null ? -1 : rows.findIndex((row) => row.id === opened)
  const onWidth = useCallback(
    (id: string, width: number | undefined) => setLayout((before) => withWidth(before, id, width)),
    [setLayout],
  )
  // Of one that is not among these rows, the form knows its neighbours.
  const alone = useSubmission(form.slug, opened !== null && at < 0 && !deleted.has(opened) ? opened : null)
  const to = (id: string | null | undefined) => (id ? () => open(id) : undefined)
  const next = to(at >= 0 ? rows[at + 1]?.id : alone.data?.older)
  const previous = to(at >= 0 ? rows[at - 1]?.id : alone.data?.newer)
  const close = useCallback(() => {
    open(null)
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`)
    ;(row ?? scroller.current)?.focus({ preventScroll: true })
  }, [open, at])
  useSubmissionKeys({
    opened: opened !== null,
    next,
    previous,
    close,
    search: () => searchBox.current?.focus(),
  })
  const openedLast = at >= 0 && at >= rows.length - 5
  const goesOn = (nearEnd !== null || openedLast) && hasNextPage && !stopped && !isFetchNextPageError
  useEffect(() => {
    // Rows that just came may have put the end out of sight.
    const sure = openedLast || nearEnd === rows.length
    if (goesOn && sure && !isFetching) void fetchNextPage()
  }, [goesOn, openedLast, nearEnd, rows.length, isFetching, fetchNextPage])

  const fields = useFilterFields(first)
  const [editing, setEditing] = useState<Editing>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const narrowed = search !== '' || filters.length > 0
  const empty = first !== undefined && !narrowed && rows.length === 0
  const looking = narrowed && lookedBackTo !== null && !query.isPlaceholderData

  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <VisuallyHidden>
        <h1>Submissions</h1>
      </VisuallyHidden>
      {empty && !isFetching ? (
        <NoSubmissions form={form} />
      ) : (
        <>
          <div className={classes.tools}>
            <TextInput
              ref={searchBox}
              type="search"
              aria-label="Search all answers"
              placeholder="Search all answers"
              leftSection={<IconSearch size={16} stroke={1.5} />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              flex="1 1 180px"
              maw={320}
            />
            <FilterButton
              ref={filterButton}
              disabled={fields.length === 0}
              opened={editing === 'new'}
              onClick={() => setEditing(editing === 'new' ? null : 'new')}
            />
            <ColumnsButton placed={placed} layout={layout} onChange={setLayout} />
            <Text className={`${classes.count} fw-numbers`} c="dimmed" role="status">
              {query.isPlaceholderData || (looking && goesOn)
                ? 'Searching'
                : first && countOf(rows.length, total, narrowed)}
            </Text>
            <ExportButton
              form={form}
              view={view}
              total={total}
              zipped={first?.columns.some(({ counts }) => counts === 'items') ?? false}
            />
          </div>
          <Filters
            fields={fields}
            filters={filters}
            editing={editing}
            onChange={setFilters}
            onEdit={(next) => {
              setEditing(next)
              if (next === null) filterButton.current?.focus()
            }}
          />
          {looking && (goesOn || stopped) && (
            <ScanProgress
              found={rows.length}
              backTo={lookedBackTo}
              stopped={stopped}
              onStop={() => setStopped(true)}
              onGoOn={() => setStopped(false)}
            />
          )}
          {first?.limited && (
            <Text className={classes.notes} size="xs" c="dimmed">
              With fewer than 3 letters only the newest 10,000 submissions are searched.
            </Text>
          )}
          {chosen.length > 0 && (
            <div className={classes.notes}>
              <Text role="status">{chosen.length.toLocaleString()} selected</Text>
              {may(form.role, 'editor') && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconTrash size={14} stroke={1.5} />}
                  onClick={dialog.open}
                >
                  Delete
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconX size={14} stroke={1.5} />}
                onClick={() => setSelected(NOTHING)}
              >
                Clear selection
              </Button>
            </div>
          )}
          <div className={classes.content}>
            <div className={classes.rows}>
              {waiting > 0 && (
                <Button
                  className={classes.arrived}
                  size="xs"
                  radius="xl"
                  leftSection={<IconArrowUp size={14} stroke={1.5} />}
                  onClick={() => {
                    take()
                    scroller.current?.scrollTo({ top: 0 })
                  }}
                >
                  {waiting.toLocaleString()} new
                </Button>
              )}
              {query.error && !first && (
                <div className={classes.failed}>
                  <ErrorState error={query.error} retry={() => void query.refetch()} />
                </div>
              )}
              {query.isPending && !query.error && (
                <DelayedFallback>
                  <div className={classes.loading}>
                    <Skeleton h={360} />
                  </div>
                </DelayedFallback>
              )}
              {first && (
                <SubmissionsTable
                  scroller={scroller}
                  columns={shown}
                  rows={rows}
                  drawing={drawing}
                  total={total ?? (hasNextPage ? null : rows.length)}
                  opened={opened}
                  selected={selected}
                  onOpen={open}
                  onSelect={setSelected}
                  onNearEnd={setNearEnd}
                  onWidth={onWidth}
                />
              )}
              {first && rows.length === 0 && !isFetching && !hasNextPage && (
                <div className={classes.none}>
                  <Text c="dimmed" role="status">
                    No submission matches.
                  </Text>
                  <Button
                    variant="default"
                    size="compact-sm"
                    mt={8}
                    onClick={() => {
                      setTyped('')
                      setFilters([])
                    }}
                  >
                    Show all
                  </Button>
                </div>
              )}
              {isFetchNextPageError && (
                <div className={classes.cut}>
                  <Text role="alert">More rows could not be loaded.</Text>
                  <Button variant="default" size="compact-sm" onClick={() => void fetchNextPage()}>
                    Try again
                  </Button>
                </div>
              )}
            </div>
            {opened !== null && (
              <SubmissionPanel
                form={form}
                id={opened}
                deleted={deleted.has(opened)}
                onNext={next}
                onPrevious={previous}
                onClose={close}
                onDeleted={next ?? previous ?? close}
              />
            )}
          </div>
        </>
      )}
      <Confirm
        opened={deleting}
        onClose={dialog.close}
        title={
          chosen.length === 1
            ? 'Delete 1 submission?'
            : `Delete ${chosen.length.toLocaleString()} submissions?`
        }
        action={chosen.length === 1 ? 'Delete submission' : 'Delete submissions'}
        onConfirm={() =>
          remove.mutateAsync(chosen).then(() => {
            setSelected(NOTHING)
            toast.success(
              chosen.length === 1 ? '1 submission is deleted.' : `${chosen.length} submissions are deleted.`,
            )
          }, toast.failure)
        }
      >
        Their answers and files are removed for good. Deliveries that wait are cancelled.
      </Confirm>
    </main>
  )
}

/** How many there are, as far as that is known. */
function countOf(rows: number, total: number | null, narrowed: boolean): string {
  const count = total === null ? `${rows.toLocaleString()}+` : total.toLocaleString()
  if (narrowed) return `${count} found`
  return `${count} ${total === 1 ? 'submission' : 'submissions'}`
}
