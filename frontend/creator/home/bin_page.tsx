import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { DeletedForm } from '../../../api_types/forms.ts'
import { useBin, useDeleteForGood, useRestoreForm } from '../../api/bin.ts'
import { tryFourAtATime } from '../../api/four_at_a_time.ts'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import page from '../../design/page.module.css'
import { EmptyBin } from '../forms/bin_actions.tsx'
import { BinList } from '../forms/bin_list.tsx'

/** The forms that were deleted in the last thirty days: to be restored, or to be deleted for good. */
export default function BinPage() {
  usePageTitle('Bin')
  const { current, error, refetch } = useWorkspaces()
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {current && <FormsBin workspace={current} />}
    </main>
  )
}

function FormsBin(props: { workspace: { id: string; role: Parameters<typeof may>[0] } }) {
  const { id: workspaceId, role } = props.workspace
  const query = useBin(workspaceId)
  const restore = useRestoreForm()
  const remove = useDeleteForGood()
  const isEmpty = !query.data?.pages.some(({ data }) => data.length > 0)
  return (
    <>
      <PageHeader
        title="Bin"
        words="Deleted forms stay here for 30 days. Then they are gone for good, with their submissions."
      >
        <Button component={Link} to="/home" variant="default">
          Back to forms
        </Button>
        {may(role, 'admin') && !isEmpty && (
          <EmptyBin empty={() => remove.mutateAsync({ workspaceId })}>
            Nobody can bring these forms back. Their submissions and files are removed within the hour.
          </EmptyBin>
        )}
      </PageHeader>
      <BinList
        query={query}
        role={role}
        nameOf={(form: DeletedForm) => form.title}
        about={(form) => submissionsIn(form.submissions)}
        kind={['form', 'forms']}
        lost={(forms) => {
          const submissions = forms.reduce((sum, form) => sum + form.submissions, 0)
          return `${submissionsIn(submissions)} and their files are removed within the hour.`
        }}
        restore={(forms) => tryFourAtATime(forms, ({ id }) => restore.mutateAsync({ workspaceId, id }))}
        remove={(forms) => tryFourAtATime(forms, ({ id }) => remove.mutateAsync({ workspaceId, id }))}
      >
        Forms that are deleted can be restored from here.
      </BinList>
    </>
  )
}

function submissionsIn(count: number): string {
  if (count === 0) return 'No submissions'
  return `${count.toLocaleString()} ${count === 1 ? 'submission' : 'submissions'}`
}
