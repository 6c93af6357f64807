import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { firstErrors } from '../../api/api_error.ts'
import { useCreateWorkspace, type Workspace } from '../../api/workspaces.ts'
import { textOf } from '../accounts/form_fields.ts'

/** Asks for the name of a new workspace and makes it. */
export function CreateWorkspace(props: {
  opened: boolean
  onClose: () => void
  onCreated: (workspace: Workspace) => void
}) {
  const create = useCreateWorkspace()
  const error = create.error ? (firstErrors(create.error).name ?? create.error.message) : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    create.mutate(textOf(event.currentTarget, 'name'), {
      onSuccess: (workspace) => {
        props.onClose()
        props.onCreated(workspace)
      },
    })
  }

  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title="New workspace"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="Forms and members of one workspace are apart from those of the others."
          name="name"
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={error}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={props.onClose}>
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
