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
          <EmptyBin empty={() => remove.mutateAsync({ workspaceId }).then(() => true)}>
            Nobody can bring these forms back. Their submissions and files are removed within the hour.
          </EmptyBin>
        )}
      </PageHeader>
      <BinList
        query={query}
        role={role}
        nameOf={nameAmong(query.data?.pages.flatMap(({ data }) => data) ?? [])}
        about={(form) => submissionsIn(form.submissions)}
        kind={['form', 'forms']}
        lost={lostWith}
        restore={(forms) => tryFourAtATime(forms, ({ id }) => restore.mutateAsync({ workspaceId, id }))}
        remove={(forms) => tryFourAtATime(forms, ({ id }) => remove.mutateAsync({ workspaceId, id }))}
      >
        Forms that are deleted can be restored from here.
      </BinList>
    </>
  )
}

/** What a form is called; with its address where another one is called the same. */
function nameAmong(forms: readonly DeletedForm[]): (form: DeletedForm) => string {
  const known = new Map<string, number>()
  for (const { title } of forms) known.set(title, (known.get(title) ?? 0) + 1)
  return ({ title, slug }) => (known.get(title) === 1 ? title : `${title} (${slug})`)
}

function lostWith(forms: readonly DeletedForm[]): string {
  const count = forms.reduce((sum, form) => sum + form.submissions, 0)
  if (count === 0) return `${forms.length === 1 ? 'It has' : 'They have'} no submissions.`
  return `${submissionsIn(count)} and ${count === 1 ? 'its' : 'their'} files are removed within the hour.`
}

function submissionsIn(count: number): string {
  if (count === 0) return 'No submissions'
  return `${count.toLocaleString()} ${count === 1 ? 'submission' : 'submissions'}`
}
