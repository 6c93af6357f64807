import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import type { User } from '../../../api_types/accounts.ts'
import { firstErrors } from '../../api/api_error.ts'
import { useSignInAgain } from '../../api/accounts.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { focusFirstError, submits, textOf } from './form_fields.ts'

/** With this on what has the focus, Escape does not close a dialog behind this one. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

/** Takes the password of the person whose page this is. What is behind it cannot be seen meanwhile. */
export default function SignInAgainDialog(props: {
  opened: boolean
  person: User
  onEnd: (again: boolean) => void
}) {
  const { person } = props
  const login = useSignInAgain(person.email)
  const errors = firstErrors(login.error)
  const error = login.error ? (errors.password ?? login.error.message) : undefined

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    try {
      await login.mutateAsync(textOf(form, 'password'))
      form.reset()
      props.onEnd(true)
    } catch {
      focusFirstError(form, { password: '' })
    }
  })

  return (
    <Modal
      opened={props.opened}
      onClose={() => props.onEnd(false)}
      title="You are signed out"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
      overlayProps={{ color: 'var(--mantine-color-body)', backgroundOpacity: 1 }}
    >
      <form onSubmit={submits(submit)} noValidate>
        <Text mb="md">
          Your session has ended. Nothing you typed is lost. Sign in to continue where you left off.
        </Text>
        <Text fw={600}>{person.name}</Text>
        <Text c="dimmed" mb="md">
          {person.email}
        </Text>
        <input type="text" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          error={error}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', ...KEEPS_ESCAPE }}
          {...KEEPS_ESCAPE}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" {...KEEPS_ESCAPE} onClick={() => props.onEnd(false)}>
            Use another account
          </Button>
          <Button type="submit" {...KEEPS_ESCAPE} loading={login.isPending}>
            Sign in
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
