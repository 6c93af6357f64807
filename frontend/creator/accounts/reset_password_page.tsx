import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, firstErrors } from '../../api/api_error.ts'
import { useResetPassword } from '../../api/accounts.ts'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { AuthLayout } from './auth_layout.tsx'
import { focusFirstError, present, submits, textOf } from './form_fields.ts'

/** Choosing a new password, by a link that came by mail or from an operator. */
export default function ResetPasswordPage() {
  usePageTitle('Choose a new password')
  const { token = '' } = useParams()
  const reset = useResetPassword(token)
  const again = { words: 'The link is no longer good?', to: '/password/email', link: 'Ask for a new one' }
  return (
    <AuthLayout title="Choose a new password" {...(!reset.isSuccess && { other: again })}>
      <div>
        {/* always there, so that what comes into it is read out */}
        <div role="status">{reset.isSuccess && <Done />}</div>
        {!reset.isSuccess && <Choosing reset={reset} />}
      </div>
    </AuthLayout>
  )
}

function Done() {
  return (
    <Alert
      color="green"
      variant="light"
      title="Your password is changed"
      icon={<IconCircleCheck size={20} stroke={1.5} />}
    >
      You are signed out everywhere.{' '}
      <Anchor component={Link} to="/login" underline="always" autoFocus>
        Sign in with the new password
      </Anchor>
    </Alert>
  )
}

function Choosing({ reset }: { reset: ReturnType<typeof useResetPassword> }) {
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(reset.error), ...missing }
  const general = reset.error && Object.keys(errors).length === 0 ? reset.error.message : null

  const choose = useOneAtATime(async (form: HTMLFormElement) => {
    const password = textOf(form, 'password')
    const wrong = present({ password: password.length >= 8 ? undefined : 'Use at least 8 characters.' })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      reset.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await reset.mutateAsync(password)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      focusFirstError(form, firstErrors(error))
    }
  })

  return (
    <form onSubmit={submits(choose)} noValidate>
      <Stack gap="md">
        {general && <FormError>{general}</FormError>}
        <Text c="dimmed">It signs you out everywhere.</Text>
        <PasswordInput
          label="New password"
          description="8 to 128 characters. Common passwords are not accepted."
          name="password"
          autoComplete="new-password"
          autoFocus
          error={errors.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Button type="submit" loading={reset.isPending}>
          Change password
        </Button>
      </Stack>
    </form>
  )
}
