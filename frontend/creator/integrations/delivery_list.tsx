import { Anchor, Badge, Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import type { Delivery, DeliveryStatus, Integration } from '../../../api_types/integrations.ts'
import {
  type LogFilter,
  useDeliveries,
  useDeliveryCount,
  useReplayMany,
  useSendNow,
  useSendWaiting,
} from '../../api/integrations.ts'
import { Confirm } from '../../design/confirm.tsx'
import { Ago } from '../../design/ago.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { ShowMore } from '../../design/show_more.tsx'
import { attemptTime } from './attempt_time.ts'
import classes from './delivery_list.module.css'
import { deliveryCount } from './delivery_count.ts'
import { DeliveryFilterButton, DeliveryFilters } from './delivery_filters.tsx'
import { deliveryName } from './event_names.ts'

const STATUS: Record<DeliveryStatus, { label: string; color: string }> = {
  pending: { label: 'Waiting', color: 'amber' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  unsure: { label: 'Sent, no answer', color: 'amber' },
  cancelled: { label: 'Canceled', color: 'gray' },
}

function isStatus(value: string): value is DeliveryStatus {
  return value in STATUS
}

/** How a delivery stands, in a word. */
export function DeliveryBadge(props: { status: DeliveryStatus }) {
  const { label, color } = STATUS[props.status]
  return (
    <Badge color={color} variant="light" tt="none" radius="sm" miw="max-content">
      {label}
    </Badge>
  )
}

/** What was sent to an integration, newest first. */
export function DeliveryList(props: { form: Form; integration: Integration; onOpen: (id: string) => void }) {
  const { form, integration } = props
  const [status, setStatus] = useState<DeliveryStatus>()
  const [narrowing, { toggle }] = useDisclosure(false)
  const [narrowed, setNarrowed] = useState<LogFilter>({})
  const filters = useId()
  const isNarrowed = Object.keys(narrowed).length > 0
  const filter = { ...narrowed, ...(status && { status }) }
  const query = useDeliveries(form.slug, integration.id, filter)
  const deliveries = query.data?.pages.flatMap((page) => page.data)
  return (
    <section aria-labelledby="deliveries">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="deliveries">
          Deliveries
        </Title>
        <Group gap="xs">
          {integration.waiting_deliveries > 0 && integration.waits_since === null && (
            <SendWaiting form={form} integration={integration} />
          )}
          {isNarrowed || status === 'delivered' || status === 'unsure' || status === 'cancelled' ? (
            <ReplayShown form={form} integration={integration} filter={filter} />
          ) : (
            integration.failed_deliveries > 0 && <ReplayFailed form={form} integration={integration} />
          )}
        </Group>
      </Group>
      <Group gap="sm" mb="sm">
        <SegmentedControl
          className={classes.states}
          aria-label="Show deliveries that are"
          value={status ?? 'all'}
          onChange={(value) => setStatus(isStatus(value) ? value : undefined)}
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(STATUS).map(([value, { label }]) => ({ value, label })),
          ]}
        />
        <DeliveryFilterButton
          opened={narrowing}
          controls={filters}
          onClick={() => {
            toggle()
            // the filters are empty when they come back
            setNarrowed({})
          }}
        />
      </Group>
      {narrowing && <DeliveryFilters id={filters} onChange={setNarrowed} />}
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && (
        <DelayedFallback>
          <Skeleton h={120} />
        </DelayedFallback>
      )}
      {deliveries?.length === 0 && (
        <Text c="dimmed" py="md">
          {isNarrowed
            ? 'No delivery fits. Change the filter to see others.'
            : status
              ? status === 'unsure'
                ? 'None without an answer.'
                : `None ${STATUS[status].label.toLowerCase()}.`
              : 'Nothing yet. Each event appears here with its request and response.'}
        </Text>
      )}
      {deliveries && deliveries.length > 0 && <DeliveryTable {...props} deliveries={deliveries} />}
      <ShowMore query={query} />
    </section>
  )
}

function SendWaiting(props: { form: Form; integration: Integration }) {
  const { form, integration } = props
  const waiting = integration.waiting_deliveries
  const send = useSendWaiting(form.slug, integration.id)
  const sendAll = useOneAtATime(() =>
    send.mutateAsync().then(() => toast.success('Sending now.'), toast.failure),
  )
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconSend size={14} stroke={1.5} />}
      loading={send.isPending}
      onClick={() => sendAll()}
    >
      {waiting === 1 ? 'Send 1 waiting now' : `Send all ${deliveryCount(waiting)} waiting now`}
    </Button>
  )
}

function ReplayFailed(props: { form: Form; integration: Integration }) {
  const { form, integration } = props
  const failed = integration.failed_deliveries
  const replay = useReplayMany(form.slug, integration.id)
  const replayAll = useOneAtATime(() =>
    replay.mutateAsync({}).then(() => toast.success('Sending again.'), toast.failure),
  )
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} stroke={1.5} />}
      loading={replay.isPending}
      onClick={() => replayAll()}
    >
      {failed === 1 ? 'Send 1 failed again' : `Send all ${deliveryCount(failed)} failed again`}
    </Button>
  )
}

/** Sends what the log shows again: how many that are stands on the button, and it asks before. */
function ReplayShown(props: { form: Form; integration: Integration; filter: LogFilter }) {
  const { form, integration, filter } = props
  const state = filter.status ?? 'failed'
  const { data } = useDeliveryCount(form.slug, integration.id, { ...filter, status: state }, true)
  const replay = useReplayMany(form.slug, integration.id)
  const [asking, question] = useDisclosure(false)
  if (state === 'pending' || !data || data.replayable === 0) return null
  const many = deliveryCount(data.replayable)
  const words =
    state === 'unsure'
      ? `${many} without an answer again`
      : `${many} ${STATUS[state].label.toLowerCase()} again`
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} stroke={1.5} />}
        loading={replay.isPending}
        onClick={question.open}
      >
        Send {words}
      </Button>
      <Confirm
        opened={asking}
        onClose={question.close}
        title={`Send ${data.replayable === 1 ? '1 delivery' : `${many} deliveries`} again?`}
        action={`Send ${words}`}
        harmless
        onConfirm={() =>
          replay.mutateAsync({ ...filter, status: state }).then(() => {
            toast.success('Sending again.')
          }, toast.failure)
        }
      >
        {state === 'unsure' && 'Look at the receiver before: some may have arrived. '}
        Each goes out with the same ID and content. A receiver that has it already may show it twice.
      </Confirm>
    </>
  )
}

function DeliveryTable(props: {
  form: Form
  integration: Integration
  deliveries: readonly Delivery[]
  onOpen: (id: string) => void
}) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col" className={classes.wide}>
            Attempts
          </th>
          <th scope="col" className={`${classes.wide} ${classes.details}`}>
            Details
          </th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {props.deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <td>
              <Anchor
                component="button"
                type="button"
                fw={500}
                ta="start"
                onClick={() => props.onOpen(delivery.id)}
              >
                {deliveryName(delivery)}
              </Anchor>
            </td>
            <td>
              <DeliveryBadge status={delivery.status} />
            </td>
            <td className={`${classes.wide} fw-numbers`}>{delivery.attempts}</td>
            <td className={classes.wide}>
              <NextOrWhy form={props.form} integration={props.integration} delivery={delivery} />
            </td>
            <td>
              <Ago at={delivery.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NextOrWhy(props: { form: Form; integration: Integration; delivery: Delivery }) {
  const { delivery, integration } = props
  const next = delivery.next_attempt_at
  if (delivery.status === 'pending' && integration.waits_since !== null)
    return <Text>Waits for its connection</Text>
  if (!next || delivery.attempts === 0) return <Text lineClamp={1}>{delivery.reason}</Text>
  if (Date.parse(next) <= Date.now()) return <Text>Being sent</Text>
  return <Waiting {...props} next={next} />
}

function Waiting(props: { form: Form; integration: Integration; delivery: Delivery; next: string }) {
  const { delivery, next } = props
  const send = useSendNow(props.form.slug, props.integration.id)
  const sendNow = useOneAtATime(() => send.mutateAsync(delivery.id).catch(toast.failure))
  return (
    <Group gap="xs" wrap="nowrap">
      <Text title={dateTime(next)} className={classes.next}>
        Next attempt {attemptTime(next)}
      </Text>
      <Button
        className={classes.next}
        variant="default"
        size="compact-sm"
        aria-label={`Send now: ${deliveryName(delivery)}, ${dateTime(delivery.created_at)}`}
        loading={send.isPending}
        onClick={() => sendNow()}
      >
        Send now
      </Button>
      <Text c="dimmed" lineClamp={1}>
        {delivery.reason}
      </Text>
    </Group>
  )
}
