import { Button, Group, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useOneAtATime } from './one_at_a_time.ts'
import { useReturnFocus } from './return_focus.ts'

/** Asks before something that cannot be taken back, or is much. The question says what happens; the button repeats it. */
export function Confirm(props: {
  opened: boolean
  title: ReactNode
  children: ReactNode
  action: string
  /** nothing is lost by it: the button does not warn */
  harmless?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  useReturnFocus(props.opened)
  const go = useOneAtATime(async () => {
    // a dialog on its way out is still seen for a moment
    if (!props.opened) return
    setBusy(true)
    try {
      await props.onConfirm()
      props.onClose()
    } finally {
      setBusy(false)
    }
  })
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      returnFocus={false}
      title={props.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text component="div">{props.children}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button color={props.harmless ? undefined : 'red'} loading={busy} onClick={() => go()}>
          {props.action}
        </Button>
      </Group>
    </Modal>
  )
}
