import type { HttpContext } from '@adonisjs/core/http'
import type { Single } from '#api_types/answer'
import type { PageWeight } from '#api_types/drafts'
import { devServers } from '#app/http/frontend'
import { pageWeight } from '#app/http/page_weight'
import { draftAsForm } from '#app/respond/page/draft_as_form'
import { partsFor } from '#app/respond/page/renderer'

/** What the public page of the draft weighs; nothing where there is no such page yet, or while developing. */
export default class WeightController {
  async show(ctx: HttpContext): Promise<Single<PageWeight | null>> {
    const form = devServers() ? undefined : await draftAsForm(ctx)
    return { data: (form?.plans && (await pageWeight(partsFor(form)))) ?? null }
  }
}
