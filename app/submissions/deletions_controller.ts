import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Single } from '#api_types/answer'
import type { DeletedMatching, DeletedTogether } from '#api_types/submissions'
import { readCursor, writeCursor } from '#app/http/cursor'
import { FieldErrors } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { deleteMatching, deleteSubmissions } from '#app/submissions/delete_submissions'
import { severalIds } from '#app/submissions/several_ids'
import { readView } from '#app/submissions/view'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** Which submissions of a view are to go. */
export const matching = vine.create({
  until: vine.string().regex(TIME),
  search: vine.string().maxLength(500).optional(),
  filter: vine.string().maxLength(100_000).optional(),
  cursor: vine.string().maxLength(200).optional(),
})

/** Puts many submissions into the bin of their form. */
export default class DeletionsController {
  async store(ctx: HttpContext): Promise<Single<DeletedTogether>> {
    const ids = await severalIds(ctx)
    return {
      data: await deleteSubmissions(ctx.workspace.id, ctx.formId, ids, ctx.auth.getUserOrFail().id),
    }
  }

  /** What the table shows, as far as a request gets; the next one goes on from there. */
  async storeMatching(ctx: HttpContext): Promise<DeletedMatching> {
    const { until, search, filter, cursor } = await validate(ctx, matching)
    const asked = {
      view: readView(search, filter),
      after: readCursor(cursor),
      until: endOfMillisecond(until),
    }
    const by = ctx.auth.getUserOrFail().id
    const { deleted, next } = await deleteMatching(ctx.workspace.id, ctx.formId, asked, by)
    return { data: deleted, next_cursor: next ? writeCursor(next) : null }
  }
}

/** The last moment of a millisecond: the database knows a submission's time to the microsecond. 422 for a time that there is not. */
function endOfMillisecond(time: string): string {
  const at = new Date(time)
  // the database has no year 0, and writes those beyond 9999 in another way
  if (at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999) return at.toISOString().replace('Z', '999Z')
  const message = 'There is no such time.'
  throw new FieldErrors('E_VALIDATION', message, { until: [message] })
}
