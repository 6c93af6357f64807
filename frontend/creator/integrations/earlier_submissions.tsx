import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
} from '@tabler/icons-react'
import { integrations as kinds } from 'virtual:plugins'
import type { Form } from '../../../api_types/forms.ts'
import type { Backfill, EarlierSubmissions, Integration } from '../../../api_types/integrations.ts'
import {
  useBackfill,
  useChangeBackfill,
  useEarlierSubmissions,
  useStartBackfill,
} from '../../api/backfills.ts'
import { Confirm } from '../../design/confirm.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'

interface Props {
  form: Form
  integration: Integration
}

/** Sends an integration what came in before it: how many there are, how far it is, what came of it. */
export function EarlierSubmissionsSection(props: Props) {
  const { form, integration } = props
  const { data: backfill } = useBackfill(form.slug, integration.id)
  if (backfill === undefined) return null
  if (backfill?.status === 'running' || backfill?.status === 'paused') {
    return (
      <Section>
        <UnderWay {...props} backfill={backfill} />
      </Section>
    )
  }
  return <Offer {...props} backfill={backfill} />
}

function Section(props: { children: React.ReactNode }) {
  return (
    <section aria-labelledby="earlier-submissions">
      <Title order={2} id="earlier-submissions" mb="sm">
        Earlier submissions
      </Title>
      <Stack gap="sm" maw={560} align="flex-start">
        {props.children}
      </Stack>
    </section>
  )
}

function UnderWay(props: Props & { backfill: Backfill }) {
  const { form, integration, backfill } = props
  const [asking, question] = useDisclosure(false)
  const change = useChangeBackfill(form.slug, integration.id)
  const to = useOneAtATime((next: 'pause' | 'resume') =>
    change.mutateAsync(next).then(() => undefined, toast.failure),
  )
  const paused = backfill.status === 'paused'
  const over = backfill.delivered + backfill.failed + backfill.unsure + backfill.unmatched
  return (
    <>
      <Text fw={500} role="status">
        {stateOf(backfill)}
      </Text>
      <Progress.Root size="sm" w="100%">
        <Progress.Section
          value={(over / Math.max(backfill.total, 1)) * 100}
          aria-label="Sending earlier submissions"
        />
      </Progress.Root>
      <Text className="fw-numbers">{countOf(backfill)}</Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={
            paused ? <IconPlayerPlay size={16} stroke={1.5} /> : <IconPlayerPause size={16} stroke={1.5} />
          }
          loading={change.isPending && change.variables !== 'cancel'}
          onClick={() => to(paused ? 'resume' : 'pause')}
        >
          {paused ? 'Continue' : 'Pause'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} stroke={1.5} />}
          onClick={question.open}
        >
          Stop
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={question.close}
        title="Stop sending earlier submissions?"
        action="Stop sending"
        onConfirm={() => change.mutateAsync('cancel').then(() => undefined, toast.failure)}
      >
        What was sent stays sent. You can send the rest later; none is sent twice.
      </Confirm>
    </>
  )
}

function stateOf({ status, waits_for: waitsFor }: Backfill): string {
  if (status === 'paused') return 'Paused'
  if (waitsFor === 'integration') return 'Waiting until the integration is on'
  if (waitsFor === 'connection') return 'Waiting for its connection'
  return 'Sending earlier submissions'
}

/** "400 of 1,204 sent, 3 failed, 20 left out by the condition" */
function countOf({ delivered, failed, unsure, unmatched, total }: Backfill): string {
  const parts = [`${number(delivered)} of ${number(total)} sent`]
  if (failed > 0) parts.push(`${number(failed)} failed`)
  if (unsure > 0) parts.push(`${number(unsure)} without an answer`)
  if (unmatched > 0) parts.push(`${number(unmatched)} left out by the condition`)
  return parts.join(', ')
}

/** What came of the last time, and what can be sent now; nothing where there is nothing to say. */
function Offer(props: Props & { backfill: Backfill | null }) {
  const { form, integration, backfill } = props
  const { data: earlier } = useEarlierSubmissions(form.slug, integration, backfill)
  const count = earlier?.count ?? 0
  if (!backfill && count === 0) return null
  return (
    <Section>
      {backfill && (
        <Text role="status">
          {backfill.status === 'done' ? 'Done' : 'Stopped'}: {countOf(backfill)},{' '}
          {dateTime(backfill.finished_at ?? backfill.started_at)}.
          {backfill.failed > 0 && ' Send what failed again from the list below.'}
        </Text>
      )}
      {earlier && count > 0 && <Send {...props} earlier={earlier} />}
    </Section>
  )
}

function Send(props: Props & { earlier: EarlierSubmissions }) {
  const { form, integration, earlier } = props
  const [asking, question] = useDisclosure(false)
  const start = useStartBackfill(form.slug, integration.id)
  const listens = integration.events.includes('submission.created')
  const ready = integration.enabled && integration.paused === null && listens
  const most = earlier.matching ?? earlier.count
  const some = `${earlier.matching === null ? 'up to ' : ''}${number(most)}`
  const people = `${some} ${most === 1 ? 'person' : 'people'}`
  const toRespondents = kinds[integration.kind]?.definition.toRespondents === true
  const them = `${some} earlier ${most === 1 ? 'submission' : 'submissions'}`
  return (
    <>
      <Text>
        {waitingText(earlier)}
        {!ready && most > 0 && ' Switch the integration on for new submissions to send them.'}
      </Text>
      {ready && most > 0 && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.5} />}
          loading={start.isPending}
          onClick={question.open}
        >
          Send earlier submissions
        </Button>
      )}
      <Confirm
        opened={asking}
        onClose={question.close}
        title={`Send ${them}?`}
        action={toRespondents ? `Write to ${people}` : `Send ${them}`}
        harmless={!toRespondents}
        onConfirm={() => start.mutateAsync().then(() => undefined, toast.failure)}
      >
        {toRespondents && (
          <Alert
            color="red"
            variant="light"
            mb="sm"
            title={`This writes to ${people} who filled in this form`}
            icon={<IconAlertTriangle size={20} stroke={1.5} />}
          >
            Some may have done so long ago and not expect it any more. What was sent cannot be taken back. A
            condition in the settings leaves some of them out.
          </Alert>
        )}
        Each is delivered like a new submission, the oldest first. New submissions go before them. You can
        pause or stop at any time.
      </Confirm>
    </>
  )
}

function waitingText({ count, matching }: EarlierSubmissions): string {
  const text = `${number(count)} earlier ${count === 1 ? 'submission was' : 'submissions were'} not sent here.`
  if (matching === null) return `${text} The condition decides about each.`
  if (matching === count) return text
  return `${text} The condition holds for ${matching === 0 ? 'none of them' : number(matching)}.`
}

function number(count: number): string {
  return count.toLocaleString()
}
