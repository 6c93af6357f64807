import type { Form } from '../../../api_types/forms.ts'
import { useDeleteForm } from '../../api/forms.ts'
import { Confirm } from '../../design/confirm.tsx'
import { toast } from '../../design/toasts.tsx'
import { useRestore } from './use_restore.tsx'

/** Asks whether a form is to be deleted, and deletes it. */
export function DeleteForm(props: {
  form: Form
  opened: boolean
  onClose: () => void
  onDeleted?: () => void
}) {
  const { form } = props
  const remove = useDeleteForm()
  const restore = useRestore(form.workspace_id, form)
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title={
        <>
          Delete “<bdi>{form.title}</bdi>”?
        </>
      }
      action="Delete form"
      onConfirm={async () => {
        try {
          await remove.mutateAsync(form.slug)
          toast.success(
            <>
              “<bdi>{form.title}</bdi>” is in the bin.
            </>,
            { label: 'Undo', click: restore },
          )
          props.onDeleted?.()
        } catch (error) {
          toast.failure(error)
        }
      }}
    >
      Its link stops working at once. For 30 days it can be restored from the bin, then it is gone for good.
      {form.submissions === 1 && ' Its submission goes with it.'}
      {form.submissions > 1 && ` Its ${form.submissions.toLocaleString()} submissions go with it.`}
    </Confirm>
  )
}
