import { Badge } from '@mantine/core'
import type { MailState } from '../../../api_types/instance.ts'

/** How mails stand, in a word. */
export const STATES: Record<MailState, { label: string; color: string }> = {
  waiting: { label: 'Waiting', color: 'amber' },
  sent: { label: 'Sent', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
}

/** How a mail stands. */
export function MailStateBadge(props: { state: MailState }) {
  const { label, color } = STATES[props.state]
  return (
    <Badge color={color} variant="light" tt="none" radius="sm">
      {label}
    </Badge>
  )
}
