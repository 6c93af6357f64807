import { Alert, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError, firstErrors } from '../../api/api_error.ts'
import { useAskForReset } from '../../api/accounts.ts'
import { useFeatures } from '../../api/features.ts'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { AuthLayout } from './auth_layout.tsx'
import { focusFirstError, looksLikeEmail, present, submits, textOf } from './form_fields.ts'

/** Asking for a link to choose a new password, or whom to ask where this server sends no mail. */
export default function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  const features = useFeatures()
  // where it cannot be told, the server says so to whoever tries
  const byMail = features.isError || features.data?.resets_by_mail
  return (
    <AuthLayout title="Forgot password?" other={{ words: 'Remembered it?', to: '/login', link: 'Sign in' }}>
      {byMail === undefined ? (
        <Skeleton height={140} />
      ) : byMail ? (
        <Asking />
      ) : (
        <Alert color="gray" variant="light">
          This server sends no mail. Ask whoever runs it for a link to choose a new password.
        </Alert>
      )}
    </AuthLayout>
  )
}

function Asking() {
  const ask = useAskForReset()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(ask.error), ...missing }
  const general = ask.error && Object.keys(errors).length === 0 ? ask.error.message : null

  const send = useOneAtATime(async (form: HTMLFormElement) => {
    const email = textOf(form, 'email').trim()
    const wrong = present({
      email: looksLikeEmail(email) ? undefined : 'Enter your email address.',
    })
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) {
      ask.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await ask.mutateAsync(email)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      focusFirstError(form, firstErrors(error))
    }
  })

  return (
    <Stack gap="md">
      <Text c="dimmed">
        Enter the email address of your account. You get a link to choose a new password. It is good once,
        within an hour.
      </Text>
      <div>
        {/* always there, so that what comes into it is read out */}
        <div role="status">
          {ask.isSuccess && (
            <Alert
              mb="md"
              color="green"
              variant="light"
              title="Look into your mail"
              icon={<IconMailCheck size={20} stroke={1.5} />}
            >
              If {ask.variables} belongs to an account, a link is on its way there. Nothing after a few
              minutes? Look among spam, or ask whoever runs this server.
            </Alert>
          )}
        </div>
        <form onSubmit={submits(send)} noValidate>
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
            <Button type="submit" variant={ask.isSuccess ? 'default' : 'filled'} loading={ask.isPending}>
              {ask.isSuccess ? 'Send another link' : 'Send the link'}
            </Button>
          </Stack>
        </form>
      </div>
    </Stack>
  )
}
