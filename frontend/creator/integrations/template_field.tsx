import { Button, Menu, Stack, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { showKeys, storeIds } from '../../../engine/logic/references.ts'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { useDraftFields } from '../plugins/draft_fields.ts'

/** A text with answers in it: shown and typed as `{key}`, stored as `{#id}`. */
export function TemplateField(props: {
  slug: string
  entry: SettingEntry
  value: unknown
  error?: string
  onChange: (value: string) => void
}) {
  const { entry, error } = props
  const fields = useDraftFields(props.slug)
  const stored = typeof props.value === 'string' ? props.value : ''
  const shown = showKeys(stored, (id) => fields.find((field) => field.id === id)?.key)
  const change = (text: string) =>
    props.onChange(storeIds(text, (key) => fields.find((field) => field.key === key)?.id))
  return (
    <Stack gap={4} align="flex-start">
      <Textarea
        w="100%"
        label={entry.title}
        description={entry.description}
        autosize
        minRows={2}
        maxRows={12}
        value={shown}
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.5} />}>
            Insert an answer
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {fields.length === 0 && <Menu.Label>The form has no questions yet.</Menu.Label>}
          {fields.map((field) => (
            <Menu.Item key={field.id} onClick={() => change(`${shown}{${field.key}}`)}>
              {field.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Stack>
  )
}
