import { Modal, Skeleton, Text } from '@mantine/core'
import type { Form } from '../../../api_types/forms.ts'
import type { DeletedSubmission } from '../../../api_types/submissions.ts'
import { ApiError } from '../../api/api_error.ts'
import { deletedFilePath, useDeletedSubmission } from '../../api/submission_bin.ts'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { dateTime } from '../../design/time.ts'
import { SubmissionAnswers } from './submission_answers.tsx'

/** A submission of the bin, to be read only. One that is closed stays until it is out of sight. */
export function DeletedSubmissionDialog(props: {
  form: Form
  item: DeletedSubmission | undefined
  opened: boolean
  onClose: () => void
}) {
  const { form, item } = props
  const query = useDeletedSubmission(form, props.opened && item ? item.id : null)
  // restored or deleted for good by somebody else meanwhile
  const gone = query.error instanceof ApiError && query.error.status === 404
  const data = gone ? undefined : query.data
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={<bdi>{item && (item.title ?? dateTime(item.received_at))}</bdi>}
      closeButtonProps={{ 'aria-label': 'Close submission' }}
    >
      {item && (
        <Text size="sm" c="dimmed" mb="md">
          {`Received ${dateTime(item.received_at)}`}
          {data && ` · Version\u00a0${data.version}`}
        </Text>
      )}
      {gone && <Text role="status">{query.error?.message}</Text>}
      {query.error && !gone && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && props.opened && (
        <DelayedFallback>
          <Skeleton h={16} w="40%" mb="sm" />
          <Skeleton h={20} mb="lg" />
        </DelayedFallback>
      )}
      {data && item && (
        <SubmissionAnswers data={data} fileUrl={(file) => deletedFilePath(form, item.id, file)} />
      )}
    </Modal>
  )
}
