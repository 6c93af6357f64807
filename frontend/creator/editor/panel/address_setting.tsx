import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { firstErrors } from '../../../api/api_error.ts'
import { useChangeSlug } from '../../../api/forms.ts'
import { useOneAtATime } from '../../../design/one_at_a_time.ts'
import { toast } from '../../../design/toasts.tsx'
import { useCurrentForm } from '../../forms/form_bar.tsx'

/** The form's public address. Changed at once, not with the draft: old addresses keep leading here. */
export function AddressSetting() {
  const form = useCurrentForm()
  const change = useChangeSlug(form.slug)
  const [typed, setTyped] = useState<string>()
  const slug = typed?.trim().toLowerCase() ?? form.slug
  const valid = /^[a-z0-9-]{3,80}$/.test(slug)
  const error = change.error ? (firstErrors(change.error).slug ?? change.error.message) : undefined
  const leave = () => {
    change.reset()
    setTyped(undefined)
  }
  const save = useOneAtATime(async () => {
    if (slug === form.slug) return setTyped(undefined)
    if (!valid) return
    try {
      await change.mutateAsync(slug)
      setTyped(undefined)
      toast.success('Address changed. The old one still leads to the form.')
    } catch {
      // said at the field
    }
  })
  return (
    <div>
      <TextInput
        label="Address"
        description={`${window.location.host}/forms/${slug}`}
        value={typed ?? form.slug}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        data-own-undo
        error={valid ? error : '3 to 80 lowercase letters, digits, or hyphens.'}
        onChange={(event) => {
          change.reset()
          setTyped(event.currentTarget.value)
        }}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && save()}
      />
      {slug !== form.slug && (
        <Group gap="sm" mt={8}>
          <Button
            size="xs"
            variant="default"
            disabled={!valid}
            loading={change.isPending}
            onClick={() => save()}
          >
            Change address
          </Button>
          <Button size="xs" variant="subtle" onClick={leave}>
            Cancel
          </Button>
        </Group>
      )}
    </div>
  )
}
