import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { Delivery, DeliveryCount, DeliveryLog } from '#api_types/integrations'
import { fieldMessages } from '#app/http/field_messages'
import { validate } from '#app/http/validate'
import { pageLimit } from '#app/http/page_limit'
import { findIntegration } from '#app/integrations/change_integration'
import {
  countFiltered,
  listDeliveries,
  replayDelivery,
  replayMany,
  sendDelivery,
  sendWaiting,
  showDelivery,
} from '#app/integrations/deliveries'
import { replayedDeliveries, shownDeliveries } from '#app/integrations/delivery_filter'
import { addTest } from '#app/integrations/send_test'
import { triedEvent } from '#app/integrations/tried_event'
import { notifyDeliveries } from '#app/outbox/notify'
import { type Scope, within } from '#app/workspaces/within'
import type { Integration } from '#app/integrations/integration'

const page = vine.create({
  cursor: vine.string().uuid().optional(),
  ...shownDeliveries,
})

/** Whose answers a test carries; invented ones without it. */
export const tested = vine.create({ submission_id: vine.string().uuid().optional() })

const counted = vine.create(shownDeliveries)

/** The log of an integration: what was sent, what was answered, and sending it again. */
export default class DeliveriesController {
  async index(ctx: HttpContext): Promise<Page<Delivery>> {
    const limit = pageLimit(ctx.request.qs().limit, 100)
    const filter = await page.validate(ctx.request.qs(), {
      messagesProvider: fieldMessages,
    })
    return inIntegration(ctx, (scope, integration) =>
      listDeliveries(scope, integration, { ...filter, limit }),
    )
  }

  /** How many there are; said before they are sent again. */
  async count(ctx: HttpContext): Promise<Single<DeliveryCount>> {
    const filter = await counted.validate(ctx.request.qs(), { messagesProvider: fieldMessages })
    const data = await inIntegration(ctx, (scope, integration) => countFiltered(scope, integration, filter))
    return { data }
  }

  async show(ctx: HttpContext): Promise<Single<DeliveryLog>> {
    const data = await inIntegration(ctx, (scope, integration) =>
      showDelivery(scope, integration, ctx.params.deliveryId),
    )
    return { data }
  }

  /** The answer comes at once; the log shows how it went. */
  async test(ctx: HttpContext): Promise<Single<DeliveryLog>> {
    const { email, name } = ctx.auth.getUserOrFail()
    const { submission_id: chosen } = await validate(ctx, tested)
    const tried = await triedEvent(ctx.workspace.id, ctx.formId, chosen)
    const told = { ...tried, event: { ...tried.event, tester: { address: email, name } } }
    const data = await inIntegration(ctx, async (scope, integration) =>
      showDelivery(scope, integration, await addTest(scope, integration, told)),
    )
    notifyDeliveries()
    ctx.response.status(202)
    return { data }
  }

  async replay(ctx: HttpContext): Promise<Single<Delivery>> {
    const data = await inIntegration(ctx, (scope, integration) =>
      replayDelivery(scope, integration, ctx.params.deliveryId),
    )
    notifyDeliveries()
    ctx.response.status(202)
    return { data }
  }

  async send(ctx: HttpContext): Promise<Single<Delivery>> {
    const data = await inIntegration(ctx, (scope, integration) =>
      sendDelivery(scope, integration, ctx.params.deliveryId),
    )
    notifyDeliveries()
    ctx.response.status(202)
    return { data }
  }

  async sendAll(ctx: HttpContext) {
    const id = await inIntegration(ctx, async (_, integration) => integration.id)
    const sent = await sendWaiting(ctx.workspace.id, id, notifyDeliveries)
    return ctx.response.status(202).json({ data: { sent } })
  }

  async replayAll(ctx: HttpContext) {
    const filter = await validate(ctx, replayedDeliveries)
    const id = await inIntegration(ctx, async (_, integration) => integration.id)
    const replayed = await replayMany(ctx.workspace.id, id, filter, notifyDeliveries)
    return ctx.response.status(202).json({ data: { replayed } })
  }
}

function inIntegration<T>(
  { workspace, formId, params }: HttpContext,
  work: (scope: Scope, integration: Integration) => Promise<T>,
): Promise<T> {
  return within(workspace.id, async (scope) => {
    return work(scope, await findIntegration(formId, params.integrationId))
  })
}
