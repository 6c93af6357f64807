import vine from '@vinejs/vine'
import type { PublishedForm } from '#app/forms/versions'
import { knownLocale, knownZone } from '#app/respond/request/locale'
import { respond } from '#app/respond/submission/take_submission'
import { turns, turnsFor } from '#app/respond/submission/turn'
import type { Response as FormResponse, ServerState, Turn } from '#engine/response/response'
import { serverStateFor } from '#engine/response/server_state'

/** What the live page asks the server: where these answers lead. A draft has the version 0. */
export const evaluation = vine.create({
  version: vine.number({ strict: true }).withoutDecimals().min(0).optional(),
  page: vine.string().maxLength(40),
  raws: vine.object({}).allowUnknownProperties(),
  time_zone: vine.string().maxLength(100).optional(),
  locale: vine.string().maxLength(100).optional(),
  params: vine.record(vine.string().maxLength(2000)).optional(),
})

interface EvaluationRequest {
  page: string
  raws: object
  time_zone?: string
  locale?: string
  params?: Record<string, string>
}

/** Works answers so far out, with what only the server may know; `data` is what of it the browser may know. */
export async function evaluate(
  workspaceId: string,
  published: Pick<PublishedForm, 'plans'>,
  { page, raws, time_zone, locale, params }: EvaluationRequest,
  now: number,
): Promise<{
  response: FormResponse
  data: { pages: readonly string[]; turn: Turn; serverState?: ServerState }
}> {
  const given: unknown[] = Object.values(raws)
  const response = await turns(
    workspaceId,
    given,
    respond(published, {
      raws: { ...raws },
      source: 'form',
      locale: knownLocale(locale),
      timeZone: knownZone(time_zone),
      now,
      ...(params && { params }),
    }),
  )
  const step = turnsFor(workspaceId, given)
  const serverState = await step(() => serverStateFor(published.plans.browser, response))
  return {
    response,
    data: { pages: response.pages(), turn: response.turn(page), ...(serverState && { serverState }) },
  }
}
