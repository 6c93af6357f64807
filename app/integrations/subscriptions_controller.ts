import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { EndedSubscription, Subscription } from '#api_types/integrations'
import { notifyForm } from '#app/forms/events'
import { validate } from '#app/http/validate'
import { dismissEnded, listEnded } from '#app/integrations/ended_subscriptions'
import { listSubscriptions, subscribe, unsubscribe } from '#app/integrations/subscriptions'
import { within } from '#app/workspaces/within'

/** What a program subscribes to. */
export const newSubscription = vine.create({
  /** of the integration: which service it is that subscribes */
  kind: vine.string().maxLength(100),
  /** where it is told */
  url: vine.string().maxLength(2048),
  events: vine.array(vine.string()).minLength(1).maxLength(10),
  /** by which people tell it from others */
  name: vine.string().trim().minLength(1).maxLength(200).optional(),
})

/** Integrations that programs make and end for themselves. */
export default class SubscriptionsController {
  async index({ workspace, formId }: HttpContext): Promise<Page<Subscription>> {
    const data = await within(workspace.id, () => listSubscriptions(formId))
    return { data, next_cursor: null }
  }

  async store(ctx: HttpContext): Promise<Single<Subscription>> {
    const { formId, workspace, response } = ctx
    const asked = await validate(ctx, newSubscription)
    const data = await within(workspace.id, (scope) => subscribe(scope, formId, asked))
    notifyForm(formId, { name: 'deliveries', data: {} })
    response.status(201)
    return { data }
  }

  /** Those that ended because their program wanted no more. */
  async ended({ workspace, formId }: HttpContext): Promise<Page<EndedSubscription>> {
    const data = await within(workspace.id, (scope) => listEnded(scope, formId))
    return { data, next_cursor: null }
  }

  /** Somebody has seen that it ended. */
  async dismiss({ workspace, formId, params, response }: HttpContext) {
    await within(workspace.id, (scope) => dismissEnded(scope, formId, String(params.endedId)))
    notifyForm(formId, { name: 'deliveries', data: {} })
    return response.noContent()
  }

  async destroy({ params, workspace, response }: HttpContext) {
    const { formId } = await unsubscribe(workspace.id, String(params.subscription))
    notifyForm(formId, { name: 'deliveries', data: {} })
    return response.noContent()
  }
}
