import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Action {
  label: string
  click: () => void
  /** the message is no longer there */
  gone?: () => void
}

let shown = 0

function show(
  title: string | undefined,
  color: string,
  icon: ReactNode,
  message: ReactNode,
  action?: Action,
): () => void {
  const id = `toast-${(shown += 1)}`
  const body = action ? (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button
        flex="none"
        size="compact-sm"
        variant="default"
        onClick={() => {
          notifications.hide(id)
          action.click()
        }}
      >
        {action.label}
      </Button>
    </Group>
  ) : (
    message
  )
  notifications.show({
    id,
    title,
    color,
    icon,
    message: body,
    withAutoCloseProgress: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: action?.gone,
  })
  return () => notifications.hide(id)
}

/**
 * Short messages at the edge of the screen. They go by themselves after 10 seconds, not while pointed at. What went well
 * says so itself; over what did not stands that it did not. Each answers what takes it away.
 */
export const toast = {
  success: (message: ReactNode, action?: Action) =>
    show(undefined, 'green', <IconCheck size={18} stroke={1.5} />, message, action),
  error: (message: ReactNode, action?: Action) =>
    show('Error', 'red', <IconX size={18} stroke={1.5} />, message, action),
  warning: (message: ReactNode, action?: Action) =>
    show('Warning', 'amber', <IconAlertTriangle size={18} stroke={1.5} />, message, action),
  /** Says how far something is that takes a while, until it is over. */
  ongoing(message: string): { say: (message: string) => void; end: () => void } {
    const id = `toast-${(shown += 1)}`
    const data = (words: string) => ({
      ...{ id, message: words, loading: true, autoClose: false as const },
      withCloseButton: false,
    })
    notifications.show(data(message))
    return { say: (words) => notifications.update(data(words)), end: () => notifications.hide(id) }
  },
  /** Says why something failed, in the words of the error. */
  failure(error: unknown): void {
    toast.error(error instanceof Error ? error.message : 'Something went wrong. Try again.')
  },
}
