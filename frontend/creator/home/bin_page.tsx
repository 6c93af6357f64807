import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DeletedForm } from '../../../api_types/forms.ts'
import { useBin, useDeleteForGood } from '../../api/bin.ts'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import { Ago } from '../../design/ago.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { focusPage } from '../../design/focus_page.ts'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import page from '../../design/page.module.css'
import { toast } from '../../design/toasts.tsx'
import { useRestore } from '../forms/use_restore.tsx'
import classes from './home_page.module.css'

/** The forms that were deleted in the last thirty days: to be restored, or to be deleted for good. */
export default function BinPage() {
  usePageTitle('Bin')
  const { current, error: workspacesError, refetch } = useWorkspaces()
  const query = useBin(current?.id)
  const forms = query.data?.pages.flatMap((one) => one.data)
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader
        title="Bin"
        words="Deleted forms stay here for 30 days. Then they are gone for good, with their submissions."
      >
        <Button component={Link} to="/home" variant="default">
          Back to forms
        </Button>
        {current && may(current.role, 'admin') && forms && forms.length > 0 && (
          <Empty workspaceId={current.id} />
        )}
      </PageHeader>
      {workspacesError && <ErrorState error={workspacesError} retry={() => void refetch()} />}
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && !workspacesError && (
        <DelayedFallback>
          <Stack gap="sm">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} h={40} />
            ))}
          </Stack>
        </DelayedFallback>
      )}
      {forms?.length === 0 && (
        <EmptyState title="The bin is empty" icon={<IconTrash size={40} stroke={1.5} />}>
          Forms that are deleted can be restored from here.
        </EmptyState>
      )}
      {current && forms && forms.length > 0 && (
        <ul className={classes.bin}>
          {forms.map((form) => (
            <li key={form.id}>
              <BinRow form={form} workspaceId={current.id} role={current.role} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </main>
  )
}

function BinRow(props: { form: DeletedForm; workspaceId: string; role: Parameters<typeof may>[0] }) {
  const { form, workspaceId, role } = props
  const [asking, dialog] = useDisclosure(false)
  const restore = useRestore(workspaceId, form, focusPage)
  const remove = useDeleteForGood()
  return (
    <>
      <div className={classes.binned}>
        <strong dir="auto">{form.title}</strong>
        <p>
          {submissionsIn(form.submissions)}, deleted <Ago at={form.deleted_at} />
          {form.deleted_by && (
            <>
              {' '}
              by <bdi>{form.deleted_by.name}</bdi>
            </>
          )}
          . Gone for good <Ago at={form.gone_at} />.
        </p>
      </div>
      <Group gap="sm" wrap="nowrap">
        {may(role, 'editor') && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.5} />}
            loading={restore.isPending}
            onClick={restore.begin}
            aria-label={`Restore ${form.title}`}
          >
            Restore
          </Button>
        )}
        {may(role, 'admin') && (
          <Button
            variant="subtle"
            color="red"
            onClick={dialog.open}
            aria-label={`Delete ${form.title} for good`}
          >
            Delete
          </Button>
        )}
      </Group>
      <Confirm
        opened={asking}
        onClose={dialog.close}
        title={
          <>
            Delete “<bdi>{form.title}</bdi>” for good?
          </>
        }
        action="Delete for good"
        onConfirm={async () => {
          try {
            await remove.mutateAsync({ workspaceId, id: form.id })
            focusPage()
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        Nobody can bring it back. {submissionsIn(form.submissions)} and their files are removed within the
        hour.
      </Confirm>
    </>
  )
}

/** Deletes everything that is in the bin. */
function Empty(props: { workspaceId: string }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteForGood()
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Empty bin
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Empty the bin?"
        action="Delete all for good"
        onConfirm={async () => {
          try {
            await remove.mutateAsync(props)
            focusPage()
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        Nobody can bring these forms back. Their submissions and files are removed within the hour.
      </Confirm>
    </>
  )
}

function submissionsIn(count: number): string {
  if (count === 0) return 'No submissions'
  return `${count.toLocaleString()} ${count === 1 ? 'submission' : 'submissions'}`
}
