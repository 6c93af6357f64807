import { Badge, Group } from '@mantine/core'
import type { Integration } from '../../../api_types/integrations.ts'
import { deliveryCount } from './delivery_count.ts'
import { failingSince } from './failing.ts'

/** How an integration is doing, where it is not simply on. */
export function IntegrationStateBadge(props: { integration: Integration }) {
  const { integration } = props
  const { failed_deliveries: failed, unsure_deliveries: unsure } = integration
  return (
    <Group gap={4} wrap="nowrap">
      {!integration.known && <Tag color="red">Not installed</Tag>}
      {(integration.unread !== null || integration.secret_unread) && <Tag color="red">Cannot be read</Tag>}
      {!integration.enabled && <Tag color="gray">Off</Tag>}
      {integration.enabled && integration.paused && <Tag color="red">Paused</Tag>}
      {failingSince(integration) !== undefined && <Tag color="red">Failing</Tag>}
      {integration.enabled && integration.waits_since !== null && (
        <Tag color="amber">Waits for its connection</Tag>
      )}
      {unsure > 0 && <Tag color="amber">{deliveryCount(unsure)} without an answer</Tag>}
      {failed > 0 && <Tag color="amber">{deliveryCount(failed)} failed</Tag>}
    </Group>
  )
}

function Tag(props: { color: string; children: React.ReactNode }) {
  return (
    <Badge color={props.color} variant="light" tt="none" fw={500} radius="sm">
      {props.children}
    </Badge>
  )
}
