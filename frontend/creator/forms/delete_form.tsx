import type { Form } from '../../../api_types/forms.ts'
import { useDeleteForm } from '../../api/forms.ts'
import { Confirm } from '../../design/confirm.tsx'
import { toast } from '../../design/toasts.tsx'

/** Asks whether a form is to be deleted, and deletes it. */
export function DeleteForm(props: {
  form: Form
  opened: boolean
  onClose: () => void
  onDeleted?: () => void
}) {
  const { form } = props
  const remove = useDeleteForm()
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
              “<bdi>{form.title}</bdi>” is deleted.
            </>,
          )
          props.onDeleted?.()
        } catch (error) {
          toast.failure(error)
        }
      }}
    >
      A deleted form cannot be restored. Its link stops working at once.
      {form.submissions === 1 && ' Its submission goes with it.'}
      {form.submissions > 1 && ` Its ${form.submissions.toLocaleString()} submissions go with it.`}
    </Confirm>
  )
}
