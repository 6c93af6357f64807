import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import type { InstanceMailText } from '../../../api_types/instance.ts'
import { useDeleteInstanceMail, useInstanceMail, useSendInstanceMail } from '../../api/instance_mail.ts'
import { Confirm } from '../../design/confirm.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { MailStateBadge } from './mail_state_badge.tsx'
import classes from './mails_page.module.css'

/** One mail: how it stands, what it says, and what can be done about it. */
export function MailView(props: { id: string; onClose: () => void }) {
  const query = useInstanceMail(props.id)
  useReturnFocus(true)
  return (
    <Modal opened onClose={props.onClose} title="Mail" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && (
        <DelayedFallback>
          <Skeleton h={200} />
        </DelayedFallback>
      )}
      {query.data && <Details mail={query.data} onDeleted={props.onClose} />}
    </Modal>
  )
}

function Details({ mail, onDeleted }: { mail: InstanceMailText; onDeleted: () => void }) {
  const facts: readonly (readonly [string, string])[] = [
    ['To', mail.to?.join(', ') ?? 'Nobody yet'],
    ['Subject', mail.subject ?? 'Not written yet'],
    ...(mail.workspace === null
      ? [['About', 'An account'] as const]
      : [
          ['Workspace', mail.workspace] as const,
          ['Form', mail.form ?? ''] as const,
          ['Integration', `${mail.integration}${mail.test ? ' (test)' : ''}`] as const,
        ]),
    ['Created', dateTime(mail.created_at)],
    ...(mail.finished_at
      ? [[mail.state === 'sent' ? 'Sent' : 'Failed', dateTime(mail.finished_at)] as const]
      : []),
    ...(mail.next_attempt_at ? [['Next attempt', dateTime(mail.next_attempt_at)] as const] : []),
  ]
  return (
    <Stack gap="md">
      <Group justify="space-between" role="status">
        <MailStateBadge state={mail.state} />
        {mail.state !== 'sent' && <Actions mail={mail} onDeleted={onDeleted} />}
      </Group>
      {mail.reason !== null && <Text>{mail.reason}</Text>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {mail.text === null ? (
        <Text c="dimmed">
          {mail.workspace === null
            ? 'Its link is for whoever gets it, so it is not shown.'
            : 'There is no text to show.'}
        </Text>
      ) : (
        <div>
          <pre className={classes.text} tabIndex={0} aria-label="Text of the mail">
            {mail.text}
          </pre>
          <Text size="xs" c="dimmed" mt="xs">
            Links are cut: they are for whoever gets the mail. That you opened it is written to the log.
          </Text>
        </div>
      )}
    </Stack>
  )
}

function Fact(props: { name: string; value: string }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
    </>
  )
}

function Actions({ mail, onDeleted }: { mail: InstanceMailText; onDeleted: () => void }) {
  const send = useSendInstanceMail()
  const remove = useDeleteInstanceMail()
  const [asking, question] = useDisclosure(false)
  const sendNow = useOneAtATime(() => send.mutateAsync(mail.id).then(() => undefined, toast.failure))
  const waits = mail.state === 'waiting'
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        leftSection={waits ? <IconSend size={14} stroke={1.5} /> : <IconRefresh size={14} stroke={1.5} />}
        loading={send.isPending}
        onClick={() => sendNow()}
      >
        {waits ? 'Send now' : 'Send again'}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} stroke={1.5} />}
        onClick={question.open}
      >
        Delete
      </Button>
      <Confirm
        opened={asking}
        onClose={question.close}
        title="Delete this mail?"
        action="Delete mail"
        onConfirm={() => remove.mutateAsync(mail.id).then(onDeleted, toast.failure)}
      >
        It is not sent, and its text is forgotten.
        {mail.workspace !== null && ' The log of the integration says that an operator deleted it.'}
      </Confirm>
    </Group>
  )
}
