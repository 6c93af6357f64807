import type { HttpContext } from '@adonisjs/core/http'
import type { Single } from '#api_types/answer'
import type { Backfill, EarlierSubmissions } from '#api_types/integrations'
import { notifyForm } from '#app/forms/events'
import {
  backfillOf,
  cancelBackfill,
  pauseBackfill,
  resumeBackfill,
  startBackfill,
} from '#app/integrations/backfill/backfill'
import { countEarlier, countMatching } from '#app/integrations/backfill/earlier'
import { findIntegration } from '#app/integrations/change_integration'
import type { Integration } from '#app/integrations/integration'
import { notifyDeliveries } from '#app/outbox/notify'
import { type Scope, within } from '#app/workspaces/within'

/** Sending what came in before an integration. */
export default class BackfillsController {
  /** How many there are; with a condition, for how many it holds where that is quick to say. */
  async earlier({ workspace, formId, params }: HttpContext): Promise<Single<EarlierSubmissions>> {
    const { integration, count } = await within(workspace.id, async (scope) => {
      const found = await findIntegration(formId, params.integrationId)
      return { integration: found, count: await countEarlier(scope, found) }
    })
    return { data: { count, matching: await countMatching(integration, count) } }
  }

  async show({ workspace, formId, params }: HttpContext): Promise<Single<Backfill | null>> {
    const data = await within(workspace.id, async (scope) =>
      backfillOf(scope, await findIntegration(formId, params.integrationId)),
    )
    return { data }
  }

  async store(ctx: HttpContext): Promise<Single<Backfill>> {
    const answer = await changed(ctx, startBackfill)
    ctx.response.status(201)
    return answer
  }

  pause(ctx: HttpContext): Promise<Single<Backfill>> {
    return changed(ctx, pauseBackfill)
  }

  resume(ctx: HttpContext): Promise<Single<Backfill>> {
    return changed(ctx, resumeBackfill)
  }

  cancel(ctx: HttpContext): Promise<Single<Backfill>> {
    return changed(ctx, cancelBackfill)
  }
}

/** Changes it and tells the pages that show it, and those who deliver. */
async function changed(
  { workspace, formId, params }: HttpContext,
  change: (scope: Scope, integration: Integration) => Promise<Backfill>,
): Promise<Single<Backfill>> {
  const data = await within(workspace.id, async (scope) =>
    change(scope, await findIntegration(formId, params.integrationId, true)),
  )
  notifyForm(formId, { name: 'deliveries', data: {} })
  notifyDeliveries()
  return { data }
}
