import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { LONGEST_PASSWORD } from '../../../../engine/document/limits.ts'
import { firstErrors } from '../../../api/api_error.ts'
import { useSetFormPassword } from '../../../api/forms.ts'
import { useOneAtATime } from '../../../design/one_at_a_time.ts'
import { toast } from '../../../design/toasts.tsx'
import { useCurrentForm } from '../../forms/form_bar.tsx'
import { useSettingMark } from './wanted_setting.ts'

/** The form's password. Changed at once, not with the draft: whoever answers just now is asked for the new one. */
export function PasswordSetting() {
  const form = useCurrentForm()
  const change = useSetFormPassword(form.slug)
  const mark = useSettingMark('access.password')
  const [typed, setTyped] = useState<string>()
  const error = change.error ? (firstErrors(change.error).password ?? change.error.message) : undefined
  const leave = () => {
    change.reset()
    setTyped(undefined)
  }
  const save = useOneAtATime(async (password: string | null, done: string) => {
    try {
      await change.mutateAsync(password)
      setTyped(undefined)
      toast.success(done)
    } catch {
      // said at the field
    }
  })
  if (form.has_password && typed === undefined) {
    return (
      <div>
        <Text fw={500}>Password</Text>
        <Text c="dimmed" size="xs" mb={4}>
          People are asked for it before they see the form.
        </Text>
        <Group gap="sm">
          <Button {...mark} size="xs" variant="default" onClick={() => setTyped('')}>
            Change
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => save(null, 'The form opens without a password.')}
          >
            Remove
          </Button>
        </Group>
        {error !== undefined && (
          <Text c="var(--mantine-color-error)" size="xs" mt={4} role="alert">
            {error}
          </Text>
        )}
      </div>
    )
  }
  const long = typed !== undefined && typed.length > LONGEST_PASSWORD
  const set = () => {
    if (typed && !long) save(typed, 'The form asks for the new password.')
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
            ? 'It begins or ends with a space, which people have to type too.'
            : 'It works at once, without publishing.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-own-undo
        value={typed ?? ''}
        error={
          long ? `A password has up to ${LONGEST_PASSWORD} characters; this one has ${typed.length}.` : error
        }
        onChange={(event) => {
          change.reset()
          setTyped(event.currentTarget.value)
        }}
        onKeyDown={(event) => event.key === 'Enter' && set()}
      />
      {typed !== undefined && (
        <Group gap="sm" mt={8}>
          <Button
            size="xs"
            variant="default"
            disabled={typed === '' || long}
            loading={change.isPending}
            onClick={set}
          >
            Set password
          </Button>
          <Button size="xs" variant="subtle" onClick={leave}>
            Cancel
          </Button>
        </Group>
      )}
    </div>
  )
}
