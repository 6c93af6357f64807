import { Anchor, Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import type { DeliveryAttempt, DeliveryLog, Integration } from '../../../api_types/integrations.ts'
import { useDelivery, useReplay, useSendNow } from '../../api/integrations.ts'
import { Confirm } from '../../design/confirm.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { attemptTime } from './attempt_time.ts'
import { DeliveryBadge } from './delivery_list.tsx'
import classes from './delivery_view.module.css'
import { deliveryName } from './event_names.ts'
import { bodyText, messageText } from './message_text.ts'

interface DeliveryProps {
  form: Form
  integration: Integration
  delivery: DeliveryLog
}

/** One delivery: how it stands, what was sent, what came back, and sending it again. */
export function DeliveryView(props: {
  form: Form
  integration: Integration
  delivery: string
  onClose: () => void
}) {
  const { form, integration } = props
  const query = useDelivery(form.slug, integration.id, props.delivery)
  useReturnFocus(true)
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Delivery"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && (
        <DelayedFallback>
          <Skeleton h={200} />
        </DelayedFallback>
      )}
      {query.data && <DeliveryDetails form={form} integration={integration} delivery={query.data} />}
    </Modal>
  )
}

function DeliveryDetails(props: DeliveryProps) {
  const { form, delivery } = props
  const next = nextAttempt(delivery)
  return (
    <Stack gap="md">
      <DeliveryState {...props} />
      {delivery.reason && <Text>{delivery.reason}</Text>}
      {delivery.link && (
        <Anchor href={delivery.link} target="_blank" rel="noreferrer" w="fit-content">
          Open the result
        </Anchor>
      )}
      {delivery.submission_id && delivery.event !== 'submission.deleted' && (
        <Anchor
          component={Link}
          to={`/forms/${form.slug}/show/submissions?submission=${delivery.submission_id}`}
          w="fit-content"
        >
          Open the submission
        </Anchor>
      )}
      {next && (
        <Text>
          The next attempt is {attemptTime(next)} ({dateTime(next)}).
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Id {delivery.id}, the same on every attempt.
      </Text>
      {delivery.body && (
        <div>
          <Text size="xs" c="dimmed" fw={500}>
            Body
          </Text>
          <pre className={classes.block} tabIndex={0} aria-label="Body">
            {bodyText(delivery.body)}
          </pre>
        </div>
      )}
      {delivery.log.length === 0 && <Text c="dimmed">No attempt yet.</Text>}
      {delivery.log.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  )
}

/** Its state in a word, and the button that sends it: again, or before its time. */
function DeliveryState({ form, integration, delivery }: DeliveryProps) {
  const replay = useReplay(form.slug, integration.id)
  const sendAgain = useOneAtATime(() => replay.mutateAsync(delivery.id).catch(toast.failure))
  const [asking, question] = useDisclosure(false)
  const send = useSendNow(form.slug, integration.id)
  const sendNow = useOneAtATime(() => send.mutateAsync(delivery.id).catch(toast.failure))
  return (
    <Group justify="space-between" role="status">
      <Group gap="sm">
        <DeliveryBadge status={delivery.status} />
        <Text fw={500}>{deliveryName(delivery)}</Text>
        <Text c="dimmed">{dateTime(delivery.created_at)}</Text>
      </Group>
      {delivery.status !== 'pending' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.5} />}
          loading={replay.isPending}
          onClick={delivery.status === 'unsure' ? question.open : () => sendAgain()}
        >
          Send again
        </Button>
      )}
      <Confirm
        opened={asking}
        onClose={question.close}
        title="Send it again?"
        action="Send again"
        harmless
        onConfirm={() => replay.mutateAsync(delivery.id).then(() => undefined, toast.failure)}
      >
        It may have arrived already, and could then be there twice. Look at the receiver before.
      </Confirm>
      {nextAttempt(delivery) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} stroke={1.5} />}
          loading={send.isPending}
          onClick={() => sendNow()}
        >
          Send now
        </Button>
      )}
    </Group>
  )
}

/** When it is tried next; null where it is not, or is due already. */
function nextAttempt({ next_attempt_at: next }: DeliveryLog): string | null {
  return next && Date.parse(next) > Date.now() ? next : null
}

function Attempt(props: { attempt: DeliveryAttempt }) {
  const { attempt } = props
  const took = attempt.finished_at && Date.parse(attempt.finished_at) - Date.parse(attempt.started_at)
  const request = messageText(attempt.request)
  const response = messageText(attempt.response)
  return (
    <section className={classes.attempt} aria-labelledby={`attempt-${attempt.number}`}>
      <Group justify="space-between" mb="xs">
        <Title order={3} id={`attempt-${attempt.number}`}>
          Attempt {attempt.number}
        </Title>
        <Text size="xs" c="dimmed" className="fw-numbers">
          {dateTime(attempt.started_at)}
          {took ? `, ${took.toLocaleString()} ms` : ''}
        </Text>
      </Group>
      {attempt.reason && <Text mb="sm">{attempt.reason}</Text>}
      {request && (
        <>
          <Text size="xs" c="dimmed" fw={500}>
            Request
          </Text>
          <pre className={classes.block} tabIndex={0} aria-label={`Request of attempt ${attempt.number}`}>
            {request}
          </pre>
        </>
      )}
      {response && (
        <>
          <Text size="xs" c="dimmed" fw={500}>
            Response
          </Text>
          <pre className={classes.block} tabIndex={0} aria-label={`Response to attempt ${attempt.number}`}>
            {response}
          </pre>
        </>
      )}
    </section>
  )
}
