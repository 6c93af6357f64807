import { Alert, Button, Group, NumberInput, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconMailExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { MailSender } from '../../../api_types/mail.ts'
import { firstErrors } from '../../api/api_error.ts'
import { useMailSender } from '../../api/mail_sender.ts'
import { Confirm } from '../../design/confirm.tsx'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { date } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { focusFirstError, looksLikeEmail, present, submits, textOf } from '../accounts/form_fields.ts'

const SECURITY = [
  { value: 'tls', label: 'TLS (port 465)' },
  { value: 'starttls', label: 'STARTTLS (port 587)' },
  { value: 'none', label: 'None' },
]
const PORTS = { tls: 465, starttls: 587, none: 25 }

interface Parts {
  own: MailSender | null
  errors: Record<string, string>
}

/** A workspace's own mail server: it is used once a test mail has gone out. */
export function MailServer(props: { workspaceId: string; own: MailSender | null }) {
  const { own } = props
  const { keep, test } = useMailSender(props.workspaceId)
  const [security, setSecurity] = useState(own?.security ?? 'tls')
  const [port, setPort] = useState<string | number>(own?.port ?? PORTS.tls)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(keep.error), ...missing }
  const general = keep.error && Object.keys(errors).length === 0 ? keep.error.message : null

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const typed = {
      host: textOf(form, 'host').trim(),
      username: textOf(form, 'username').trim(),
      from_address: textOf(form, 'from_address').trim(),
      from_name: textOf(form, 'from_name').trim(),
    }
    const password = textOf(form, 'password')
    const wrong = present({
      host: typed.host ? undefined : 'Enter the name of the mail server.',
      port: Number(port) > 0 ? undefined : 'Enter a port.',
      from_address: looksLikeEmail(typed.from_address) ? undefined : 'Enter an email address.',
    })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      keep.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await keep.mutateAsync({ ...typed, port: Number(port), security, ...(password !== '' && { password }) })
    } catch (error) {
      focusFirstError(form, firstErrors(error))
    }
  })

  return (
    <form onSubmit={submits(submit)} noValidate>
      <Stack gap="md" maw={480} align="stretch">
        {own && <State own={own} />}
        {general && <FormError>{general}</FormError>}
        {test.error && <FormError>{test.error.message}</FormError>}
        <Where
          own={own}
          errors={errors}
          security={security}
          port={port}
          onSecurity={setSecurity}
          onPort={setPort}
        />
        <Who own={own} errors={errors} />
        <Group gap="sm">
          <Button type="submit" loading={keep.isPending}>
            Save
          </Button>
          {own && (
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              Send a test mail
            </Button>
          )}
          {own && <Remove workspaceId={props.workspaceId} />}
        </Group>
      </Stack>
    </form>
  )
}

/** Where the server is. */
function Where(
  props: Parts & {
    security: MailSender['security']
    port: string | number
    onSecurity: (security: MailSender['security']) => void
    onPort: (port: string | number) => void
  },
) {
  const { own, errors } = props
  return (
    <>
      <TextInput
        label="Server"
        name="host"
        placeholder="mail.example.com"
        defaultValue={own?.host}
        error={errors.host}
        autoComplete="off"
        spellCheck={false}
      />
      <Group gap="md" grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label="Security"
          data={SECURITY}
          value={props.security}
          allowDeselect={false}
          onChange={(next) => {
            const chosen = next === 'tls' || next === 'starttls' ? next : 'none'
            if (Number(props.port) === PORTS[props.security]) props.onPort(PORTS[chosen])
            props.onSecurity(chosen)
          }}
        />
        <NumberInput
          label="Port"
          name="port"
          value={props.port}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          error={errors.port}
          onChange={props.onPort}
        />
      </Group>
    </>
  )
}

/** Whose account it is, and who mail comes from. */
function Who(props: Parts) {
  const { own, errors } = props
  return (
    <>
      <TextInput
        label="Account"
        name="username"
        description="Left empty where the server asks for none."
        defaultValue={own?.username}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        label="Password"
        name="password"
        description={own?.has_password && !own.unread ? 'Left empty, the one that is set stays.' : undefined}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      <TextInput
        label="Sender’s address"
        name="from_address"
        type="email"
        defaultValue={own?.from_address}
        error={errors.from_address}
        autoComplete="off"
      />
      <TextInput label="Sender’s name" name="from_name" defaultValue={own?.from_name} autoComplete="off" />
    </>
  )
}

function State({ own }: { own: MailSender }) {
  if (own.unread) {
    return (
      <Alert color="red" variant="light" icon={<IconMailExclamation size={20} stroke={1.5} />}>
        Its password was stored with another key than this server has now, and cannot be read: no mail is
        sent. Type the password again, save, and send a test mail.
      </Alert>
    )
  }
  return own.verified_at === null ? (
    <Alert color="yellow" variant="light" icon={<IconMailExclamation size={20} stroke={1.5} />}>
      It is not used yet. Send a test mail, which goes to your own address.
    </Alert>
  ) : (
    <Alert color="green" variant="light" icon={<IconCheck size={20} stroke={1.5} />}>
      In use since {date(own.verified_at)}.
    </Alert>
  )
}

function Remove(props: { workspaceId: string }) {
  const { remove } = useMailSender(props.workspaceId)
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        Remove
      </Button>
      <Confirm
        opened={asked}
        title="Remove the mail server?"
        action="Remove mail server"
        onConfirm={() => remove.mutateAsync().then(() => setAsked(false), toast.failure)}
        onClose={() => setAsked(false)}
      >
        Its account and password are forgotten. Mail then comes from the server of this instance, or waits
        where there is none.
      </Confirm>
    </>
  )
}
