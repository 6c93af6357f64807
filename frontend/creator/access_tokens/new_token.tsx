import { Alert, Button, Checkbox, Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { Scope } from '../../../api_types/access_tokens.ts'
import { useAccessTokens } from '../../api/access_tokens.ts'
import { firstErrors } from '../../api/api_error.ts'
import { CopyField } from '../../design/copy_field.tsx'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { focusFirstError, present, submits, textOf } from '../accounts/form_fields.ts'
import { isScope, SCOPE_TEXTS } from './scope_texts.ts'

const DAY = 24 * 3600_000
const NEVER = 'never'
const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: NEVER, label: 'No expiry' },
]

/** Creates an access token; at the end it is shown, this once. */
export function NewToken(props: { workspaceId: string; workspace: string; onClose: () => void }) {
  const { make } = useAccessTokens(props.workspaceId)
  useReturnFocus(true)
  return (
    <Modal
      opened
      onClose={props.onClose}
      returnFocus={false}
      // A click beside it would be the end of a token that is shown once.
      closeOnClickOutside={!make.data}
      title={make.data ? 'Token created' : 'New token'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {make.data ? (
        <Stack gap="md">
          <Alert color="amber" variant="light" icon={<IconKey size={20} stroke={1.5} />}>
            Copy this token now. It is not shown again.
          </Alert>
          <CopyField
            label="Access token"
            description="Send it as “Authorization: Bearer” and the token. Keep it like a password."
            value={make.data.token}
            autoFocus
          />
          <Group justify="flex-end">
            <Button onClick={props.onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <TokenForm make={make} workspace={props.workspace} onClose={props.onClose} />
      )}
    </Modal>
  )
}

function TokenForm(props: {
  make: ReturnType<typeof useAccessTokens>['make']
  workspace: string
  onClose: () => void
}) {
  const { make } = props
  const [scopes, setScopes] = useState<Scope[]>([])
  const [lifetime, setLifetime] = useState('90')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(make.error), ...missing }
  const general = make.error && Object.keys(errors).length === 0 ? make.error.message : null

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const name = textOf(form, 'name').trim()
    const wrong = present({
      name: name ? undefined : 'Enter a name.',
      scopes: scopes.length > 0 ? undefined : 'Choose at least one permission.',
    })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      make.reset()
      focusFirstError(form, wrong)
      return
    }
    const ends = lifetime === NEVER ? null : new Date(Date.now() + Number(lifetime) * DAY).toISOString()
    try {
      await make.mutateAsync({ name, scopes, expires_at: ends })
    } catch (error) {
      focusFirstError(form, firstErrors(error))
    }
  })

  return (
    <form onSubmit={submits(submit)} noValidate>
      <Stack gap="md">
        {general && <FormError>{general}</FormError>}
        <Text c="dimmed">
          A program with this token acts as you in {props.workspace}, within the permissions you choose.
        </Text>
        <TextInput
          label="Name"
          description="What uses the token."
          name="name"
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={errors.name}
        />
        <Permissions scopes={scopes} error={errors.scopes} onChange={setScopes} />
        <Select
          label="Expires after"
          data={LIFETIMES}
          value={lifetime}
          allowDeselect={false}
          error={errors.expires_at}
          onChange={(value) => setLifetime(value ?? NEVER)}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={make.isPending}>
          Create token
        </Button>
      </Group>
    </form>
  )
}

function Permissions(props: { scopes: Scope[]; error?: string; onChange: (scopes: Scope[]) => void }) {
  return (
    <Checkbox.Group
      label="Permissions"
      value={props.scopes}
      error={props.error}
      onChange={(values) => props.onChange(values.filter(isScope))}
    >
      <Stack gap="sm" mt={8}>
        {Object.entries(SCOPE_TEXTS).map(([scope, { name, words }]) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={name}
            // programs are told the scope that is missing by this name
            description={
              <>
                {words} <Code>{scope}</Code>
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
