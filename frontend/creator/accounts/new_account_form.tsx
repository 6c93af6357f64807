import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, firstErrors } from '../../api/api_error.ts'
import type { NewPerson } from '../../api/accounts.ts'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { focusFirstError, looksLikeEmail, present, submits, textOf } from './form_fields.ts'

/** Name, address and password of somebody who makes an account. */
export function NewAccountForm(props: {
  making: UseMutationResult<unknown, Error, NewPerson>
  submit: string
  onMade: () => void | Promise<void>
}) {
  const { making } = props
  const [missing, setMissing] = useState<Record<string, string>>({})
  const errors = { ...firstErrors(making.error), ...missing }
  const general = making.error && Object.keys(errors).length === 0 ? making.error.message : null

  const make = useOneAtATime(async (form: HTMLFormElement) => {
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
      making.reset()
      focusFirstError(form, wrong)
      return
    }
    try {
      await making.mutateAsync(body)
      await props.onMade()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      focusFirstError(form, firstErrors(error))
    }
  })

  return (
    <form onSubmit={submits(make)} noValidate>
      <Stack gap="md">
        {general && <FormError>{general}</FormError>}
        <TextInput label="Name" name="name" autoComplete="name" autoFocus error={errors.name} />
        <TextInput label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
        <PasswordInput
          label="Password"
          description="8 to 128 characters. Common passwords are not accepted."
          name="password"
          autoComplete="new-password"
          error={errors.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Button type="submit" loading={making.isPending}>
          {props.submit}
        </Button>
      </Stack>
    </form>
  )
}
