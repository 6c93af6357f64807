import { Alert, Anchor, Code, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconMail, IconMailExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { InstanceMail, InstanceMailServer, MailState } from '../../../api_types/instance.ts'
import { useInstanceMails, useInstanceMailServer } from '../../api/instance_mail.ts'
import { Ago } from '../../design/ago.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { ShowMore } from '../../design/show_more.tsx'
import { MailStateBadge, STATES } from './mail_state_badge.tsx'
import { MailView } from './mail_view.tsx'
import classes from './mails_page.module.css'

/** From here on more are not counted. */
const COUNTED = 10_000

const EXAMPLE = 'SMTP_URL=smtps://user:password@mail.example.com\nMAIL_FROM="Forms <forms@example.com>"'

function isState(value: string): value is MailState {
  return value in STATES
}

/** The mail of all workspaces, for operators: who sends it, what waits, what was sent and what has failed. */
export default function MailsPage() {
  usePageTitle('Mail of this server')
  const server = useInstanceMailServer()
  return (
    <section aria-labelledby="instance-mail">
      <Title order={2} id="instance-mail" mb="xs">
        Mail of this server
      </Title>
      <Stack gap="lg">
        {server.error && <ErrorState error={server.error} retry={() => void server.refetch()} />}
        {server.isPending && !server.error && (
          <DelayedFallback>
            <Skeleton h={48} />
          </DelayedFallback>
        )}
        {server.data && <Server {...server.data} />}
        <Mails counts={server.data} />
      </Stack>
    </section>
  )
}

/** Who sends the mail of the instance, or what to set so that somebody does. */
function Server({ server, problem }: InstanceMailServer) {
  if (server) {
    return (
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        It goes by {server.address} and comes from {server.from}. Workspaces with a mail server of their own
        send by that.
      </Text>
    )
  }
  return (
    <Alert
      color={problem === null ? 'amber' : 'red'}
      variant="light"
      title={problem === null ? 'There is no mail server' : 'The mail server cannot be used'}
      icon={
        problem === null ? (
          <IconMailExclamation size={20} stroke={1.5} />
        ) : (
          <IconAlertCircle size={20} stroke={1.5} />
        )
      }
    >
      <Stack gap="sm">
        <Text>
          {problem ?? 'Mails wait below and nothing is lost.'} Set these two for the server and start it
          again. What waits is sent then.
        </Text>
        <Code block className={classes.example}>
          {EXAMPLE}
        </Code>
        <Text>Workspaces with a mail server of their own send by that.</Text>
      </Stack>
    </Alert>
  )
}

function Mails(props: { counts: InstanceMailServer | undefined }) {
  const [state, setState] = useState<MailState>()
  const [opened, setOpened] = useState<string | null>(null)
  const query = useInstanceMails(state)
  const mails = query.data?.pages.flatMap((page) => page.data)
  return (
    <div>
      <SegmentedControl
        aria-label="Show mails that are"
        size="sm"
        mb="sm"
        value={state ?? 'all'}
        onChange={(value) => setState(isState(value) ? value : undefined)}
        data={[
          { value: 'all', label: 'All' },
          { value: 'waiting', label: counted('Waiting', props.counts?.waiting) },
          { value: 'sent', label: 'Sent' },
          { value: 'failed', label: counted('Failed', props.counts?.failed) },
        ]}
      />
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && (
        <DelayedFallback>
          <Skeleton h={120} />
        </DelayedFallback>
      )}
      {mails?.length === 0 && (
        <EmptyState
          title={state ? `No mail is ${STATES[state].label.toLowerCase()}` : 'No mail yet'}
          icon={<IconMail size={32} stroke={1.5} />}
        >
          What integrations send by mail, and mails about accounts, are listed here for 30 days.
        </EmptyState>
      )}
      {mails && mails.length > 0 && (
        <ul className={classes.list}>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail.id)} />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
      {opened !== null && (
        <MailView
          id={opened}
          onClose={() => {
            setOpened(null)
            // it may have moved on while it was read
            void query.refetch()
          }}
        />
      )}
    </div>
  )
}

/** "Waiting (12)"; "Waiting (10,000+)" */
function counted(label: string, count = 0): string {
  if (count === 0) return label
  return `${label} (${count.toLocaleString()}${count >= COUNTED ? '+' : ''})`
}

function MailRow({ mail, onOpen }: { mail: InstanceMail; onOpen: () => void }) {
  return (
    <li className={classes.mail}>
      <div className={classes.words}>
        <Anchor component="button" type="button" ta="start" fw={500} onClick={onOpen}>
          {mail.subject ?? 'Not written yet'}
        </Anchor>
        <Text size="sm">{mail.to === null ? 'Nobody yet' : `To ${recipients(mail.to)}`}</Text>
        {mail.state !== 'sent' && mail.reason !== null && <Text size="sm">{mail.reason}</Text>}
        <Text size="xs" c="dimmed">
          {mail.workspace === null ? 'About an account' : `${mail.workspace} · ${mail.form}`} ·{' '}
          {mail.test && 'test · '}
          <Ago at={mail.created_at} />
        </Text>
      </div>
      <MailStateBadge state={mail.state} />
    </li>
  )
}

/** "ada@example.com"; "ada@example.com and 3 others" */
function recipients(to: readonly string[]): string {
  const [first = 'nobody', ...others] = to
  if (others.length === 0) return first
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`
}
