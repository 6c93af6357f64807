import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** Refusals that another try may not meet: somebody signed in, others let go of it, there is a turn again. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 409, 412, 423, 425, 429])

/** Whether the same may go better another time. What the server refuses as it was asked it refuses again. */
function mayPass(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status < 400 || status >= 500 || PASSING.has(status)
}

/** A part of a page that could not be loaded: why, and a way to try again where that can help. */
export function ErrorState(props: { error: unknown; retry?: () => void }) {
  const message = props.error instanceof Error ? props.error.message : 'Something went wrong. Try again.'
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={20} stroke={1.5} />} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{message}</Text>
        {props.retry && mayPass(props.error) && (
          <Button size="xs" variant="default" onClick={props.retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
