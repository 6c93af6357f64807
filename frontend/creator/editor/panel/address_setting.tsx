import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { firstErrors } from '../../../api/api_error.ts'
import { useChangeSlug } from '../../../api/forms.ts'
import { toast } from '../../../design/toasts.tsx'
import { useCurrentForm } from '../../forms/form_bar.tsx'

/** The form's public address. Changed at once, not with the draft: old addresses keep leading here. */
export function AddressSetting() {
  const form = useCurrentForm()
  const change = useChangeSlug(form.slug)
  const [typed, setTyped] = useState<string>()
  const slug = typed ?? form.slug
  const valid = /^[a-z0-9-]{3,80}$/.test(slug)
  const error = change.error ? (firstErrors(change.error).slug ?? change.error.message) : undefined
  const save = () => {
    change.mutate(slug, {
      onSuccess: () => {
        setTyped(undefined)
        toast.success('The form has a new address. The old one keeps leading to it.')
      },
    })
  }
  return (
    <div>
      <TextInput
        label="Address"
        description={`${window.location.host}/forms/${slug}`}
        value={slug}
        spellCheck={false}
        error={typed !== undefined && !valid ? '3 to 80 small letters, digits or hyphens.' : error}
        onChange={(event) => {
          change.reset()
          setTyped(event.currentTarget.value)
        }}
      />
      {typed !== undefined && typed !== form.slug && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          disabled={!valid}
          loading={change.isPending}
          onClick={save}
        >
          Change the address
        </Button>
      )}
    </div>
  )
}
