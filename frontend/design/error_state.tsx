import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** A part of a page that could not be loaded: why, and a way to try again. */
export function ErrorState(props: { error: unknown; retry?: () => void }) {
  const message = props.error instanceof Error ? props.error.message : 'Something went wrong. Try again.'
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={20} stroke={1.5} />} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{message}</Text>
        {props.retry && (
          <Button size="xs" variant="default" onClick={props.retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
