import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Workspace } from '../../../api_types/workspaces.ts'
import { useUser } from '../../api/accounts.ts'
import { useMailSender } from '../../api/mail_sender.ts'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { MailServer } from './mail_server.tsx'

/** Settings of the chosen workspace. */
export default function WorkspacePage() {
  usePageTitle('Workspace')
  const { current, error, refetch } = useWorkspaces()
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  return current ? <Mail key={current.id} workspace={current} /> : null
}

function Mail(props: { workspace: Workspace }) {
  const { workspace } = props
  const allowed = may(workspace.role, 'admin')
  return (
    <section aria-labelledby="mail">
      <Title order={2} id="mail">
        Mail
      </Title>
      {allowed ? (
        <Sender workspaceId={workspace.id} name={workspace.name} />
      ) : (
        <Text c="dimmed">Who sends the mail of {workspace.name} is set by its admins.</Text>
      )}
    </section>
  )
}

function Sender(props: { workspaceId: string; name: string }) {
  const { query } = useMailSender(props.workspaceId)
  const user = useUser()
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <DelayedFallback>
        <Skeleton h={240} />
      </DelayedFallback>
    )
  }
  const { own, instance } = query.data
  return (
    <>
      <Text c="dimmed" mb="md">
        {own?.verified_at
          ? `Mail of ${props.name} comes from ${own.from_address}.`
          : instance === null
            ? `This server has no mail server of its own: mail of ${props.name} waits until you name one here.`
            : `Mail of ${props.name} comes from ${instance}, unless you name a mail server of your own.`}{' '}
        {user?.is_operator && (
          <Anchor component={Link} to="/settings/admin/mail" underline="always">
            See the mail of this server
          </Anchor>
        )}
      </Text>
      <MailServer key={JSON.stringify(own)} workspaceId={props.workspaceId} own={own} />
    </>
  )
}
