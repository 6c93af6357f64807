import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { services as known } from 'virtual:plugins'
import type { Connection, ConnectionService } from '../../../api_types/connections.ts'
import type { Workspace } from '../../../api_types/workspaces.ts'
import { beginConnection, useConnections } from '../../api/connections.ts'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { focusPage } from '../../design/focus_page.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { date } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import rows from '../../design/rows.module.css'
import classes from './connections_page.module.css'
import { isBroken, UNREAD } from './broken.ts'
import { NotConfigured } from './not_configured.tsx'
import { TokenDialog } from './token_dialog.tsx'

/** The connections of the chosen workspace: how they are, what uses them, and making or removing one. */
export default function ConnectionsPage() {
  usePageTitle('Connections')
  const { current, error, refetch } = useWorkspaces()
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  return current ? <WorkspaceConnections key={current.id} workspace={current} /> : null
}

function WorkspaceConnections(props: { workspace: Workspace }) {
  const { workspace } = props
  const allowed = may(workspace.role, 'editor')
  const { query } = useConnections(workspace.id, allowed)
  const { services = [], connections = [] } = query.data ?? {}
  return (
    <Stack gap={48} maw={720}>
      <section aria-labelledby="connections">
        <Title order={2} id="connections">
          Connections
        </Title>
        <Text c="dimmed" mb="md">
          Accounts at other services that the integrations of {workspace.name} share.
        </Text>
        {!allowed && (
          <Text>Connections are for editors of this workspace. Ask its owner for the editor role.</Text>
        )}
        {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
        {allowed && query.isPending && !query.error && (
          <DelayedFallback>
            <Skeleton h={72} />
          </DelayedFallback>
        )}
        {query.data && connections.length === 0 && (
          <EmptyState title="No connections yet" icon={<IconPlugConnected size={32} stroke={1.5} />}>
            Connect a service once; every form can send its submissions there.
          </EmptyState>
        )}
        {connections.length > 0 && (
          <ul className={`${rows.list} ${classes.list}`}>
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id}
                workspace={workspace}
                connection={connection}
                services={services}
              />
            ))}
          </ul>
        )}
      </section>
      {services.length > 0 && <Services workspace={workspace} services={services} />}
    </Stack>
  )
}

function Services(props: { workspace: Workspace; services: readonly ConnectionService[] }) {
  return (
    <section aria-labelledby="services">
      <Title order={2} id="services">
        Connect a service
      </Title>
      {!may(props.workspace.role, 'admin') && (
        <Text c="dimmed">Admins of this workspace connect services. Ask one of them.</Text>
      )}
      <ul className={`${rows.list} ${classes.list}`}>
        {props.services.map((service) => (
          <ServiceRow key={service.kind} workspace={props.workspace} service={service} />
        ))}
      </ul>
    </section>
  )
}

function ServiceRow(props: { workspace: Workspace; service: ConnectionService }) {
  const { workspace, service } = props
  const { texts = {}, icon } = known[service.kind] ?? {}
  const name = texts.name ?? service.kind
  return (
    <li className={`${rows.item} ${classes.item}`}>
      {icon && <img src={icon} alt="" className={rows.icon} />}
      <div className={`${rows.words} ${classes.words}`}>
        <Text fw={500}>{name}</Text>
        {service.configured ? (
          <Text c="dimmed">{texts.description}</Text>
        ) : (
          <NotConfigured service={service} name={name} />
        )}
        {service.fault && <Text size="sm">{service.fault}</Text>}
      </div>
      {service.configured && may(workspace.role, 'admin') && (
        <ConnectButton
          workspaceId={workspace.id}
          service={service}
          label="Connect"
          name={`Connect ${name}`}
        />
      )}
    </li>
  )
}

/** Leads to the service, or asks for a token of it. */
function ConnectButton(props: {
  workspaceId: string
  service: ConnectionService
  label: string
  name: string
  again?: string
}) {
  const { workspaceId, service, again } = props
  const [asking, setAsking] = useState(false)
  const go = useOneAtATime(async () => {
    try {
      const way = { service: service.kind, popup: false, ...(again !== undefined && { again }) }
      location.assign(await beginConnection(workspaceId, way))
    } catch (error) {
      toast.failure(error)
    }
  })
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={props.name}
        onClick={() => (service.by === 'token' ? setAsking(true) : go())}
      >
        {props.label}
      </Button>
      {asking && (
        <TokenDialog
          workspaceId={workspaceId}
          service={service.kind}
          onConnected={() => toast.success('Connected.')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function ConnectionRow(props: {
  workspace: Workspace
  connection: Connection
  services: readonly ConnectionService[]
}) {
  const { workspace, connection } = props
  const { texts = {}, icon } = known[connection.service] ?? {}
  const name = texts.name ?? connection.service
  const service = props.services.find(({ kind }) => kind === connection.service)
  const called = `${name}, ${connection.account}`
  return (
    <li className={`${rows.item} ${classes.item}`}>
      {icon && <img src={icon} alt="" className={rows.icon} />}
      <div className={`${rows.words} ${classes.words}`}>
        <Group gap="sm">
          <Text fw={500}>{connection.account}</Text>
          <State connection={connection} />
          {!connection.known && <Tag color="red">Not installed</Tag>}
          {service?.fault && <Tag color="red">May not work</Tag>}
        </Group>
        <Text size="xs" c="dimmed">
          {name} · since {date(connection.connected_at)}
        </Text>
        {connection.lost && (
          <Text size="sm">
            {name} has not accepted this connection since {date(connection.lost.at)}. Integrations that use it
            keep what they have to send.
          </Text>
        )}
        {!connection.lost && connection.unread && (
          <Text size="sm">{UNREAD} Integrations that use it keep what they have to send. Connect again.</Text>
        )}
        {service?.fault && <Text size="sm">{service.fault}</Text>}
        <Uses connection={connection} />
      </div>
      {may(workspace.role, 'admin') && (
        <Group gap="xs" className={classes.actions}>
          {service?.configured && (isBroken(connection) || service.by === 'oauth') && (
            <ConnectButton
              workspaceId={workspace.id}
              service={service}
              label="Connect again"
              name={`Connect again: ${called}`}
              again={connection.id}
            />
          )}
          <RemoveButton workspaceId={workspace.id} connection={connection} name={name} />
        </Group>
      )}
    </li>
  )
}

function State({ connection }: { connection: Connection }) {
  if (connection.lost) return <Tag color="red">Not accepted</Tag>
  return connection.unread ? <Tag color="red">Cannot be read</Tag> : <Tag color="green">Connected</Tag>
}

function Uses({ connection: { used_by: uses } }: { connection: Connection }) {
  if (uses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Not used yet
      </Text>
    )
  return (
    <Text size="sm" component="div">
      Used by{' '}
      {uses.map((use, index) => (
        <span key={use.id}>
          {index > 0 && ', '}
          <Anchor
            component={Link}
            className={classes.use}
            to={`/forms/${use.form}/show/integrations?integration=${use.id}`}
          >
            {use.name} of {use.form_title}
          </Anchor>
        </span>
      ))}
    </Text>
  )
}

function RemoveButton(props: { workspaceId: string; connection: Connection; name: string }) {
  const { connection, name } = props
  const { remove } = useConnections(props.workspaceId)
  const [asked, setAsked] = useState(false)
  const count = connection.used_by.length
  const end = () =>
    remove.mutateAsync(connection.id).then(({ revoked, shared }) => {
      focusPage()
      if (revoked) toast.success(`Disconnected, and access was taken back at ${name}.`)
      else if (shared)
        toast.success(`Disconnected. ${name} still lets this server in: another workspace uses the account.`)
      else toast.success(`Disconnected. ${name} did not confirm it: remove the access there too.`)
    }, toast.failure)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={`Disconnect ${name}, ${connection.account}`}
        onClick={() => setAsked(true)}
      >
        Disconnect
      </Button>
      <Confirm
        opened={asked}
        title={`Disconnect “${connection.account}”?`}
        action="Disconnect"
        onConfirm={end}
        onClose={() => setAsked(false)}
      >
        {count === 0
          ? 'No integration uses it.'
          : `${count === 1 ? 'One integration uses it. What it has' : `${count} integrations use it. What they have`} to send waits until another connection is chosen.`}
      </Confirm>
    </>
  )
}

function Tag(props: { color: string; children: string }) {
  return (
    <Badge color={props.color} variant="light" tt="none" radius="sm" fw={500}>
      {props.children}
    </Badge>
  )
}
