import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import { firstErrors } from '../../api/api_error.ts'
import { useConfirmPassword, useUser } from '../../api/accounts.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { submits, textOf } from './form_fields.ts'

/** Takes the password of somebody who signed in long ago, and says whether it was given. */
export default function ConfirmPasswordDialog(props: {
  opened: boolean
  onEnd: (confirmed: boolean) => void
}) {
  const user = useUser()
  const confirm = useConfirmPassword()
  const error = confirm.error ? (firstErrors(confirm.error).password ?? confirm.error.message) : undefined

  function end(confirmed: boolean) {
    confirm.reset()
    props.onEnd(confirmed)
  }

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    try {
      await confirm.mutateAsync(textOf(form, 'password'))
      end(true)
    } catch {
      form.querySelector<HTMLInputElement>('input[name=password]')?.select()
    }
  })

  return (
    <Modal
      opened={props.opened}
      onClose={() => end(false)}
      title="Confirm your password"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submits(submit)} noValidate>
        <Text mb="md">You signed in a while ago. Enter your password to continue.</Text>
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          error={error}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={() => end(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Continue
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
