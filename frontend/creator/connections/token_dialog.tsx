import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { services } from 'virtual:plugins'
import { useConnections } from '../../api/connections.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { submits } from '../accounts/form_fields.ts'

/** Asks for a token of a service; it is kept once the service has taken it. */
export function TokenDialog(props: {
  workspaceId: string
  service: string
  onConnected: (id: string) => void
  onClose: () => void
}) {
  const { texts = {} } = services[props.service] ?? {}
  const { byToken } = useConnections(props.workspaceId)
  const [token, setToken] = useState('')
  useReturnFocus(true)
  const submit = useOneAtATime(async () => {
    try {
      const { id } = await byToken.mutateAsync({ service: props.service, token })
      props.onConnected(id)
      props.onClose()
    } catch {
      // said at the field
    }
  })
  return (
    <Modal
      opened
      onClose={props.onClose}
      returnFocus={false}
      title={`Connect ${texts.name ?? props.service}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submits(submit)} noValidate>
        <PasswordInput
          label={texts.token}
          description={texts['token.help']}
          autoComplete="off"
          data-autofocus
          value={token}
          error={byToken.error?.message}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={byToken.isPending} disabled={token.trim() === ''}>
            Connect
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
