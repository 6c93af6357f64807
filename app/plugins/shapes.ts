import * as v from 'valibot'
import type { AnySettings, FieldDefinition, Preset } from '@formwright/kit/field'
import type { AnyAnswerModule } from '@formwright/kit/found'
import { type Hook, hookRefusal } from '@formwright/kit/hook'
import { refusalsOf } from '@formwright/kit/refusals'
import { secretNames } from '@formwright/kit/secret_settings'
import type { ServiceDefinition } from '@formwright/kit/service'
import { asksService, settingsForm } from '@formwright/kit/settings_form'
import type { Deliver, EventName, IntegrationDefinition } from '@formwright/kit/integration'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { FieldServer } from '@formwright/kit/server'

// A plugin may be a package that was compiled elsewhere: what it exports is looked at once, at boot.

const record = (value: unknown): Record<string, unknown> => Object(value)

/** What a member must be, and how that is said. */
type Demand = readonly [fits: (value: unknown) => boolean, words: string]

/** What an export must be: `lack` says which member is not, as the end of a sentence. */
export interface Shape<T> {
  fits(value: unknown): value is T
  lack(value: unknown): string | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isList = (value: unknown, of: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(of)

const FUNCTION: Demand = [(value) => typeof value === 'function', 'a function']
const TEXT: Demand = [isText, 'a text']
const TEXTS: Demand = [(value) => isList(value, isText), 'a list of texts']
const VERSION: Demand = [(value) => Number.isInteger(value) && Number(value) >= 1, 'a whole number from 1']
const SCHEMA: Demand = [(value) => '~standard' in record(value), 'a schema of Valibot']
const PRESETS: Demand = [
  (value) => isList(value, (preset) => isText(record(preset).name)),
  'a list of presets, each with a name',
]

const functions = (...names: string[]): [string, Demand][] => names.map((name) => [name, FUNCTION])

/** Members that must be there; those of `optional` only where they are. */
function shape<T>(
  demands: readonly [string, Demand][],
  optional: readonly [string, Demand][] = [],
): Shape<T> {
  const lack = (value: unknown): string | undefined => {
    const members = record(value)
    const asked = [...demands, ...optional.filter(([name]) => members[name] !== undefined)]
    const unmet = asked.find(([name, [fits]]) => !fits(members[name]))
    return unmet && `"${unmet[0]}" must be ${unmet[1][1]}`
  }
  return { lack, fits: (value): value is T => lack(value) === undefined }
}

const DEFINITION: [string, Demand][] = [
  ['kind', TEXT],
  ['version', VERSION],
  ['settings', SCHEMA],
]
const OFFERED: [string, Demand][] = [
  ['presets', PRESETS],
  ['publicSettings', TEXTS],
]

/** The members every field definition must have. */
export const FIELD = shape<FieldDefinition>(
  [...DEFINITION, ...OFFERED, ...functions('parts', 'labelling')],
  [['withheldSettings', TEXTS]],
)

/** The members every answer module must have. */
export const ANSWER = shape<AnyAnswerModule>(
  functions('fromForm', 'toRaw', 'parse', 'validate', 'values', 'toText'),
)

/** A field's server part has one of two members. */
export const FIELD_SERVER: Shape<FieldServer<AnySettings, unknown>> = {
  fits: (value): value is FieldServer<AnySettings, unknown> => FIELD_SERVER.lack(value) === undefined,
  lack: (value) => {
    const { own, judge } = record(value)
    return [own, judge].some(FUNCTION[0]) ? undefined : '"own" or "judge" must be a function'
  },
}

const ROLES: readonly unknown[] = ['content', 'welcome', 'page-break', 'ending', 'section']

/** The members every layout definition must have. */
export const LAYOUT = shape<LayoutDefinition>(
  [
    ...DEFINITION,
    ...OFFERED,
    ...functions('texts'),
    ['role', [(value) => ROLES.includes(value), `one of ${ROLES.join(', ')}`]],
  ],
  [['withheldSettings', TEXTS]],
)

/** The members every integration definition must have. */
export const INTEGRATION = shape<IntegrationDefinition>([
  ...DEFINITION,
  ['events', TEXTS],
  ...functions('summary'),
])

/** What a definition of an integration may say. */
const INTEGRATION_MEMBERS: Readonly<Record<keyof IntegrationDefinition, true>> = {
  kind: true,
  version: true,
  settings: true,
  lifts: true,
  events: true,
  secret: true,
  connection: true,
  summary: true,
  missing: true,
  clash: true,
  endpoint: true,
  order: true,
  batch: true,
  hooks: true,
  mail: true,
  subscription: true,
  toRespondents: true,
}

/** Most deliveries that a plugin is handed at once. */
const LARGEST_BATCH = 100

/** Events that this server tells of. */
const EVENTS: readonly EventName[] = ['submission.created', 'submission.updated', 'submission.deleted']

/**
 * Why this server cannot do what an integration asks for, as the rest of a sentence that begins with its file; nothing
 * when it can. A member that nobody reads would be a promise that is not kept.
 */
export function integrationRefusal(definition: IntegrationDefinition): string | undefined {
  const member = Object.keys(definition).find((name) => !(name in INTEGRATION_MEMBERS))
  if (member !== undefined) {
    return `has a member "${member}", which this server does not know. Remove it, or update the server.`
  }
  if (!['one-after-the-other', 'any', undefined].includes(definition.order)) {
    return `has the order "${definition.order}", which this server does not know. Choose "one-after-the-other" or "any".`
  }
  if (definition.order === 'one-after-the-other' && definition.endpoint) {
    return 'delivers one after the other and has an `endpoint`: each such integration stands for itself. Remove one of the two.'
  }
  const { batch, order } = definition
  if (batch !== undefined && !(Number.isInteger(batch) && batch >= 2 && batch <= LARGEST_BATCH)) {
    return `has a batch of ${batch}. Take from 2 to ${LARGEST_BATCH} deliveries at once.`
  }
  if (batch !== undefined && order !== 'one-after-the-other') {
    return 'has a `batch`, whose deliveries come in order. Say order: "one-after-the-other".'
  }
  const refused = (definition.hooks ?? []).map(hookRefusal).find((refusal) => refusal !== undefined)
  if (refused !== undefined) return refused
  const unnamed = definition.hooks?.find((hook) => !knowsSecret(definition, hook))
  if (unnamed !== undefined)
    return `has a hook "${unnamed.path}" whose secret nobody knows: name a secret setting, or declare \`secret\`.`
  const { subscription } = definition
  if (subscription !== undefined && !secretNames(definition.settings).includes(subscription.address))
    return `has a subscription whose address "${subscription.address}" is no secret setting. Declare one.`
  const event = definition.events.find((name) => !EVENTS.includes(name))
  if (event === undefined) return undefined
  return `lists the event "${event}", which this server does not tell of. Choose from ${EVENTS.join(', ')}.`
}

function knowsSecret(definition: IntegrationDefinition, { verification: { secret } }: Hook): boolean {
  return secret === undefined
    ? definition.secret !== undefined
    : secretNames(definition.settings).includes(secret)
}

/** The members an integration's server part must have. */
export function deliverShape({ hooks = [], settings }: IntegrationDefinition): Shape<Deliver<object>> {
  const offered = settingsForm(settings).some(asksService)
  return shape(
    functions(
      ...['body', 'deliver', ...(hooks.length > 0 ? ['receive'] : []), ...(offered ? ['choices'] : [])],
    ),
  )
}

/** Groups of the palette. */
const GROUPS: Readonly<Record<Preset['group'], true>> = {
  text: true,
  choice: true,
  number: true,
  file: true,
  computed: true,
  layout: true,
  other: true,
}

/** A definition as far as its settings go. */
type WithSettings = Pick<FieldDefinition, 'version' | 'settings' | 'lifts'> & { presets?: readonly Preset[] }

/**
 * Why blocks, or integrations, of such a definition could not be made or read, as the rest of a sentence that begins with its
 * file; nothing where they can.
 */
export function settingsRefusal({
  version,
  settings,
  lifts,
  presets = [],
}: WithSettings): string | undefined {
  const { async: waits }: { async?: unknown } = settings
  if (waits === true)
    return 'has settings whose schema is asynchronous. Take the members of Valibot without “Async”.'
  const read = v.safeParse(settings, {})
  if (!read.success)
    return `has settings that must be given: ${saidOf(read.issues, settings)} Give every entry a default, v.optional(…, …).`
  if (!isObject(read.output)) return 'has settings that are no object. Make them with v.object(…).'
  const from = Array.from({ length: version - 1 }, (_, at) => at + 1).find(
    (one) => !FUNCTION[0](lifts?.[one]),
  )
  if (from !== undefined)
    return `has version ${version}, and no lift from version ${from}. Add it to its lifts, or say the version before.`
  const names = presets.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) return `has two presets "${twice}". Rename one of them.`
  const lost = presets.find(({ group }) => !Object.hasOwn(GROUPS, group))
  if (lost)
    return `has a preset "${lost.name}" in the group "${lost.group}". Choose one of ${Object.keys(GROUPS).join(', ')}.`
  for (const preset of presets) {
    const laid = v.safeParse(settings, preset.settings ?? {})
    if (laid.success) continue
    return `has a preset "${preset.name}" with settings that its schema refuses: ${saidOf(laid.issues, settings)} Correct them.`
  }
  return undefined
}

function saidOf(issues: readonly v.BaseIssue<unknown>[], schema: object): string {
  return refusalsOf(issues, schema)
    .map(({ message }) => message)
    .join(' ')
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCredentials = (value: unknown): boolean => {
  const { by, authorise, token, scopes } = record(value)
  return by === 'token' || (by === 'oauth' && [authorise, token].every(isText) && Array.isArray(scopes))
}

/** The members every service must have. */
export const SERVICE = shape<ServiceDefinition>([
  ['kind', TEXT],
  ['version', VERSION],
  ['origins', [Array.isArray, 'a list']],
  ['credentials', [isCredentials, 'by "token", or by "oauth" with "authorise", "token" and "scopes"']],
  ...functions('account'),
])
