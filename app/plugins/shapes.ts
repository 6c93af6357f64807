import type { AnySettings, FieldDefinition } from '@formwright/kit/field'
import type { AnyAnswerModule } from '@formwright/kit/found'
import { type Hook, hookRefusal } from '@formwright/kit/hook'
import { secretNames } from '@formwright/kit/secret_settings'
import type { ServiceDefinition } from '@formwright/kit/service'
import { asksService, settingsForm } from '@formwright/kit/settings_form'
import type { Deliver, EventName, IntegrationDefinition } from '@formwright/kit/integration'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { FieldServer } from '@formwright/kit/server'

// A plugin may be a package that was compiled elsewhere: what it exports is looked at once, at boot.

const record = (value: unknown): Record<string, unknown> => Object(value)
const functions = (value: unknown, ...names: string[]): boolean => {
  return names.every((name) => typeof record(value)[name] === 'function')
}
const texts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Its palette entries have names, and what browsers may know is named. */
const offered = (value: unknown): boolean => {
  const { presets, publicSettings, withheldSettings = [] } = record(value)
  const named = (preset: unknown) => typeof record(preset).name === 'string'
  return Array.isArray(presets) && presets.every(named) && texts(publicSettings) && texts(withheldSettings)
}
const common = (value: unknown): boolean => {
  const { kind, version, settings } = record(value)
  return (
    typeof kind === 'string' &&
    typeof version === 'number' &&
    Number.isInteger(version) &&
    version >= 1 &&
    '~standard' in record(settings)
  )
}

/** Has the members every field definition must have. */
export function isField(value: unknown): value is FieldDefinition {
  return common(value) && offered(value) && functions(value, 'parts', 'labelling')
}

/** Has the members every answer module must have. */
export function isAnswer(value: unknown): value is AnyAnswerModule {
  return functions(value, 'fromForm', 'toRaw', 'parse', 'validate', 'values', 'toText')
}

/** Has the member a field's server part must have. */
export function isFieldServer(value: unknown): value is FieldServer<AnySettings, unknown> {
  return functions(value, 'own') || functions(value, 'judge')
}

/** Has the members every layout definition must have. */
export function isLayout(value: unknown): value is LayoutDefinition {
  const { role } = record(value)
  return (
    common(value) &&
    offered(value) &&
    functions(value, 'texts') &&
    ['content', 'welcome', 'page-break', 'ending', 'section'].includes(String(role))
  )
}

/** Has the members every integration definition must have. */
export function isIntegration(value: unknown): value is IntegrationDefinition {
  return common(value) && texts(record(value).events) && functions(value, 'summary')
}

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

/** Has the members an integration's server part must have. */
export function isDeliver(
  value: unknown,
  { hooks = [], settings }: IntegrationDefinition,
): value is Deliver<object> {
  const offered = settingsForm(settings).some(asksService)
  return functions(
    value,
    ...['body', 'deliver', ...(hooks.length > 0 ? ['receive'] : []), ...(offered ? ['choices'] : [])],
  )
}

/** Has the members every service must have. */
export function isService(value: unknown): value is ServiceDefinition {
  const { kind, version, origins, credentials } = record(value)
  const { by, authorise, token, scopes } = record(credentials)
  const oauth = [authorise, token].every((one) => typeof one === 'string') && Array.isArray(scopes)
  return (
    typeof kind === 'string' &&
    Number.isInteger(version) &&
    Array.isArray(origins) &&
    (by === 'token' || (by === 'oauth' && oauth)) &&
    functions(value, 'account')
  )
}
