import { Code, Stack, Text } from '@mantine/core'
import type { ConnectionService } from '../../../api_types/connections.ts'
import { CopyField } from '../../design/copy_field.tsx'

/** What the operator does before anybody can connect to a service. */
export function NotConfigured(props: { service: ConnectionService; name: string }) {
  const { settings = [], callback } = props.service
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        This server is not registered at {props.name} yet. Its operator registers it there with the address
        below, and sets{' '}
        {settings.map((name, index) => (
          <span key={name}>
            {index > 0 && ' and '}
            <Code>{name}</Code>
          </span>
        ))}
        .
      </Text>
      {callback !== undefined && <CopyField label={`Address for ${props.name}`} value={callback} />}
    </Stack>
  )
}
