import { Alert, Anchor, Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconArrowLeft, IconPlayerPause, IconPlugX, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { integrations as kinds } from 'virtual:plugins'
import type { Form } from '../../../api_types/forms.ts'
import type { Integration } from '../../../api_types/integrations.ts'
import { ApiError } from '../../api/api_error.ts'
import {
  useChangeIntegration,
  useDeleteIntegration,
  useRotateSecret,
  useSendTest,
} from '../../api/integrations.ts'
import { CopyField } from '../../design/copy_field.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { LeaveUnsaved } from '../../design/leave_unsaved.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { submits } from '../accounts/form_fields.ts'
import page from '../../design/page.module.css'
import { deliveryCount } from './delivery_count.ts'
import { DeliveryView } from './delivery_view.tsx'
import { DeliveryList } from './delivery_list.tsx'
import { EarlierSubmissionsSection } from './earlier_submissions.tsx'
import { useFirstError } from './first_error.ts'
import { OnSwitch } from './on_switch.tsx'
import { SecretOnce } from './secret_once.tsx'
import { failingSince } from './failing.ts'
import { TestDialog } from './test_dialog.tsx'
import { SettingsFields, type Editable } from './settings_fields.tsx'
import { standingErrors } from './standing_errors.ts'
import { withLaterChanges } from './later_changes.ts'

/** One integration: on or off, its settings, its secret, a test, and what was delivered. */
export function IntegrationDetail(props: { form: Form; integration: Integration }) {
  const { form, integration } = props
  const change = useChangeIntegration(form.slug, integration.id)
  const [opened, setOpened] = useState<string | null>(null)
  const [unsaved, setUnsaved] = useState(false)
  const failing = failingSince(integration)
  const usable = integration.known && integration.unread === null

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <Anchor
        component={Link}
        to={`/forms/${form.slug}/show/integrations`}
        c="dimmed"
        mb="sm"
        display="inline-flex"
      >
        <IconArrowLeft size={18} stroke={1.5} style={{ marginInlineEnd: 4 }} />
        Integrations
      </Anchor>
      <PageHeader
        title={integration.name}
        words={integration.summary || (kinds[integration.kind]?.texts.name ?? integration.kind)}
      >
        <OnSwitch slug={form.slug} integration={integration} label="Send submissions" />
        <Tests form={form} integration={integration} usable={usable} unsaved={unsaved} onSent={setOpened} />
      </PageHeader>
      <Stack gap={48}>
        {!integration.known && (
          <Alert color="red" variant="light">
            The integration “{integration.kind}” is no longer installed on this server. Nothing is sent. You
            can delete it.
          </Alert>
        )}
        {integration.unread !== null && (
          <Alert color="red" variant="light">
            {integration.unread} Nothing is sent.
          </Alert>
        )}
        {usable && integration.secret_unread && (
          <Alert color="red" variant="light">
            Its signing secret was stored with another key than this server has now, and cannot be read.
            Nothing is sent; submissions are kept. Create a new signing secret below and give it to your
            receiver, or have whoever runs the server put that key back.
          </Alert>
        )}
        {integration.enabled && integration.paused && (
          <Paused
            paused={integration.paused}
            busy={change.isPending}
            onResume={() => change.mutate({ enabled: true }, { onError: toast.failure })}
          />
        )}
        {integration.enabled && integration.waits_since !== null && <Waiting integration={integration} />}
        {failing !== undefined && <Failing since={failing} />}
        {usable && <Settings form={form} integration={integration} onUnsaved={setUnsaved} />}
        {usable && integration.hooks.length > 0 && <Hooks integration={integration} />}
        {usable && <EarlierSubmissionsSection form={form} integration={integration} />}
        <DeliveryList form={form} integration={integration} onOpen={setOpened} />
        <Remove form={form} integration={integration} />
      </Stack>
      {opened !== null && (
        <DeliveryView
          form={form}
          integration={integration}
          delivery={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </main>
  )
}

/** Sends a test at once, with invented answers, or with those of a submission that is chosen. */
function Tests(props: {
  form: Form
  integration: Integration
  usable: boolean
  /** the settings were changed: a test would be of others than those that are seen */
  unsaved: boolean
  onSent: (delivery: string) => void
}) {
  const { form, integration, onSent } = props
  const test = useSendTest(form.slug, integration.id)
  const [choosing, dialog] = useDisclosure(false)
  const sendTest = useOneAtATime(() =>
    test.mutateAsync(undefined).then(({ id }) => onSent(id), toast.failure),
  )
  const saved = (go: () => void) =>
    props.unsaved ? toast.warning('Not sent. Save the settings first, then send the test.') : go()

  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.5} />}
        loading={test.isPending}
        disabled={!props.usable}
        onClick={() => saved(sendTest)}
      >
        Send a test
      </Button>
      <Button variant="default" disabled={!props.usable} onClick={() => saved(dialog.open)}>
        Test with a submission
      </Button>
      {choosing && (
        <TestDialog
          form={form}
          integration={integration}
          onClose={dialog.close}
          onSent={(id) => {
            dialog.close()
            onSent(id)
          }}
        />
      )}
    </Group>
  )
}

function Paused(props: { paused: NonNullable<Integration['paused']>; busy: boolean; onResume: () => void }) {
  return (
    <Alert color="red" variant="light" title="Paused" icon={<IconPlayerPause size={20} stroke={1.5} />}>
      <Text>
        {props.paused.reason} Nothing has been sent since {dateTime(props.paused.at)}. Submissions are kept;{' '}
        {props.paused.cause === 'reconnect' ? 'connect again in the settings' : 'fix the receiver'}, resume,
        then send what failed again.
      </Text>
      <Button mt="sm" size="xs" variant="default" loading={props.busy} onClick={props.onResume}>
        Resume
      </Button>
    </Alert>
  )
}

/** Everything has failed for a day: soon it is paused. */
function Failing({ since }: { since: string }) {
  return (
    <Alert color="red" variant="light" title="Failing" icon={<IconAlertTriangle size={20} stroke={1.5} />}>
      Everything has failed since {dateTime(since)}. It is tried again, and paused after three days. The log
      below says why; submissions are kept.
    </Alert>
  )
}

/** Deliveries are kept until the connection is well. */
function Waiting({ integration }: { integration: Integration }) {
  const count = integration.waiting_deliveries
  return (
    <Alert
      color="amber"
      variant="light"
      title="Waiting for its connection"
      icon={<IconPlugX size={20} stroke={1.5} />}
    >
      Nothing has been sent since {dateTime(integration.waits_since ?? '')}.{' '}
      {count === 1 ? 'One delivery is kept' : `${deliveryCount(count)} deliveries are kept`}.{' '}
      {integration.connection_id === null
        ? 'Its connection was removed: choose another below, and save the settings.'
        : 'Connect again below. Or choose another connection, and save the settings.'}{' '}
      What is kept is sent then.
    </Alert>
  )
}

/** What the service calls, to be set there; and how its last request failed. */
function Hooks({ integration: { kind, hooks, hook_failure: failure } }: { integration: Integration }) {
  const texts = kinds[kind]?.texts ?? {}
  return (
    <section aria-labelledby="integration-hooks">
      <Title order={2} id="integration-hooks" mb="sm">
        Requests from its service
      </Title>
      <Stack gap="md" maw={560}>
        {failure && (
          <Alert color="red" variant="light">
            {failure.reason} That was at {dateTime(failure.at)}.
          </Alert>
        )}
        {hooks.map(({ path, address }) => (
          <CopyField
            key={path}
            label={texts[`hook.${path}`] ?? `Address for ${path}`}
            value={new URL(address, location.origin).href}
          />
        ))}
      </Stack>
    </section>
  )
}

function editable({ name, settings, events, condition, connection_id }: Integration): Editable {
  return { name, settings, events, condition, connection_id }
}

function Settings(props: { form: Form; integration: Integration; onUnsaved: (unsaved: boolean) => void }) {
  const { form, integration, onUnsaved } = props
  const change = useChangeIntegration(form.slug, integration.id)
  const rotate = useRotateSecret(form.slug, integration.id)
  const [asking, question] = useDisclosure(false)
  const stored = editable(integration)
  const [value, setValue] = useState<Editable>(stored)
  const changed = JSON.stringify(value) !== JSON.stringify(stored)
  useEffect(() => onUnsaved(changed), [onUnsaved, changed])
  const errors = change.error instanceof ApiError ? change.error.errors : {}
  const refused = useFirstError(change.error)

  // where it sends, and what, is set at the service that subscribed
  const subscribed = kinds[integration.kind]?.definition.subscription !== undefined
  const submit = useOneAtATime(async () => {
    const { events, name, condition, ...others } = value
    const rest = subscribed ? {} : { ...others, events: [...events] }
    try {
      const saved = editable(await change.mutateAsync({ name, condition, ...rest }))
      setValue((now) => withLaterChanges(saved, value, now))
      toast.success('Settings saved.')
    } catch {
      // said above, or at the fields
    }
  })

  return (
    <section aria-labelledby="integration-settings">
      <Title order={2} id="integration-settings" mb="sm">
        Settings
      </Title>
      <form ref={refused} onSubmit={submits(submit)} noValidate>
        <Stack gap="md" maw={560}>
          {change.error && Object.keys(errors).length === 0 && <ErrorState error={change.error} />}
          <SettingsFields
            slug={form.slug}
            kind={integration.kind}
            value={value}
            errors={standingErrors(errors, change.variables, value)}
            secrets={integration.secret_settings}
            onChange={setValue}
          />
          <Group gap="sm">
            <Button type="submit" loading={change.isPending} disabled={!changed}>
              Save settings
            </Button>
            {integration.has_secret && (
              <Button variant="default" loading={rotate.isPending} onClick={question.open}>
                New signing secret
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <LeaveUnsaved unsaved={changed} />
      <Confirm
        opened={asking}
        onClose={question.close}
        title="Create a new signing secret?"
        action="Create secret"
        onConfirm={() => rotate.mutateAsync().then(() => undefined, toast.failure)}
      >
        {integration.secret_unread
          ? 'It takes the place of the one that cannot be read. Deliveries that wait are sent at once.'
          : 'For a day, deliveries are signed with both the new and the current secret, so that your receiver can switch.'}
      </Confirm>
      <Modal
        opened={rotate.data !== undefined}
        onClose={rotate.reset}
        // A click beside it would be the end of a secret that is shown once.
        closeOnClickOutside={false}
        title="New signing secret"
        closeButtonProps={{ 'aria-label': 'Close' }}
        size="lg"
      >
        {rotate.data && <SecretOnce secret={rotate.data.secret} previousUntil={rotate.data.previous_until} />}
        <Group justify="flex-end" mt="lg">
          <Button onClick={rotate.reset}>Done</Button>
        </Group>
      </Modal>
    </section>
  )
}

function Remove(props: { form: Form; integration: Integration }) {
  const { form, integration } = props
  const remove = useDeleteIntegration(form.slug, integration.id)
  const navigate = useNavigate()
  const [asking, question] = useDisclosure(false)
  const { definition, texts = {} } = kinds[integration.kind] ?? {}
  return (
    <section aria-labelledby="integration-delete">
      <Title order={2} id="integration-delete" mb="sm">
        Delete
      </Title>
      <Text c="dimmed" mb="sm">
        Nothing more is sent, and the log is deleted. Submissions stay.
      </Text>
      <Button variant="default" c="var(--mantine-color-error)" onClick={question.open}>
        Delete integration
      </Button>
      <Confirm
        opened={asking}
        onClose={question.close}
        title={`Delete “${integration.name}”?`}
        action="Delete integration"
        onConfirm={async () => {
          try {
            await remove.mutateAsync()
            toast.success(`“${integration.name}” is deleted.`)
            await navigate(`/forms/${form.slug}/show/integrations`)
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        Nothing more is sent to it. Waiting deliveries are canceled, and the log is deleted.
        {definition?.subscription &&
          ` ${texts.name} is not told: “${integration.name}” stays on there and gets nothing more. Switch it off there, too.`}
      </Confirm>
    </section>
  )
}
