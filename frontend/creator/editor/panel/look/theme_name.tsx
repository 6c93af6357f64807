import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { Theme } from '../../../../../api_types/themes.ts'
import { firstErrors } from '../../../../api/api_error.ts'
import { useOneAtATime } from '../../../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../../../design/return_focus.ts'
import { focusFirstError, submits, textOf } from '../../../accounts/form_fields.ts'

/** Asks what a theme is to be called: one that is there, or the look that becomes one. */
export function ThemeName(props: {
  opened: boolean
  theme: Theme | undefined
  error: Error | null
  onName: (name: string) => Promise<unknown>
  onClose: () => void
}) {
  const { opened, theme, error } = props
  useReturnFocus(opened)
  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    // a dialog on its way out is still seen for a moment
    if (!opened) return
    try {
      await props.onName(textOf(form, 'name'))
      props.onClose()
    } catch {
      focusFirstError(form, { name: '' })
    }
  })
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      returnFocus={false}
      title={theme ? 'Rename theme' : 'Save this look'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submits(submit)} noValidate>
        <TextInput
          label="Name"
          description={
            theme
              ? undefined
              : 'Any form of this workspace can take it over. Logo and cover are not part of it.'
          }
          name="name"
          defaultValue={theme?.name}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={error ? (firstErrors(error).name ?? error.message) : undefined}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit">{theme ? 'Rename theme' : 'Save theme'}</Button>
        </Group>
      </form>
    </Modal>
  )
}
