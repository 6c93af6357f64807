import encryption from '@adonisjs/core/services/encryption'
import logger from '@adonisjs/core/services/logger'
import { linkSignals } from '#app/http/abort'
import { CodedError, notFound } from '#app/http/errors'
import { isOutage } from '#app/http/outage'
import { connectionInUse } from '#app/integrations/connection_power'
import { hookAddress } from '#app/integrations/hook_address'
import { needsAnotherKey } from '#app/integrations/errors'
import { beginHookRequest, endHookRequest } from '#app/integrations/hook_requests'
import { Integration } from '#app/integrations/integration'
import { bindStored } from '#app/integrations/kinds'
import { maskText } from '#app/outbound/masks'
import { guardedClient } from '#app/outbound/guarded_client'
import { secretParts } from '#app/integrations/secret_settings'
import { signingSecrets } from '#app/integrations/secrets'
import { deliverySettings } from '#app/integrations/settings'
import { integrationState } from '#app/integrations/state'
import type { BoundIntegration } from '#app/plugins/integration'
import { plugins } from '#app/plugins/registry'
import { within } from '#app/workspaces/within'
import type { Hook, HookAnswer } from '@formwright/kit/hook'
import type { OutboundRequest, HookPowers } from '@formwright/kit/integration'
import { type ArrivedHook, verifyHook } from '@formwright/kit/verify_hook'

/** How long a plugin has for one request: most services wait no longer. */
const HOOK_MS = 5_000
/** Longest text that a service is answered, and longest reason that is shown. */
const LONGEST_ANSWER = 65_536
const LONGEST_REASON = 1_000

/** An integration that takes requests at this path. */
export interface FoundHook {
  hook: Hook
  integration: Integration
  bound: BoundIntegration
  secrets: readonly string[]
}

/** The hook of an integration that is called so, whether or not it is switched on; 404 where there is none. */
export async function findHook(
  { workspaceId, id }: { workspaceId: string; id: string },
  path: string,
): Promise<FoundHook> {
  const integration = await within(workspaceId, () =>
    Integration.query()
      .where({ id })
      .whereExists((forms) =>
        forms
          .from('forms')
          .whereColumn('forms.id', 'integrations.form_id')
          .whereColumn('forms.workspace_id', 'integrations.workspace_id')
          .whereNull('forms.deleted_at'),
      )
      .first(),
  )
  const kind = integration && plugins.integration(integration.kind)
  if (!integration || !kind?.definition.hooks?.some((hook) => hook.path === path)) throw notFound()
  const bound = readable(() => bindStored(kind, integration))
  const hook = bound.hook(path)
  if (!hook) throw notFound()
  const secrets = readable(() => signingSecrets(encryption, integration, Date.now()))
  return { hook, integration, bound, secrets }
}

/** What is stored of an integration; 503 where it cannot be read, so that the service sends the same again. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const unread = error instanceof CodedError && error.code === 'E_SETTINGS_UNREAD'
    throw unread || needsAnotherKey(error) ? hookFailed() : error
  }
}

function hookFailed(): CodedError {
  return new CodedError('E_HOOK_FAILED', 503, 'This request could not be worked on. Send it again later.')
}

/**
 * Takes a request at a hook: makes sure that its service made it and that it was not taken before, and hands it to the
 * plugin as data. What the plugin throws is logged, and told at the integration.
 */
export async function takeHook(
  found: FoundHook,
  arrived: ArrivedHook,
  timeoutMs = HOOK_MS,
): Promise<HookAnswer> {
  const { hook, integration, bound, secrets } = found
  const verdict = verifyHook(hook, arrived, bound.hookSecrets(hook, secrets), Date.now())
  if (verdict.from === 'stranger')
    throw new CodedError('E_HOOK_SIGNATURE', 401, 'This request does not show that its service made it.')
  if (verdict.from === 'past')
    throw new CodedError('E_HOOK_LATE', 401, 'This request was signed too long ago, or by another clock.')
  if (!integration.enabled)
    throw new CodedError('E_HOOK_OFF', 409, 'This integration is switched off: nothing is taken.')
  const owner = { workspaceId: integration.workspaceId, integrationId: integration.id }
  const name = verdict.name && `${hook.path} ${verdict.name}`
  const begun = await beginHookRequest(owner, name)
  if (begun === 'done') return { result: 'done' }
  if (begun === 'under-way')
    throw new CodedError('E_HOOK_UNDER_WAY', 409, 'This request is being worked on. Send it again later.')
  let answer: HookAnswer
  try {
    answer = await askPlugin(found, arrived, timeoutMs)
  } catch (error) {
    // its state could not be read or kept: the fault is the database's
    if (isOutage(error)) throw error
    const fault = faultIn(found, error)
    await endHookRequest(owner, name, { taken: false, fault })
    throw hookFailed()
  }
  await endHookRequest(owner, name, { taken: answer.result === 'done' })
  return answer
}

/** What the plugin threw, logged; in words for its creator, without secrets. */
function faultIn({ hook, integration, bound, secrets }: FoundHook, error: unknown): string {
  const { place, reason } = bound.installed.noted('receive', error)
  logger.error({ integration: integration.id, hook: hook.path, place }, 'a plugin failed over a hook')
  const hidden = [...secrets, ...bound.secretValues.flatMap(secretParts)]
  return maskText(reason, hidden).replaceAll('\0', '').slice(0, LONGEST_REASON)
}

async function askPlugin(found: FoundHook, arrived: ArrivedHook, timeoutMs: number): Promise<HookAnswer> {
  const { hook, integration, bound, secrets } = found
  const { signal, end } = linkSignals([], timeoutMs)
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () =>
    late.reject(new Error(`it did not answer within ${timeoutMs / 1000} seconds.`)),
  )
  const names = new Set(['content-type', ...(hook.headers ?? [])])
  const powers: HookPowers = {
    secrets,
    now: Date.now(),
    state: integrationState(integration.workspaceId, integration.id, signal),
    request: (request: OutboundRequest) => client().request(request, signal),
    connection: connectionInUse(integration, (request) => client().request(request, signal)),
    hookAddress: (path) => hookAddress(integration, path),
  }
  try {
    const asked = bound.receive(
      {
        path: hook.path,
        method: hook.method,
        query: arrived.query,
        headers: Object.fromEntries(Object.entries(arrived.headers).filter(([header]) => names.has(header))),
        body: arrived.body.toString(),
      },
      powers,
    )
    return readAnswer(await Promise.race([asked, late.promise]))
  } finally {
    end()
  }
}

let made: ReturnType<typeof guardedClient> | undefined

function client() {
  return (made ??= guardedClient({ allowed: deliverySettings().allowed }))
}

/** What a plugin answered, which may be anything. */
function readAnswer(answer: unknown): HookAnswer {
  const { result, body, type, reason }: Record<string, unknown> = Object(answer)
  if (result === 'refused' && typeof reason === 'string')
    return { result, reason: reason.slice(0, LONGEST_REASON) }
  const known = type === undefined || type === 'text/plain' || type === 'application/json'
  if (result === 'done' && known && (body === undefined || typeof body === 'string')) {
    if ((body?.length ?? 0) > LONGEST_ANSWER) throw new Error('receive answered more than 64 kB.')
    return { result, ...(body !== undefined && { body }), ...(type !== undefined && { type }) }
  }
  throw new Error('receive answered something that is no answer.')
}
