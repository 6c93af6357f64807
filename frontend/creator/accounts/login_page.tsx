import { Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError, firstErrors } from '../../api/api_error.ts'
import { useLogin } from '../../api/accounts.ts'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { AuthLayout } from './auth_layout.tsx'
import { focusFirstError, looksLikeEmail, present, submits, textOf } from './form_fields.ts'
import { nextPath } from './next_path.ts'

/** Signing in; afterwards the person is back where they wanted to go. */
export default function LoginPage() {
  usePageTitle('Sign in')
  const login = useLogin()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(login.error), ...missing }
  const general = login.error && Object.keys(errors).length === 0 ? login.error.message : null

  const signIn = useOneAtATime(async (form: HTMLFormElement) => {
    const body = {
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      remember: textOf(form, 'remember') === 'on',
    }
    const wrong = present({
      email: looksLikeEmail(body.email) ? undefined : 'Enter your email address.',
      password: body.password ? undefined : 'Enter your password.',
    })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      login.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await login.mutateAsync(body)
      await navigate(nextPath(search), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      focusFirstError(form, firstErrors(error))
    }
  })

  const query = search.size > 0 ? `?${search}` : ''
  return (
    <AuthLayout
      title="Sign in"
      other={{ words: 'New here?', to: `/register${query}`, link: 'Create an account' }}
    >
      <form onSubmit={submits(signIn)} noValidate>
        <Stack gap="md">
          {general && <FormError>{general}</FormError>}
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            error={errors.email}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            error={errors.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Anchor component={Link} to="/password/email" style={{ alignSelf: 'start' }}>
            Forgot password?
          </Anchor>
          <Checkbox label="Stay signed in" name="remember" />
          <Button type="submit" loading={login.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}
