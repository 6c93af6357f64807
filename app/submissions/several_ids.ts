import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { validate } from '#app/http/validate'

/** So many submissions are worked together by one request at most. */
export const MOST_TOGETHER = 500

/** Which submissions are meant. */
export const several = vine.create({
  ids: vine.array(vine.string().uuid()).minLength(1).maxLength(MOST_TOGETHER),
})

/** The ids in the body of a request, each once and as the database writes them. */
export async function severalIds(ctx: HttpContext): Promise<string[]> {
  const { ids } = await validate(ctx, several)
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
