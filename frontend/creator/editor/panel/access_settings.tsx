import { Button, Group, NumberInput, PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeAccess } from '../blocks/form_settings.ts'
import { useEditor, useSettingsGroup } from '../use_editor.ts'

const MOST = 1_000_000_000

/** Password, opening times and the most submissions. */
export function AccessSettings() {
  const editor = useEditor()
  const access = useSettingsGroup('access')
  const { opensAt, closesAt, maxSubmissions } = access
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const backwards = typeof opensAt === 'string' && typeof closesAt === 'string' && opensAt >= closesAt
  return (
    <>
      <Password has={access.hasPassword === true || typeof access.password === 'string'} />
      <Moment
        label="Opens"
        value={opensAt}
        description={`Your time, ${zone}.`}
        onChange={(value) => changeAccess(editor, { opensAt: value })}
      />
      <Moment
        label="Closes"
        value={closesAt}
        description={`Your time, ${zone}.`}
        error={backwards ? 'This is before it opens.' : undefined}
        onChange={(value) => changeAccess(editor, { closesAt: value })}
      />
      <NumberInput
        label="Most submissions"
        description="The form is full after that many."
        placeholder="No limit"
        min={1}
        max={MOST}
        allowDecimal={false}
        allowNegative={false}
        value={typeof maxSubmissions === 'number' ? maxSubmissions : ''}
        onChange={(next) => {
          if (next === '') changeAccess(editor, { maxSubmissions: null })
          else if (typeof next === 'number' && next >= 1 && next <= MOST)
            changeAccess(editor, { maxSubmissions: next })
        }}
      />
    </>
  )
}

function Password(props: { has: boolean }) {
  const editor = useEditor()
  const [typed, setTyped] = useState<string>()
  if (props.has && typed === undefined) {
    return (
      <div>
        <Text fw={500}>Password</Text>
        <Text c="dimmed" size="xs" mb={4}>
          People are asked for it before they see the form.
        </Text>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={() => setTyped('')}>
            Change
          </Button>
          <Button size="xs" variant="default" onClick={() => changeAccess(editor, { password: null })}>
            Remove
          </Button>
        </Group>
      </div>
    )
  }
  const set = () => {
    if (!typed) return
    changeAccess(editor, { password: typed })
    setTyped(undefined)
  }
  return (
    <div>
      <PasswordInput
        label="Password"
        placeholder="None"
        autoComplete="new-password"
        maxLength={128}
        value={typed ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && set()}
      />
      {typed !== undefined && (
        <Group gap="sm" mt={8}>
          <Button size="xs" variant="default" disabled={typed === ''} onClick={set}>
            Set password
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setTyped(undefined)}>
            Cancel
          </Button>
        </Group>
      )}
    </div>
  )
}

function Moment(props: {
  label: string
  value: unknown
  description: string
  error?: string
  onChange: (value: string | null) => void
}) {
  return (
    <TextInput
      type="datetime-local"
      label={props.label}
      description={props.description}
      error={props.error}
      value={typeof props.value === 'string' ? localOf(props.value) : ''}
      onChange={(event) => {
        const text = event.currentTarget.value
        const date = new Date(text)
        if (text === '') props.onChange(null)
        else if (!Number.isNaN(date.getTime())) props.onChange(date.toISOString())
      }}
    />
  )
}

/** An instant as the control for local times holds it. */
function localOf(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
