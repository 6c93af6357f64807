import { Anchor, Badge, Button, Code, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { AccessToken } from '../../../api_types/access_tokens.ts'
import type { Workspace } from '../../../api_types/workspaces.ts'
import { useAccessTokens } from '../../api/access_tokens.ts'
import { useUser } from '../../api/accounts.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { Ago } from '../../design/ago.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { focusPage } from '../../design/focus_page.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { date } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import classes from './access_tokens_page.module.css'
import { NewToken } from './new_token.tsx'
import { SCOPE_TEXTS } from './scope_texts.ts'

/** The access tokens of the chosen workspace: one's own, for admins those of everybody. */
export default function AccessTokensPage() {
  usePageTitle('Access tokens')
  const { current, error, refetch } = useWorkspaces()
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  return current ? <Tokens key={current.id} workspace={current} /> : null
}

function Tokens(props: { workspace: Workspace }) {
  const { workspace } = props
  const { query } = useAccessTokens(workspace.id)
  const [making, setMaking] = useState(false)
  const create = <Button onClick={() => setMaking(true)}>New token</Button>
  return (
    <section aria-labelledby="access-tokens">
      <Group justify="space-between" align="flex-start" gap="md" mb="md">
        <div className={classes.heading}>
          <Title order={2} id="access-tokens">
            Access tokens
          </Title>
          <Text c="dimmed">
            They let programs work in {workspace.name} as you.{' '}
            <Anchor href="/docs/api" target="_blank" underline="always">
              Read about the API
            </Anchor>
          </Text>
        </div>
        {query.data && query.data.length > 0 && create}
      </Group>
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && (
        <DelayedFallback>
          <Skeleton h={72} />
        </DelayedFallback>
      )}
      {query.data?.length === 0 && (
        <EmptyState title="No access tokens yet" icon={<IconKey size={32} stroke={1.5} />} actions={create}>
          With a token, a program reads and changes forms and submissions through the API.
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <ul className={classes.list}>
          {query.data.map((token) => (
            <TokenRow key={token.id} token={token} workspaceId={workspace.id} />
          ))}
        </ul>
      )}
      {making && (
        <NewToken workspaceId={workspace.id} workspace={workspace.name} onClose={() => setMaking(false)} />
      )}
    </section>
  )
}

function TokenRow(props: { token: AccessToken; workspaceId: string }) {
  const { token } = props
  const { revoke } = useAccessTokens(props.workspaceId)
  const [asked, setAsked] = useState(false)
  const user = useUser()
  const expired = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now()
  const end = () => revoke.mutateAsync(token.id).then(focusPage, toast.failure)
  return (
    <li className={classes.token}>
      <div className={classes.words}>
        <Group gap="sm">
          <Text fw={500}>{token.name}</Text>
          <Code>{token.begins}…</Code>
          {expired && (
            <Badge color="red" variant="light" tt="none" radius="sm">
              Expired
            </Badge>
          )}
        </Group>
        <Text size="sm">{token.scopes.map((scope) => SCOPE_TEXTS[scope].name).join(', ')}</Text>
        <Text size="xs" c="dimmed">
          {token.person.id !== user?.id && `${token.person.name} · `}
          {token.last_used_at ? (
            <>
              Used <Ago at={token.last_used_at} />
            </>
          ) : (
            'Never used'
          )}
          {' · '}
          {token.expires_at ? `${expired ? 'expired' : 'expires'} ${date(token.expires_at)}` : 'no expiry'}
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={`Revoke ${token.name}`} onClick={() => setAsked(true)}>
        Revoke
      </Button>
      <Confirm
        opened={asked}
        title={`Revoke “${token.name}”?`}
        action="Revoke token"
        onConfirm={end}
        onClose={() => setAsked(false)}
      >
        Programs that use this token are locked out at once. This cannot be undone.
      </Confirm>
    </li>
  )
}
