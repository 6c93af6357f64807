import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { integrations as kinds } from 'virtual:plugins'
import type { Form } from '../../../api_types/forms.ts'
import { ApiError } from '../../api/api_error.ts'
import { useAddIntegration } from '../../api/integrations.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { LeaveUnsaved } from '../../design/leave_unsaved.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { submits } from '../accounts/form_fields.ts'
import { useFirstError } from './first_error.ts'
import { initialSettings } from './initial_settings.ts'
import { SecretOnce } from './secret_once.tsx'
import { SettingsFields, type Editable } from './settings_fields.tsx'
import { standingErrors } from './standing_errors.ts'

/** Adds an integration of one kind; at the end its signing secret is shown, this once. */
export function AddIntegration(props: { form: Form; kind: string; onClose: () => void }) {
  const { form, kind } = props
  const plugin = kinds[kind]
  const name = plugin?.texts.name ?? kind
  const add = useAddIntegration(form.slug)
  useReturnFocus(true)
  const navigate = useNavigate()
  const [start] = useState(() => beginning(kind))
  const [value, setValue] = useState(start)
  const unsaved = value !== start && !add.data
  const errors = add.error instanceof ApiError ? add.error.errors : {}
  const general = add.error && Object.keys(errors).length === 0
  const refused = useFirstError(add.error)

  const submit = useOneAtATime(async () => {
    try {
      await add.mutateAsync({
        kind,
        name: value.name,
        settings: value.settings,
        events: [...value.events],
        condition: value.condition,
        ...(value.connection_id !== null && { connection_id: value.connection_id }),
      })
    } catch {
      // said above, or at the fields
    }
  })

  const done = () => {
    props.onClose()
    if (add.data) void navigate(`?integration=${add.data.id}`)
  }

  return (
    <Modal
      opened
      onClose={add.data ? done : props.onClose}
      // A click beside it would be the end of what was typed, or of a secret that is shown once.
      closeOnClickOutside={false}
      closeOnEscape={!unsaved}
      title={add.data ? `${name} added` : `Add ${name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {add.data ? (
        <>
          {add.data.secret ? <SecretOnce secret={add.data.secret} /> : <Text>It is on.</Text>}
          <Group justify="flex-end" mt="lg">
            <Button onClick={done} autoFocus={!add.data.secret}>
              Done
            </Button>
          </Group>
        </>
      ) : (
        <form ref={refused} onSubmit={submits(submit)} noValidate>
          {plugin?.texts.description && (
            <Text c="dimmed" mb="md">
              {plugin.texts.description}
            </Text>
          )}
          {general && <ErrorState error={add.error} />}
          <LeaveUnsaved unsaved={unsaved} />
          <SettingsFields
            slug={form.slug}
            kind={kind}
            value={value}
            errors={standingErrors(errors, add.variables, value)}
            onChange={setValue}
          />
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add {name}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}

/** What an integration of a kind begins with. */
function beginning(kind: string): Editable {
  const plugin = kinds[kind]
  return {
    name: plugin?.texts.name ?? kind,
    settings: plugin ? initialSettings(plugin.definition) : {},
    events: ['submission.created'],
    condition: null,
    connection_id: null,
  }
}
