import { Alert, Checkbox, Group, Input, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { integrations as kinds } from 'virtual:plugins'
import type { Condition } from '../../../engine/document/document.ts'
import type { FieldErrors } from '../../../api_types/answer.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import type {
  IntegrationSettings,
  IntegrationSettingsProps,
  SettingsQuestion,
} from '@formwright/kit/integration'
import { isWanted, settingsForm } from '@formwright/kit/settings_form'
import type { SecretSetting } from '../../../api_types/integrations.ts'
import { Preview } from './preview.tsx'
import { ConnectionPicker } from '../connections/connection_picker.tsx'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { ChoiceField } from './choice_field.tsx'
import { NoMailServer } from './no_mail_server.tsx'
import { MappingField } from './mapping_field.tsx'
import { SecretField } from './secret_field.tsx'
import { ConditionFields } from './condition_fields.tsx'
import { useDraftFields } from '../plugins/draft_fields.ts'
import { useFormReferences } from '../plugins/form_references.ts'
import { PluginBoundary } from '../plugins/plugin_boundary.tsx'
import { StrayFault } from '../plugins/stray_fault.tsx'
import { translateFrom } from '../plugins/translate.ts'
import { useBoundedChange } from '../plugins/use_bounded_change.ts'
import { ReferencesProvider } from '../text/references.ts'
import { TemplateField } from './template_field.tsx'
import { eventName } from './event_names.ts'

type Plugin = (typeof kinds)[string]

const DRAWN_BY_CORE: ReadonlySet<string> = new Set(['choices', 'mapping', 'secret', 'template'])

/** What of an integration is edited as one form. */
export interface Editable {
  name: string
  settings: Record<string, unknown>
  events: readonly string[]
  condition: Condition | null
  /** of kinds that work with one */
  connection_id: string | null
}

interface SettingsProps {
  slug: string
  kind: string
  value: Editable
  errors: FieldErrors
  /** what is set already and shown to nobody, by name */
  secrets?: Record<string, SecretSetting>
  onChange: (value: Editable) => void
}

/** Name, the plugin's own settings, the events that are sent, and which submissions they are sent for. */
export function SettingsFields(props: SettingsProps) {
  const { slug, kind, value, errors } = props
  const plugin = kinds[kind]
  const subscribed = plugin?.definition.subscription !== undefined

  return (
    <Stack gap="md">
      {plugin?.definition.mail && <NoMailServer />}
      <TextInput
        label="Name"
        description="Shown in the list of integrations."
        value={value.name}
        maxLength={200}
        autoComplete="off"
        error={errors.name?.[0]}
        onChange={(event) => props.onChange({ ...value, name: event.currentTarget.value })}
      />
      {plugin && subscribed && <Subscribed name={plugin.texts.name ?? kind} events={value.events} />}
      {plugin && !subscribed && <PluginSettings {...props} plugin={plugin} />}
      {plugin && <Preview slug={slug} kind={kind} settings={value.settings} />}
      {!subscribed && <Events {...props} offered={plugin?.definition.events ?? []} />}
      <ConditionFields
        slug={props.slug}
        condition={value.condition}
        error={errors.condition?.[0]}
        onChange={(condition) => props.onChange({ ...value, condition })}
      />
    </Stack>
  )
}

/** What was chosen where the service subscribed; it is changed there. */
function Subscribed({ name, events }: { name: string; events: readonly string[] }) {
  return (
    <Input.Wrapper
      label="Events"
      labelElement="div"
      description={`${name} added this and chose its events. To change them, go to ${name}.`}
    >
      <Text mt={4}>{events.map(eventName).join(', ')}</Text>
    </Input.Wrapper>
  )
}

function Events({ value, errors, offered, onChange }: SettingsProps & { offered: readonly string[] }) {
  return (
    <Checkbox.Group
      label="Events"
      value={[...value.events]}
      error={errors.events?.[0]}
      onChange={(events) => onChange({ ...value, events })}
    >
      <Group gap="md" mt={4}>
        {offered.map((event) => (
          <Checkbox key={event} value={event} label={eventName(event)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** The plugin's own settings: in its own form, and those that the core draws for every plugin. */
function PluginSettings(props: SettingsProps & { plugin: Plugin }) {
  const { slug, kind, value, errors, plugin } = props
  const questions = useDraftFields(slug)
  const references = useFormReferences(slug)
  const settings = useQuery({
    queryKey: ['integration-settings', kind],
    staleTime: Infinity,
    queryFn: async () => (await plugin.settings()) ?? null,
  })
  const Settings = settings.data?.default
  const problems = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => ({ path: path.replace(/^settings\./, ''), message })),
  )
  const problemOf = (name: string) => problems.find(({ path }) => path === name)?.message
  const change = (settings: Editable['settings']) => props.onChange({ ...value, settings })
  const core = { ...props, questions, problemOf, change }
  return (
    <ReferencesProvider value={references}>
      <WhereTo {...core} first />
      {settings.error && <ErrorState error={settings.error} retry={() => void settings.refetch()} />}
      {settings.isPending && (
        <DelayedFallback>
          <Skeleton h={56} />
        </DelayedFallback>
      )}
      {Settings && (
        <PluginBoundary
          drawn={{ family: 'integrations', part: 'settings', definition: plugin.definition }}
          of={value.settings}
          instead={(fault) => (
            <Alert color="amber" variant="light" icon={<IconAlertTriangle size={20} stroke={1.5} />}>
              These settings cannot be shown: {fault}. What is set is kept.
            </Alert>
          )}
        >
          <OwnSettings
            form={Settings}
            settings={value.settings}
            change={(changed) => change({ ...value.settings, ...changed })}
            problems={problems}
            questions={questions}
            t={translateFrom(plugin.texts)}
          />
        </PluginBoundary>
      )}
      <StrayFault family="integrations" kind={kind} />
      <WhereTo {...core} first={false} />
      <Templates {...core} />
    </ReferencesProvider>
  )
}

/** The plugin's own form, which changes its settings by itself so often and no more. */
function OwnSettings({
  form: Settings,
  ...props
}: IntegrationSettingsProps<Record<string, unknown>> & {
  form: IntegrationSettings<Record<string, unknown>>
}) {
  return <Settings {...props} change={useBoundedChange(props.change)} />
}

/** What the core draws of the settings: their plugin's own form leaves it out. */
interface CoreProps extends SettingsProps {
  plugin: Plugin
  questions: readonly SettingsQuestion[]
  problemOf: (name: string) => string | undefined
  change: (settings: Editable['settings']) => void
}

function wantedOf({ plugin, value }: CoreProps, control: 'choices' | 'mapping' | 'secret' | 'template') {
  return settingsForm(plugin.definition.settings).filter(
    (entry) => entry.control === control && isWanted(entry, value.settings),
  )
}

/**
 * Where it is sent: the connection, what is chosen there, what goes into which of its fields, addresses. Of those the ones
 * that the schema lists before any setting of the plugin's own form come `first`; the others stand below it.
 */
function WhereTo(props: CoreProps & { first: boolean }) {
  const { slug, kind, value, plugin, problemOf, change, first } = props
  const form = useCurrentForm()
  const { connection } = plugin.definition
  const needed = connection !== undefined && (connection.needed?.(value.settings) ?? true)
  const names = firstOf(plugin)
  const wanted = (control: 'choices' | 'mapping' | 'secret') =>
    wantedOf(props, control).filter(({ name }) => names.has(name) === first)
  return (
    <>
      {needed && (connection.needed === undefined) === first && (
        <ConnectionPicker
          workspaceId={form.workspace_id}
          role={form.role}
          service={connection.service}
          value={value.connection_id}
          error={problemOf('connection_id')}
          onChange={(connection_id) => {
            const isOther = value.connection_id !== null && value.connection_id !== connection_id
            const settings = isOther ? { ...value.settings, ...unchosen(plugin) } : value.settings
            props.onChange({ ...value, settings, connection_id })
          }}
        />
      )}
      {wanted('choices').map((entry) => (
        <ChoiceField
          key={entry.name}
          slug={slug}
          entry={entry}
          asked={{ kind, connection_id: value.connection_id, settings: value.settings }}
          within={[
            value.connection_id,
            ...namesBefore(plugin, entry.name).map((name) => value.settings[name]),
          ]}
          value={value.settings[entry.name]}
          newName={entry.newName ?? form.title}
          enabled={!needed || value.connection_id !== null}
          error={problemOf(entry.name)}
          onChange={(chosen) =>
            change({ ...value.settings, ...unchosen(plugin, entry.name), [entry.name]: chosen })
          }
        />
      ))}
      {wanted('mapping').map((entry) => (
        <MappingField
          key={entry.name}
          slug={slug}
          entry={entry}
          asked={{ kind, connection_id: value.connection_id, settings: chosenIn(plugin, value.settings) }}
          value={value.settings[entry.name]}
          questions={props.questions}
          enabled={!needed || value.connection_id !== null}
          error={problemOf(entry.name)}
          onChange={(mapping) => change({ ...value.settings, [entry.name]: mapping })}
        />
      ))}
      {wanted('secret').map((entry) => (
        <SecretField
          // one that was stored anew is shown as stored
          key={`${entry.name} ${props.secrets?.[entry.name]?.set_at}`}
          entry={entry}
          value={value.settings[entry.name]}
          stored={props.secrets?.[entry.name]}
          error={problemOf(entry.name)}
          onChange={(secret) => {
            const { [entry.name]: _, ...others } = value.settings
            change(secret === undefined ? others : { ...others, [entry.name]: secret })
          }}
        />
      ))}
    </>
  )
}

/** The settings that the schema lists before any of the plugin's own form. */
function firstOf({ definition }: Plugin): ReadonlySet<string> {
  const entries = settingsForm(definition.settings)
  const own = entries.findIndex(({ control = '' }) => !DRAWN_BY_CORE.has(control))
  return new Set(entries.slice(0, own === -1 ? undefined : own).map(({ name }) => name))
}

/** The settings that are chosen at the service, each among what those before it hold. */
function choicesOf({ definition }: Plugin): string[] {
  return settingsForm(definition.settings).flatMap(({ name, control }) =>
    control === 'choices' ? [name] : [],
  )
}

/** What the service is asked for one of them goes by the choices before it. */
function namesBefore(plugin: Plugin, name: string): string[] {
  const names = choicesOf(plugin)
  return names.slice(0, names.indexOf(name))
}

/** What was chosen at the service: all that the fields of a mapping depend on. */
function chosenIn(plugin: Plugin, settings: Editable['settings']): Editable['settings'] {
  return Object.fromEntries(choicesOf(plugin).map((name) => [name, settings[name]]))
}

/** No choice for what comes `after` one that is made anew (of all where none is named): it was made among something else. */
function unchosen(plugin: Plugin, after?: string): Editable['settings'] {
  const names = choicesOf(plugin)
  const later = names.slice(after === undefined ? 0 : names.indexOf(after) + 1)
  return Object.fromEntries(later.map((name) => [name, { id: '', label: '' }]))
}

function Templates(props: CoreProps) {
  const { value, problemOf, change } = props
  return wantedOf(props, 'template').map((entry) => (
    <TemplateField
      key={entry.name}
      entry={entry}
      value={value.settings[entry.name]}
      error={problemOf(entry.name)}
      onChange={(text) => change({ ...value.settings, [entry.name]: text })}
    />
  ))
}
