import { randomUUID } from 'node:crypto'
import { subscribe } from '#app/integrations/subscriptions'
import { within } from '#app/workspaces/within'
import type { Place } from '#tests/functional/place'

/** A webhook on the place's form that is switched off, so that nothing is sent. */
export async function placeIntegration({
  workspaceId,
  formId,
}: Pick<Place, 'workspaceId' | 'formId'>): Promise<{ integrationId: string }> {
  const integrationId = randomUUID()
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into integrations (workspace_id, form_id, id, kind, v, name, settings, events, enabled)
       values (?, ?, ?, 'webhook', 1, 'Hook', '{"url": ""}', '{submission.created}', false)`,
      [workspaceId, formId, integrationId],
    ),
  )
  return { integrationId }
}

/** A Zap that subscribed to the place's form. */
export async function placeSubscription({ workspaceId, formId }: Place): Promise<{ subscription: string }> {
  const asked = { kind: 'zapier', url: 'https://hooks.zapier.example/1', events: ['submission.created'] }
  const { id } = await within(workspaceId, (scope) => subscribe(scope, formId, asked))
  return { subscription: id }
}

/** Such a Zap that answered that it wants no more. */
export async function placeEnded({ workspaceId, formId }: Place): Promise<{ endedId: string }> {
  const endedId = randomUUID()
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into ended_subscriptions (workspace_id, form_id, id, kind, name) values (?, ?, ?, 'zapier', ?)`,
      [workspaceId, formId, endedId, endedId],
    ),
  )
  return { endedId }
}

/** A delivery of it that has failed. */
export async function placeDelivery(place: Place): Promise<{ integrationId: string; deliveryId: string }> {
  const { integrationId } = await placeIntegration(place)
  const deliveryId = randomUUID()
  await within(place.workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into deliveries (workspace_id, id, form_id, integration_id, event, outbox_id, submission_id, test, status, body)
       values (?, ?, ?, ?, 'submission.created', ?, ?, true, 'failed', '{}')`,
      [place.workspaceId, deliveryId, place.formId, integrationId, randomUUID(), randomUUID()],
    ),
  )
  return { integrationId, deliveryId }
}
