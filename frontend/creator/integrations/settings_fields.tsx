import { Checkbox, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { integrations as kinds } from 'virtual:plugins'
import type { Condition } from '../../../engine/document/document.ts'
import type { FieldErrors } from '../../../api_types/answer.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import type { IntegrationDefinition } from '@formwright/kit/integration'
import { settingsForm } from '@formwright/kit/settings_form'
import type { SecretSetting } from '../../../api_types/integrations.ts'
import { Preview } from './preview.tsx'
import { SecretField } from './secret_field.tsx'
import { ConditionFields } from './condition_fields.tsx'
import { translateFrom } from '../plugins/translate.ts'
import { TemplateField } from './template_field.tsx'
import { eventName } from './event_names.ts'

/** What of an integration is edited as one form. */
export interface Editable {
  name: string
  settings: Record<string, unknown>
  events: readonly string[]
  condition: Condition | null
}

/** Name, the plugin's own settings, the events that are sent, and which submissions they are sent for. */
export function SettingsFields(props: {
  slug: string
  kind: string
  value: Editable
  errors: FieldErrors
  /** what is set already and shown to nobody, by name */
  secrets?: Record<string, SecretSetting>
  onChange: (value: Editable) => void
}) {
  const { kind, value, errors } = props
  const plugin = kinds[kind]
  const settings = useQuery({
    queryKey: ['integration-settings', kind],
    enabled: plugin !== undefined,
    staleTime: Infinity,
    queryFn: async () => (await plugin?.settings()) ?? null,
  })
  const Settings = settings.data?.default
  const problems = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => ({ path: path.replace(/^settings\./, ''), message })),
  )
  const offered = plugin?.definition.events ?? []

  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="To tell it apart in the list."
        value={value.name}
        maxLength={200}
        autoComplete="off"
        error={errors.name?.[0]}
        onChange={(event) => props.onChange({ ...value, name: event.currentTarget.value })}
      />
      {settings.error && <ErrorState error={settings.error} retry={() => void settings.refetch()} />}
      {settings.isPending && plugin && (
        <DelayedFallback>
          <Skeleton h={56} />
        </DelayedFallback>
      )}
      {Settings && plugin && (
        <Settings
          settings={value.settings}
          change={(settings) => props.onChange({ ...value, settings: { ...value.settings, ...settings } })}
          problems={problems}
          t={translateFrom(plugin.texts)}
        />
      )}
      {entriesOf(plugin?.definition, 'template').map((entry) => (
        <TemplateField
          key={entry.name}
          slug={props.slug}
          entry={entry}
          value={value.settings[entry.name]}
          error={problems.find(({ path }) => path === entry.name)?.message}
          onChange={(text) =>
            props.onChange({ ...value, settings: { ...value.settings, [entry.name]: text } })
          }
        />
      ))}
      {entriesOf(plugin?.definition, 'secret').map((entry) => (
        <SecretField
          // one that was stored anew is shown as stored
          key={`${entry.name} ${props.secrets?.[entry.name]?.set_at}`}
          entry={entry}
          value={value.settings[entry.name]}
          stored={props.secrets?.[entry.name]}
          error={problems.find(({ path }) => path === entry.name)?.message}
          onChange={(secret) => {
            const { [entry.name]: _, ...others } = value.settings
            const settings = secret === undefined ? others : { ...others, [entry.name]: secret }
            props.onChange({ ...value, settings })
          }}
        />
      ))}
      {plugin && <Preview slug={props.slug} kind={kind} settings={value.settings} />}
      <Checkbox.Group
        label="Events"
        value={[...value.events]}
        error={errors.events?.[0]}
        onChange={(events) => props.onChange({ ...value, events })}
      >
        <Group gap="md" mt={4}>
          {offered.map((event) => (
            <Checkbox key={event} value={event} label={eventName(event)} />
          ))}
        </Group>
      </Checkbox.Group>
      <ConditionFields
        slug={props.slug}
        condition={value.condition}
        error={errors.condition?.[0]}
        onChange={(condition) => props.onChange({ ...value, condition })}
      />
    </Stack>
  )
}

/** The settings that the core draws: their plugin's own form leaves them out. */
function entriesOf(definition: IntegrationDefinition | undefined, wanted: 'secret' | 'template') {
  return definition ? settingsForm(definition.settings).filter(({ control }) => control === wanted) : []
}
