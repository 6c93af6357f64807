import { Button, Text } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import type { Form } from '../../../api_types/forms.ts'
import { useDeleteSubmissions } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { toast } from '../../design/toasts.tsx'
import { useUndoDeletion } from './use_undo_deletion.tsx'
import classes from './submissions_page.module.css'

/** How many rows are selected, and what can be done with them. */
export function SelectionBar(props: {
  form: Form
  chosen: readonly string[]
  onDelete: () => void
  onClear: () => void
}) {
  const { form, chosen } = props
  if (chosen.length === 0) return null
  return (
    <div className={classes.notes}>
      <Text role="status">{chosen.length.toLocaleString()} selected</Text>
      {may(form.role, 'editor') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTrash size={14} stroke={1.5} />}
          onClick={props.onDelete}
        >
          Delete
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} stroke={1.5} />}
        onClick={props.onClear}
      >
        Clear selection
      </Button>
    </div>
  )
}

/** Asks before the selected submissions are deleted. It outlives its rows: they go while it closes. */
export function DeleteSelected(props: {
  form: Form
  chosen: readonly string[]
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  const { chosen } = props
  const remove = useDeleteSubmissions(props.form)
  const undo = useUndoDeletion(props.form)
  const one = chosen.length === 1
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title={one ? 'Delete 1 submission?' : `Delete ${chosen.length.toLocaleString()} submissions?`}
      action={one ? 'Delete submission' : 'Delete submissions'}
      onConfirm={() =>
        remove.mutateAsync(chosen).then(() => {
          props.onDeleted()
          toast.success(
            one ? '1 submission deleted.' : `${chosen.length.toLocaleString()} submissions deleted.`,
            undo(chosen),
          )
        }, toast.failure)
      }
    >
      For 30 days {one ? 'it' : 'they'} can be restored from the bin, with files. Waiting deliveries are
      canceled.
    </Confirm>
  )
}
