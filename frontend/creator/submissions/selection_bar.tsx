import { Button, Text } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import { useDeleteSubmissions } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { toast } from '../../design/toasts.tsx'
import { useUndoDeletion } from './use_undo_deletion.tsx'
import classes from './submissions_page.module.css'

/** So many go so quickly that nobody reads how far it is. */
const MANY = 20

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

function deleted(count: number): string {
  return count === 1 ? '1 submission deleted.' : `${count.toLocaleString()} submissions deleted.`
}

/** Asks before the selected submissions are deleted. It outlives its rows: they go while it closes. */
export function DeleteSelected(props: {
  form: Form
  chosen: readonly string[]
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  const [going, setGoing] = useState<{ ids: readonly string[]; done: number; busy: boolean }>()
  const remove = useDeleteSubmissions(props.form, () =>
    setGoing((now) => now && { ...now, done: now.done + 1 }),
  )
  const undo = useUndoDeletion(props.form)
  // those that are gone by then are no longer among the chosen ones, and a dialog on its way out is still read
  const ids = going && (going.busy || !props.opened) ? going.ids : props.chosen
  const one = ids.length === 1
  const all = ids.length.toLocaleString()
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title={one ? 'Delete 1 submission?' : `Delete ${all} submissions?`}
      action={one ? 'Delete submission' : 'Delete submissions'}
      onConfirm={async () => {
        setGoing({ ids, done: 0, busy: true })
        try {
          const { gone, failure } = await remove.mutateAsync(ids)
          if (gone.length > 0) toast.success(deleted(gone.length), undo(gone))
          if (failure !== undefined) throw failure
          props.onDeleted()
        } catch (error) {
          toast.failure(error)
        } finally {
          setGoing((now) => now && { ...now, busy: false })
        }
      }}
    >
      For 30 days {one ? 'it' : 'they'} can be restored from the bin, with files. Waiting deliveries are
      canceled.
      {going?.busy && ids.length > MANY && (
        <Text
          mt="sm"
          c="dimmed"
          className="fw-numbers"
        >{`${going.done.toLocaleString()} of ${all} deleted`}</Text>
      )}
    </Confirm>
  )
}
