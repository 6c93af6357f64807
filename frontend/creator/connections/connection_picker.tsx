import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnected, IconPlugX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { services as known } from 'virtual:plugins'
import type { Connection } from '../../../api_types/connections.ts'
import type { Role } from '../../../api_types/workspaces.ts'
import { useConnections } from '../../api/connections.ts'
import { may } from '../../api/workspaces.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { useConnectWindow } from './connect_window.ts'
import { isBroken, UNREAD } from './broken.ts'
import { NotConfigured } from './not_configured.tsx'
import { TokenDialog } from './token_dialog.tsx'

/** Chooses a connection of a service, or makes one in a window of its own. */
export function ConnectionPicker(props: {
  workspaceId: string
  role: Role
  service: string
  value: string | null
  error?: string
  onChange: (id: string | null) => void
}) {
  const { workspaceId, service, value, onChange } = props
  const { query, refresh } = useConnections(workspaceId)
  const [asking, setAsking] = useState(false)
  const connected = (id: string) => {
    void refresh()
    onChange(id)
  }
  const { beginning, away, blocked, connect } = useConnectWindow(workspaceId, service, connected)
  const name = known[service]?.texts.name ?? service
  const found = query.data?.services.find(({ kind }) => kind === service)
  const connections = (query.data?.connections ?? []).filter((one) => one.service === service)
  const chosen = connections.find(({ id }) => id === value)
  const isAdmin = may(props.role, 'admin')

  // where there is one there is nothing to choose
  const only = connections.length === 1 ? connections[0]?.id : undefined
  const takeOnly = useEffectEvent(() => {
    if (only !== undefined && value === null) onChange(only)
  })
  useEffect(() => takeOnly(), [only])

  const open = (again?: string) => (found?.by === 'token' ? setAsking(true) : void connect(again))
  return (
    <Stack gap="xs">
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {connections.length > 0 && (
        <Select
          label={`${name} account`}
          data={connections.map(({ id, account }) => ({ value: id, label: account }))}
          value={chosen?.id ?? null}
          placeholder="Choose a connection"
          error={props.error}
          allowDeselect={false}
          onChange={onChange}
        />
      )}
      {query.data && connections.length === 0 && (
        <Text c={props.error === undefined ? undefined : 'var(--mantine-color-error)'}>
          {isAdmin || !found?.configured
            ? `${name} is not connected yet.`
            : `${name} is not connected yet. Ask an admin of this workspace.`}
        </Text>
      )}
      {chosen && isBroken(chosen) && <Lost name={name} unread={chosen.unread} isAdmin={isAdmin} />}
      {found?.fault && <Text size="sm">{found.fault}</Text>}
      {found?.configured === false && <NotConfigured service={found} name={name} />}
      {isAdmin && found?.configured && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            loading={beginning}
            leftSection={<IconPlugConnected size={14} stroke={1.5} />}
            onClick={() => open(chosen && isBroken(chosen) ? chosen.id : undefined)}
          >
            {connectWords(name, connections.length, chosen)}
          </Button>
        </Group>
      )}
      {away && <Away name={name} blocked={blocked} />}
      {asking && (
        <TokenDialog
          workspaceId={workspaceId}
          service={service}
          onConnected={connected}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  )
}

function connectWords(name: string, count: number, chosen: Connection | undefined): string {
  if (chosen && isBroken(chosen)) return 'Connect again'
  return count === 0 ? `Connect ${name}` : 'Connect another account'
}

/** Somebody is at the service, or on the way: in the window, or by a link where the browser opens none. */
function Away({ name, blocked }: { name: string; blocked: string | undefined }) {
  if (blocked === undefined) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Go on in the window that opened. What you typed here stays.
      </Text>
    )
  }
  return (
    <Alert color="amber" variant="light" icon={<IconAlertTriangle size={20} stroke={1.5} />}>
      Your browser blocked the window.{' '}
      <Anchor href={blocked} target="_blank" rel="noreferrer" inherit>
        Go to {name} in a new tab
      </Anchor>
      , then come back: what you typed here stays.
    </Alert>
  )
}

function Lost(props: { name: string; unread: boolean; isAdmin: boolean }) {
  return (
    <Alert color="red" variant="light" icon={<IconPlugX size={20} stroke={1.5} />}>
      {props.unread ? UNREAD : `${props.name} does not accept this connection any more.`} Nothing is lost:
      what is to be sent waits.
      {!props.isAdmin && ' Ask an admin of this workspace to connect again.'}
    </Alert>
  )
}
