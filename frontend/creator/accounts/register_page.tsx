import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, firstErrors } from '../../api/api_error.ts'
import { useRegister } from '../../api/accounts.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { Door } from './door.tsx'
import { focusFirstError, looksLikeEmail, present, textOf } from './form_fields.ts'
import { nextPath } from './next_path.ts'

/** Making an account; a personal workspace comes with it. */
export default function RegisterPage() {
  usePageTitle('Create an account')
  const registration = useRegister()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(registration.error), ...missing }
  const general = registration.error && Object.keys(errors).length === 0 ? registration.error.message : null

  async function register(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = {
      name: textOf(form, 'name'),
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
    }
    const wrong = present({
      name: body.name.trim() ? undefined : 'Enter your name.',
      email: looksLikeEmail(body.email) ? undefined : 'Enter an email address, such as name@example.com.',
      password: body.password.length >= 8 ? undefined : 'Use at least 8 characters.',
    })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      registration.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await registration.mutateAsync(body)
      await navigate(nextPath(search), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      focusFirstError(form, firstErrors(error))
    }
  }

  const query = search.size > 0 ? `?${search}` : ''
  return (
    <Door
      title="Create an account"
      other={{ words: 'Already have an account?', to: `/login${query}`, link: 'Sign in' }}
    >
      <form onSubmit={(event) => void register(event)} noValidate>
        <Stack gap="md">
          {general && (
            <Alert color="red" variant="light" role="alert">
              {general}
            </Alert>
          )}
          <TextInput label="Name" name="name" autoComplete="name" autoFocus error={errors.name} />
          <TextInput label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
          <PasswordInput
            label="Password"
            description="8 to 128 characters, and not one of the common ones."
            name="password"
            autoComplete="new-password"
            error={errors.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Button type="submit" loading={registration.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
