import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { LONGEST_PASSWORD } from '../../../../engine/document/limits.ts'
import { firstErrors } from '../../../api/api_error.ts'
import { useSetFormPassword } from '../../../api/forms.ts'
import { useOneAtATime } from '../../../design/one_at_a_time.ts'
import { toast } from '../../../design/toasts.tsx'
import { useCurrentForm } from '../../forms/form_bar.tsx'
import { Property } from './property.tsx'
import { useSettingMark } from './wanted_setting.ts'

type Save = (password: string | null, done: string) => void

/** The form's password. Changed at once, not with the draft: whoever answers just now is asked for the new one. */
export function PasswordSetting() {
  const form = useCurrentForm()
  const change = useSetFormPassword(form.slug)
  const [typed, setTyped] = useState<string>()
  const error = change.error ? (firstErrors(change.error).password ?? change.error.message) : undefined
  const save = useOneAtATime(async (password: string | null, done: string) => {
    try {
      await change.mutateAsync(password)
      setTyped(undefined)
      toast.success(done)
    } catch {
      // said at the field
    }
  })
  const shared = { error, busy: change.isPending, save }
  if (form.has_password && typed === undefined)
    return <PasswordSet {...shared} onChange={() => setTyped('')} />
  return (
    <PasswordEntry
      {...shared}
      typed={typed}
      onType={(text) => {
        change.reset()
        setTyped(text)
      }}
    />
  )
}

/** There is one, which nobody can read: it can be changed or removed. */
function PasswordSet(props: { error?: string; busy: boolean; save: Save; onChange: () => void }) {
  const mark = useSettingMark('access.password')
  return (
    <div>
      <Property label="Password">
        {() => (
          <Group gap="xs">
            <Button {...mark} size="xs" variant="default" onClick={props.onChange}>
              Change
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={props.busy}
              onClick={() => props.save(null, 'The password is removed. The form opens without one.')}
            >
              Remove
            </Button>
          </Group>
        )}
      </Property>
      {props.error !== undefined && (
        <Text c="var(--mantine-color-error)" size="xs" mt={4} role="alert">
          {props.error}
        </Text>
      )}
    </div>
  )
}

/** A new one is typed. `typed` is absent before anything was. */
function PasswordEntry(props: {
  typed: string | undefined
  error?: string
  busy: boolean
  save: Save
  onType: (text: string | undefined) => void
}) {
  const { typed, onType } = props
  const mark = useSettingMark('access.password')
  const long = typed !== undefined && typed.length > LONGEST_PASSWORD
  const set = () => {
    if (typed && !long) props.save(typed, 'The password is set. The form asks for it from now on.')
  }
  return (
    <div>
      <PasswordInput
        {...mark}
        label="Password"
        placeholder="None"
        autoComplete="new-password"
        description={
          typed !== undefined && typed !== typed.trim()
            ? 'It starts or ends with a space. People have to type that too.'
            : 'Takes effect at once, without publishing.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-own-undo
        value={typed ?? ''}
        error={
          long
            ? `A password has up to ${LONGEST_PASSWORD} characters; this one has ${typed.length}.`
            : props.error
        }
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && set()}
      />
      {typed !== undefined && (
        <Group gap="sm" mt={8}>
          <Button
            size="xs"
            variant="default"
            disabled={typed === '' || long}
            loading={props.busy}
            onClick={set}
          >
            Set password
          </Button>
          <Button size="xs" variant="subtle" onClick={() => onType(undefined)}>
            Cancel
          </Button>
        </Group>
      )}
    </div>
  )
}
