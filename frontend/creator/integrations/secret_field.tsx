import { Button, Group, Input, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import type { SettingEntry } from '@formwright/kit/settings_form'
import type { SecretSetting } from '../../../api_types/integrations.ts'
import { date } from '../../design/time.ts'

/**
 * A setting that can be written and never read. `value` is what is to be stored: undefined leaves what there is, an
 * empty text removes it.
 */
export function SecretField(props: {
  entry: SettingEntry
  value: unknown
  stored?: SecretSetting
  error?: string
  onChange: (value: string | undefined) => void
}) {
  const { entry, stored, value, error, onChange } = props
  const [replacing, setReplacing] = useState(false)
  if (stored && (value === '' || (value === undefined && !replacing))) {
    const removed = value === ''
    return (
      <Input.Wrapper
        label={entry.title}
        description={entry.description}
        error={error}
        labelElement="div"
        role="group"
        aria-label={entry.title}
      >
        <Group gap="sm" mt={4}>
          <Text>{removed ? 'Removed when you save.' : storedWords(stored)}</Text>
          {removed ? (
            <Button variant="default" size="xs" onClick={() => onChange(undefined)}>
              Keep it
            </Button>
          ) : (
            <>
              <Button variant="default" size="xs" onClick={() => setReplacing(true)}>
                Replace
              </Button>
              <Button variant="default" size="xs" onClick={() => onChange('')}>
                Remove
              </Button>
            </>
          )}
        </Group>
      </Input.Wrapper>
    )
  }
  return (
    <PasswordInput
      label={entry.title}
      description={entry.description}
      autoComplete="off"
      autoFocus={replacing}
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' && stored ? undefined : currentTarget.value)
      }
    />
  )
}

function storedWords({ set_at: setAt, ends_in: end }: SecretSetting): string {
  return `Set on ${date(setAt)}${end === null ? '' : `, ends in …${end}`}`
}
