import { useState } from 'react'
import type { DeletedSubmission } from '../../../api_types/submissions.ts'
import {
  useDeleteSubmissionsForGood,
  useEmptySubmissionBin,
  useRestoreSubmissions,
  useSubmissionBin,
} from '../../api/submission_bin.ts'
import { may } from '../../api/workspaces.ts'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import page from '../../design/page.module.css'
import { dateTime } from '../../design/time.ts'
import { EmptyBin } from '../forms/bin_actions.tsx'
import { BinList } from '../forms/bin_list.tsx'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { DeletedSubmissionDialog } from './deleted_submission_dialog.tsx'
import { SubmissionsTabs } from './submissions_tabs.tsx'
import classes from './submissions_page.module.css'

/** The submissions of a form that were deleted in the last thirty days: to be restored, or to be deleted for good. */
export default function SubmissionsBinPage() {
  const form = useCurrentForm()
  usePageTitle(`Bin · ${form.title}`)
  const query = useSubmissionBin(form)
  const restore = useRestoreSubmissions(form)
  const remove = useDeleteSubmissionsForGood(form)
  const empty = useEmptySubmissionBin(form)
  // one on its way out is still read for a moment
  const [shown, show] = useState<{ item?: DeletedSubmission; open: boolean }>({ open: false })
  const isEmpty = !query.data?.pages.some(({ data }) => data.length > 0)
  return (
    <main id="main" tabIndex={-1}>
      <div className={classes.tools}>
        <SubmissionsTabs form={form} />
      </div>
      <div className={page.page}>
        <PageHeader
          title="Bin"
          words="Deleted submissions stay here for 30 days. Then they are gone for good."
        >
          {may(form.role, 'admin') && !isEmpty && (
            <EmptyBin empty={(isWanted) => empty.mutateAsync(isWanted)}>
              Nobody can bring these submissions back. Their answers and files are removed within the hour.
            </EmptyBin>
          )}
        </PageHeader>
        <BinList
          query={query}
          role={form.role}
          onOpen={(item) => show({ item, open: true })}
          nameOf={(one: DeletedSubmission) => one.title ?? dateTime(one.received_at)}
          about={(one) => `Received ${dateTime(one.received_at)}`}
          kind={['submission', 'submissions']}
          lost={({ length }) =>
            `${length === 1 ? 'Its' : 'Their'} answers and files are removed within the hour.`
          }
          restore={(some) => restore.mutateAsync({ ids: some.map(({ id }) => id) })}
          remove={(some) => remove.mutateAsync(some.map(({ id }) => id))}
        >
          Submissions that are deleted can be restored from here.
        </BinList>
        <DeletedSubmissionDialog
          form={form}
          item={shown.item}
          opened={shown.open}
          onClose={() => show({ item: shown.item, open: false })}
        />
      </div>
    </main>
  )
}
