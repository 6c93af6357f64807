import * as v from 'valibot'
import encryption from '@adonisjs/core/services/encryption'
import type { IntegrationInput } from '#api_types/integrations'
import { FieldErrors, notFound } from '#app/http/errors'
import { readConnection } from '#app/connections/credentials'
import { draftDocument, formerNamesOf, readDraft } from '#app/forms/draft'
import { compileCondition } from '#app/integrations/condition'
import {
  changedByProgram,
  invalidSettings,
  madeByProgram,
  pluginMissing,
  tooManyIntegrations,
} from '#app/integrations/errors'
import { countDeliveries } from '#app/integrations/delivery_counts'
import { Integration } from '#app/integrations/integration'
import { integrationJson } from '#app/integrations/integration_transformer'
import { bindStored, checkSettings, kindToSet } from '#app/integrations/kinds'
import {
  type BoundIntegration,
  type InstalledIntegration,
  NewerSettingsError,
  UnreadSettingsError,
} from '#app/plugins/integration'
import { plugins } from '#app/plugins/registry'
import { newSecret, seal } from '#app/integrations/secrets'
import { wakeSetAnew } from '#app/integrations/wake_waiting'
import { dropNotices } from '#app/integrations/notices'
import { sealSettings, secretsAmong, unsealSettings, valuesOf } from '#app/integrations/secret_settings'
import { type Scope, within } from '#app/workspaces/within'
import type { Condition, Json } from '#engine/document/document'
import { blockParts, DEEPEST_JSON, deeperThan } from '#engine/document/schema'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How large a condition may be, as JSON. */
const LARGEST_CONDITION = 20_000

/** So many a form has, and a workspace: each is told of each submission. Those of programs are bounded besides. */
const MOST = { form: 100, workspace: 1_000 }

/** How many deliveries change their line with the settings. */
const MOVED = 1_000

/** All integrations of a form, oldest first. */
export async function listIntegrations(scope: Scope, formId: string) {
  const integrations = await Integration.query().where('form_id', formId).orderBy('created_at').orderBy('id')
  const counts = await countDeliveries(
    scope,
    integrations.map(({ id }) => id),
  )
  return integrations.map((integration) => integrationJson(integration, counts.get(integration.id)))
}

/** One integration of this very form; or 404. `lock` before changing it. */
export async function findIntegration(formId: string, id: string, lock = false): Promise<Integration> {
  const query = Integration.query().where({ id, form_id: formId })
  const integration = UUID.test(id) ? await (lock ? query.forUpdate() : query).first() : null
  if (!integration) throw notFound()
  return integration
}

/** An integration as its creator sees it. */
export async function shownIntegration(scope: Scope, integration: Integration) {
  const counts = await countDeliveries(scope, [integration.id])
  return integrationJson(integration, counts.get(integration.id))
}

/** Adds an integration to a form, as a person does; the answer carries the signing secret, if the kind has one. */
export async function addIntegration(
  scope: Scope,
  formId: string,
  input: IntegrationInput & { kind: string },
) {
  const kind = kindToSet(input.kind)
  if (kind.definition.subscription) throw madeByProgram(input.kind)
  await refuseTooMany(scope, formId)
  return makeIntegration(scope, formId, kind, input)
}

/** In one line for each workspace, so that the count holds. */
async function refuseTooMany({ trx, workspaceId }: Scope, formId: string): Promise<void> {
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`integrations ${workspaceId}`])
  const subscribed = plugins
    .integrationKinds()
    .filter((kind) => plugins.integration(kind)?.definition.subscription)
  const { rows } = await trx.rawQuery<{ rows: { form: number; workspace: number }[] }>(
    `select count(*) filter (where form_id = ?)::int as form, count(*)::int as workspace
     from integrations where workspace_id = ? and kind <> all (?)`,
    [formId, workspaceId, subscribed],
  )
  for (const place of ['form', 'workspace'] as const) {
    if (rows[0][place] >= MOST[place]) throw tooManyIntegrations(MOST[place], place)
  }
}

/** Makes an integration, whoever adds it. */
export async function makeIntegration(
  scope: Scope,
  formId: string,
  kind: InstalledIntegration,
  input: IntegrationInput,
) {
  const secret = kind.definition.secret && newSecret(kind.definition.secret.prefix)
  const bound = checkSettings(kind, input.settings ?? {})
  await refuseClash(scope, formId, bound)
  const connectionId = input.connection_id ?? null
  await checkConnection(scope, bound, connectionId)
  const integration = await Integration.create({
    formId,
    kind: kind.definition.kind,
    v: kind.definition.version,
    name: input.name ?? kind.definition.kind,
    settings: storable(bound),
    connectionId: bound.needsConnection() ? connectionId : null,
    connectionNeeded: bound.needsConnection(),
    condition: input.condition ?? null,
    events: checkEvents(kind, input.events ?? kind.definition.events.slice(0, 1)),
    enabled: input.enabled ?? true,
  })
  await integration.refresh()
  // sealed for its row, so the row's id comes first
  if (secret) integration.secrets = seal(encryption, integration, [{ secret }])
  integration.secretSettings = sealSettings(integration, secretsAmong(bound, {}))
  await integration.save()
  return { integration, secret: secret ?? null }
}

/** Changes what is given. Switching on ends a pause; what failed meanwhile can be replayed. */
export async function changeIntegration(scope: Scope, integration: Integration, input: IntegrationInput) {
  const kind = plugins.integration(integration.kind)
  if (!kind && (input.settings || input.events || input.connection_id !== undefined))
    throw pluginMissing(integration.kind)
  if (kind?.definition.subscription && (input.settings || input.events)) throw changedByProgram()
  if (input.name !== undefined) integration.name = input.name
  if (kind && (input.settings || input.connection_id !== undefined)) {
    const before = unsealSettings(integration)
    // a secret that is not given stays as it is
    const bound = input.settings
      ? checkSettings(kind, { ...valuesOf(before), ...input.settings })
      : bindStored(kind, integration)
    await refuseClash(scope, integration.formId, bound, integration.id)
    const kept = Object.keys(before).filter((name) => input.settings?.[name] === undefined)
    if (hasMoved(integration.settings, bound.settings)) refuseKept(kept)
    integration.settings = storable(bound)
    integration.secretSettings = sealSettings(integration, secretsAmong(bound, before))
    integration.v = kind.definition.version
    const connectionId = input.connection_id === undefined ? integration.connectionId : input.connection_id
    await checkConnection(scope, bound, connectionId)
    integration.connectionNeeded = bound.needsConnection()
    integration.connectionId = integration.connectionNeeded ? connectionId : null
    await moveToEndpoint(scope, integration, bound.endpoint())
    await wakeSetAnew(scope, integration.id)
  }
  if (kind && input.events) integration.events = checkEvents(kind, input.events)
  if (input.condition !== undefined) integration.condition = input.condition
  if (input.enabled !== undefined) {
    integration.enabled = input.enabled
    if (input.enabled) {
      integration.pausedAt = null
      integration.pauseReason = null
      integration.pauseCause = null
      integration.failingSince = null
      integration.told = null
      await dropNotices(scope, integration.id)
    }
  }
  await integration.save()
}

/** Two that keep a row for each submission in one place would keep two: the second is refused, whether or not it is on. */
async function refuseClash(
  { trx }: Scope,
  formId: string,
  bound: BoundIntegration,
  id: string | null = null,
): Promise<void> {
  const { definition } = bound.installed
  if (!definition.clash) return
  // of two that are saved at the same time the second finds the first
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`integrations of ${formId}`])
  const others = await Integration.query()
    .where({ form_id: formId, kind: definition.kind })
    .whereNull('ended_at')
  for (const other of others) {
    const read = other.id === id ? undefined : readOther(bound.installed, other)
    const found = read ? bound.clash(read) : []
    if (found.length > 0) throw invalidSettings(found)
  }
}

/** One that cannot be read sends nothing, and is in nobody's way. */
function readOther(
  kind: InstalledIntegration,
  { v: version, settings }: Integration,
): BoundIntegration | undefined {
  try {
    return kind.bind({ v: version, settings })
  } catch (error) {
    if (error instanceof UnreadSettingsError || error instanceof NewerSettingsError) return undefined
    throw error
  }
}

/** Whether settings lead to a server to which those before did not. */
function hasMoved(before: object, after: object): boolean {
  const known = originsIn(before)
  return originsIn(after).some((origin) => !known.includes(origin))
}

/** The servers of settings that are web addresses. */
function originsIn(settings: object): string[] {
  return Object.values(settings).flatMap((value: unknown) =>
    typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)
      ? [new URL(value).origin]
      : [],
  )
}

/** A secret goes to no other server than the one it was typed for: whoever changes the address could read it there. */
function refuseKept(names: readonly string[]): void {
  const message = 'The address leads to another server now. Type this again, or remove it.'
  if (names.length > 0) throw invalidSettings(names.map((path) => ({ path, message })))
}

/**
 * What is still to be delivered goes to the new receiver, and waits in its line; of very many, those that come next:
 * the others keep the line they are in.
 */
async function moveToEndpoint(scope: Scope, integration: Integration, endpoint: string) {
  await scope.trx.rawQuery(
    `update deliveries set endpoint = ? where workspace_id = ? and id = any (array(
       select id from deliveries where workspace_id = ? and integration_id = ? and status = 'pending'
       order by next_attempt_at limit ${MOVED}))`,
    [endpoint || integration.id, scope.workspaceId, scope.workspaceId, integration.id],
  )
}

/** A kind that works with a connection gets one of its service. */
async function checkConnection(scope: Scope, bound: BoundIntegration, id: string | null): Promise<void> {
  if (!bound.needsConnection()) return
  const found = id === null ? undefined : await readConnection(scope, id)
  if (found?.service === bound.installed.definition.connection?.service) return
  const message = 'Choose a connection.'
  throw new FieldErrors('E_SETTINGS', message, { connection_id: [message] })
}

/** Settings as they are stored: plain JSON. */
function storable({ settings }: BoundIntegration): Record<string, Json> {
  return JSON.parse(JSON.stringify(settings))
}

function checkEvents(kind: InstalledIntegration, events: string[]): string[] {
  const offered: readonly string[] = kind.definition.events
  const unknown = events.filter((event) => !offered.includes(event))
  if (unknown.length > 0) {
    const message = `Choose from ${offered.join(', ')}.`
    throw new FieldErrors('E_VALIDATION', message, { events: [message] })
  }
  return [...new Set(events)]
}

/**
 * A condition as a request brings it: one that the form, as it is being edited, has a meaning for. To be called outside
 * `within`: a large form takes a while to compile.
 */
export async function checkCondition(
  workspaceId: string,
  formId: string,
  condition: object | null | undefined,
): Promise<Condition | null | undefined> {
  if (condition === null || condition === undefined) return condition
  const large = JSON.stringify(condition).length > LARGEST_CONDITION || deeperThan(condition, DEEPEST_JSON)
  if (large || !v.is(blockParts.condition, condition)) {
    throw refusedCondition('This condition cannot be read.')
  }
  const draft = await within(workspaceId, (scope) => readDraft(scope, formId))
  const compiled = await compileCondition(condition, await draftDocument(draft), 'set', formerNamesOf(draft))
  if ('refusal' in compiled) throw refusedCondition(compiled.refusal)
  return condition
}

function refusedCondition(message: string): FieldErrors {
  return new FieldErrors('E_VALIDATION', message, { condition: [message] })
}
