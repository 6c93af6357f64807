import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { Link, useMatch } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { useSubmissionBin } from '../../api/submission_bin.ts'
import { useSubmissionRows } from '../../api/submission_rows.ts'
import { useSummary } from '../../api/summary.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { useUnsaved } from '../../design/unsaved.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { NoSubmissions } from './no_submissions.tsx'
import classes from './submissions_page.module.css'
import { countedWords, SummaryView } from './summary/summary_view.tsx'
import { TableView, useTable } from './table_view.tsx'
import { useView } from './use_view.ts'
import { ViewTools } from './view_tools.tsx'

/** The answers of one form: a table that searches, narrows and grows while it is looked at, or what they say together. */
export default function SubmissionsPage() {
  const form = useCurrentForm()
  const summary = useMatch('/forms/:slug/show/submissions/summary') !== null
  usePageTitle(`${summary ? 'Summary' : 'Submissions'} · ${form.title}`)
  // What was searched, chosen and arranged for one form is nothing to the next.
  return <Submissions key={form.id} form={form} summary={summary} />
}

function Submissions(props: { form: Form; summary: boolean }) {
  const { form, summary } = props
  const narrowing = useView()
  const { view, narrowed } = narrowing
  const scroller = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const scrolled = useCallback(() => (scroller.current?.scrollTop ?? 0) > 8, [])
  const list = useSubmissionRows(form, view, scrolled)
  const { query, rows } = list
  const first = query.data?.pages[0]?.data
  // deleted rows leave the loaded pages at once: there may be more
  // answers of the last one that are being edited stay where they are
  const unsaved = useUnsaved()
  const none = first && !narrowed && rows.length === 0 && !query.hasNextPage && !query.isFetching
  const empty = none && !unsaved
  const table = useTable({ form, narrowing, list, scroller, searchBox })
  const counted = useSummary(form, view, summary)
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <VisuallyHidden>
        <h1>{summary ? 'Summary' : 'Submissions'}</h1>
      </VisuallyHidden>
      {empty ? (
        <>
          <NoSubmissions form={form} />
          <DeletedOnes form={form} />
        </>
      ) : (
        <>
          <ViewTools
            form={form}
            searchBox={searchBox}
            narrowing={narrowing}
            arranged={summary ? undefined : table.arranged}
            first={first}
            count={summary ? countedWords(counted, list.total) : table.count}
            total={list.total}
          />
          {first?.limited && (
            <Text className={classes.notes} size="xs" c="dimmed">
              With fewer than 3 letters, only the newest 10,000 submissions are searched.
            </Text>
          )}
          {summary ? (
            <SummaryView form={form} list={list} counted={counted} onShowAll={narrowing.showAll} />
          ) : (
            <TableView
              form={form}
              list={list}
              table={table}
              scroller={scroller}
              onShowAll={narrowing.showAll}
            />
          )}
        </>
      )}
    </main>
  )
}

/** Where those are that were deleted, when no other is left. */
function DeletedOnes(props: { form: Form }) {
  const bin = useSubmissionBin(props.form)
  if (!bin.data?.pages.some(({ data }) => data.length > 0)) return null
  return (
    <Text ta="center">
      <Anchor component={Link} to="bin">
        Deleted submissions are in the bin
      </Anchor>
    </Text>
  )
}
