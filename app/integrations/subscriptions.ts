import type { Subscription } from '#api_types/integrations'
import { FieldErrors, notFound } from '#app/http/errors'
import { makeIntegration } from '#app/integrations/change_integration'
import { deleteIntegration } from '#app/integrations/delete_integration'
import { noSubscriptions, tooManySubscriptions } from '#app/integrations/errors'
import { forgetEnded } from '#app/integrations/ended_subscriptions'
import { hookId, readHookId } from '#app/integrations/hook_address'
import { Integration } from '#app/integrations/integration'
import { installedKind } from '#app/integrations/kinds'
import type { InstalledIntegration } from '#app/plugins/integration'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'

/** A program that subscribes anew without ending what it had is stopped here. */
const MOST = { form: 100, workspace: 1_000 }

/** What a program asks for: where it is told, and of what. */
export interface AskedSubscription {
  kind: string
  url: string
  events: string[]
  name?: string
}

/** The kind, if programs subscribe it; or 422. */
export function subscribedKind(kind: string): InstalledIntegration {
  const installed = plugins.integration(kind)
  if (!installed?.definition.subscription) throw noSubscriptions(kind)
  return installed
}

/** Whether an integration was made by a program that subscribed. */
export function isSubscription({ kind }: Integration): boolean {
  return plugins.integration(kind)?.definition.subscription !== undefined
}

/** What programs have subscribed to at a form, oldest first. */
export async function listSubscriptions(formId: string): Promise<Subscription[]> {
  const found = await Integration.query()
    .where('form_id', formId)
    .whereIn('kind', subscribedKinds())
    .orderBy('created_at')
    .orderBy('id')
  return found.map(subscriptionJson)
}

/** Tells a program of a form's events from now on. */
export async function subscribe(
  scope: Scope,
  formId: string,
  { kind, url, events, name }: AskedSubscription,
): Promise<Subscription> {
  const installed = subscribedKind(kind)
  await refuseTooMany(scope, formId)
  const address = installed.definition.subscription?.address ?? ''
  try {
    const { integration } = await makeIntegration(scope, formId, installed, {
      settings: { [address]: url },
      events,
      ...(name !== undefined && { name }),
    })
    await forgetEnded(scope, integration)
    return subscriptionJson(integration)
  } catch (error) {
    throw error instanceof FieldErrors ? atUrl(error, address) : error
  }
}

/** Ends a subscription, by its id alone, as any integration is deleted: 404 where there is none. */
export async function unsubscribe(workspaceId: string, called: string): Promise<Integration> {
  const { id = '' } = readHookId(called) ?? {}
  const found = await within(workspaceId, () =>
    Integration.query().where('id', id).whereIn('kind', subscribedKinds()).first(),
  )
  if (!found) throw notFound()
  await deleteIntegration(workspaceId, found.formId, found.id)
  return found
}

function subscribedKinds(): string[] {
  return plugins.integrationKinds().filter((kind) => installedKind(kind).definition.subscription)
}

/** In one line for each workspace, so that the count holds. */
async function refuseTooMany({ trx, workspaceId }: Scope, formId: string): Promise<void> {
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`subscriptions ${workspaceId}`])
  const { rows } = await trx.rawQuery<{ rows: { form: number; workspace: number }[] }>(
    `select count(*) filter (where form_id = ?)::int as form, count(*)::int as workspace
     from integrations where workspace_id = ? and kind = any (?)`,
    [formId, workspaceId, subscribedKinds()],
  )
  for (const place of ['form', 'workspace'] as const) {
    if (rows[0][place] >= MOST[place]) throw tooManySubscriptions(MOST[place], place)
  }
}

/** What is wrong with the address stands at the member that the program sent. */
function atUrl(error: FieldErrors, address: string): FieldErrors {
  const errors = Object.entries(error.errors).map(([path, messages]): [string, string[]] => [
    path === address ? 'url' : path,
    messages,
  ])
  return new FieldErrors(error.code ?? 'E_SETTINGS', error.message, Object.fromEntries(errors))
}

function subscriptionJson(integration: Integration): Subscription {
  return {
    id: hookId(integration),
    kind: integration.kind,
    name: integration.name,
    form_id: integration.formId,
    events: integration.events,
    enabled: integration.enabled,
    created_at: integration.createdAt.toJSDate().toISOString(),
  }
}
