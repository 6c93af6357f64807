import type { HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import type { NextFn } from '@adonisjs/core/types/http'
import { readHookId } from '#app/integrations/hook_address'
import { member } from '#start/kernel'

const Integrations = () => import('#app/integrations/integrations_controller')
const Backfills = () => import('#app/integrations/backfill/backfills_controller')
const Subscriptions = () => import('#app/integrations/subscriptions_controller')
const Deliveries = () => import('#app/integrations/deliveries_controller')

// settings and logs hold addresses that work like passwords: they are shown to those who may change them
const editor = member('editor')

/** A subscription is ended by its id alone, which says the workspace, too. */
function ofSubscription({ params }: HttpContext, next: NextFn) {
  params.workspaceId = readHookId(String(params.subscription))?.workspaceId ?? ''
  return next()
}

/** Routes of integrations. */
export function integrationRoutes(): void {
  const all = '/api/forms/:form/integrations'
  const one = `${all}/:integrationId`
  router.get(all, [Integrations, 'index']).as('integrations.index').use(editor)
  router.post(all, [Integrations, 'store']).as('integrations.store').use(editor)
  router
    .post('/api/forms/:form/integration-previews', [Integrations, 'preview'])
    .as('integrations.previews.store')
    .use(editor)
  router
    .post('/api/forms/:form/integration-choices', [Integrations, 'choices'])
    .as('integrations.choices.store')
    .use(editor)
  router
    .post('/api/forms/:form/integration-choices/new', [Integrations, 'createChoice'])
    .as('integrations.choices.new.store')
    .use(editor)
  router.get(one, [Integrations, 'show']).as('integrations.show').use(editor)
  router.patch(one, [Integrations, 'update']).as('integrations.update').use(editor)
  router.delete(one, [Integrations, 'destroy']).as('integrations.destroy').use(editor)
  router.post(`${one}/test`, [Deliveries, 'test']).as('integrations.test.store').use(editor)
  router.post(`${one}/secret`, [Integrations, 'rotate']).as('integrations.secret.store').use(editor)
  router.get(`${one}/earlier-submissions`, [Backfills, 'earlier']).as('integrations.earlier').use(editor)
  router.get(`${one}/backfill`, [Backfills, 'show']).as('integrations.backfill.show').use(editor)
  router.post(`${one}/backfill`, [Backfills, 'store']).as('integrations.backfill.store').use(editor)
  router
    .post(`${one}/backfill/pause`, [Backfills, 'pause'])
    .as('integrations.backfill.pause.store')
    .use(editor)
  router
    .post(`${one}/backfill/resume`, [Backfills, 'resume'])
    .as('integrations.backfill.resume.store')
    .use(editor)
  router
    .post(`${one}/backfill/cancel`, [Backfills, 'cancel'])
    .as('integrations.backfill.cancel.store')
    .use(editor)
  router.get(`${one}/delivery-count`, [Deliveries, 'count']).as('deliveries.count').use(editor)
  router.get(`${one}/deliveries`, [Deliveries, 'index']).as('deliveries.index').use(editor)
  router.get(`${one}/deliveries/:deliveryId`, [Deliveries, 'show']).as('deliveries.show').use(editor)
  router
    .post(`${one}/deliveries/:deliveryId/replay`, [Deliveries, 'replay'])
    .as('deliveries.replay.store')
    .use(editor)
  router
    .post(`${one}/deliveries/:deliveryId/send`, [Deliveries, 'send'])
    .as('deliveries.send.store')
    .use(editor)
  const subscribed = '/api/forms/:form/subscriptions'
  router.get(subscribed, [Subscriptions, 'index']).as('subscriptions.index').use(editor)
  router.post(subscribed, [Subscriptions, 'store']).as('subscriptions.store').use(editor)
  const ended = '/api/forms/:form/ended-subscriptions'
  router.get(ended, [Subscriptions, 'ended']).as('subscriptions.ended.index').use(editor)
  router.delete(`${ended}/:endedId`, [Subscriptions, 'dismiss']).as('subscriptions.ended.destroy').use(editor)
  router
    .delete('/api/subscriptions/:subscription', [Subscriptions, 'destroy'])
    .as('subscriptions.destroy')
    .use([ofSubscription, ...editor])
  router.post(`${one}/sends`, [Deliveries, 'sendAll']).as('integrations.sends.store').use(editor)
  router.post(`${one}/replays`, [Deliveries, 'replayAll']).as('integrations.replays.store').use(editor)
}
