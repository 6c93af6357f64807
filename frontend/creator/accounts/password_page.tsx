import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { firstErrors } from '../../api/api_error.ts'
import { useChangePassword, useUser } from '../../api/accounts.ts'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { toast } from '../../design/toasts.tsx'
import { focusFirstError, present, submits, textOf } from './form_fields.ts'

/** Setting another password. */
export default function PasswordPage() {
  usePageTitle('Password')
  const user = useUser()
  const change = useChangePassword()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(change.error), ...missing }
  const general = change.error && Object.keys(errors).length === 0 ? change.error.message : null

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const body = {
      current_password: textOf(form, 'current_password'),
      password: textOf(form, 'password'),
    }
    const wrong = present({
      current_password: body.current_password ? undefined : 'Enter your current password.',
      password: body.password.length >= 8 ? undefined : 'Use at least 8 characters.',
    })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      change.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await change.mutateAsync(body)
      form.reset()
      toast.success('Password changed. You are signed out everywhere else.')
    } catch (error) {
      focusFirstError(form, firstErrors(error))
    }
  })

  return (
    <section aria-labelledby="password">
      <Title order={2} id="password">
        Password
      </Title>
      <Text c="dimmed" mb="md">
        Changing it signs you out everywhere else.
      </Text>
      <form onSubmit={submits(submit)} noValidate>
        <Stack gap="md" maw={400} align="stretch">
          {general && <FormError>{general}</FormError>}
          <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordInput
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            error={errors.current_password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
          />
          <PasswordInput
            label="New password"
            description="8 to 128 characters. Common passwords are not accepted."
            name="password"
            autoComplete="new-password"
            error={errors.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
          />
          <Button type="submit" loading={change.isPending} style={{ alignSelf: 'start' }}>
            Change password
          </Button>
        </Stack>
      </form>
    </section>
  )
}
