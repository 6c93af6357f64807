import { Alert, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CopyField } from '../../design/copy_field.tsx'
import { dateTime } from '../../design/time.ts'

/** A signing secret, at the only moment it can be seen. */
export function SecretOnce(props: { secret: string; previousUntil?: string | null }) {
  return (
    <Stack gap="md">
      <Alert color="amber" variant="light" icon={<IconKey size={20} stroke={1.5} />}>
        Copy this secret now. It is not shown again, but you can create a new one at any time.
      </Alert>
      <CopyField
        label="Signing secret"
        description="Your receiver uses it to verify that deliveries come from this form."
        value={props.secret}
        autoFocus
      />
      {props.previousUntil && (
        <Text c="dimmed">The previous secret still signs too, until {dateTime(props.previousUntil)}.</Text>
      )}
    </Stack>
  )
}
