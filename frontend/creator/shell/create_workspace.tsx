import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { Workspace } from '../../../api_types/workspaces.ts'
import { firstErrors } from '../../api/api_error.ts'
import { useCreateWorkspace } from '../../api/workspaces.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { focusFirstError, submits, textOf } from '../accounts/form_fields.ts'

/** Asks for the name of a new workspace and makes it. */
export function CreateWorkspace(props: {
  opened: boolean
  onClose: () => void
  onCreated: (workspace: Workspace) => void
}) {
  const create = useCreateWorkspace()
  useReturnFocus(props.opened)
  const error = create.error ? (firstErrors(create.error).name ?? create.error.message) : undefined

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    // a dialog on its way out is still seen for a moment
    if (!props.opened) return
    try {
      const workspace = await create.mutateAsync(textOf(form, 'name'))
      close()
      props.onCreated(workspace)
    } catch {
      focusFirstError(form, { name: '' })
    }
  })

  function close() {
    create.reset()
    props.onClose()
  }

  return (
    <Modal
      opened={props.opened}
      onClose={close}
      returnFocus={false}
      title="New workspace"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submits(submit)} noValidate>
        <TextInput
          label="Name"
          description="Each workspace has its own forms and members."
          name="name"
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={error}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create workspace
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
