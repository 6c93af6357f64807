import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { callerOf } from '#app/http/caller'
import { CodedError, notFound, tooMany, wrongMethod } from '#app/http/errors'
import { readAll } from '#app/http/body_bytes'
import { readHookId } from '#app/integrations/hook_address'
import { findHook, takeHook } from '#app/integrations/take_hook'
import { withPlaces } from '#app/http/load_shedding'
import env from '#start/env'

/** So many requests of one address to one integration are taken in so many seconds. */
const REQUESTS = { requests: 200, duration: 20 }

/** Requests that services make to integrations. */
export default class HooksController {
  async take(ctx: HttpContext) {
    const called = String(ctx.params.integration).slice(0, 80)
    const { consumed, availableIn } = await limiter
      .use('memory', REQUESTS)
      .increment(`hooks ${callerOf(ctx.request.ip())} ${called}`)
    if (consumed > REQUESTS.requests) throw tooMany(Math.max(1, availableIn))
    return answer(ctx, called)
  }
}

async function answer(ctx: HttpContext, called: string): Promise<void> {
  const { request, response } = ctx
  const row = readHookId(called)
  if (!row) throw notFound()
  const path = [ctx.params['*']].flat().join('/')
  const found = await findHook(row, path)
  const { method, maxBytes } = found.hook
  if (request.method() !== method) throw wrongMethod([method])
  const arrived = {
    query: first(request.qs()),
    headers: first(request.headers()),
    body: await readAll(request.request, maxBytes),
  }
  const said = await withHookPlace(row.workspaceId, () => takeHook(found, arrived))
  if (said.result === 'refused') throw new CodedError('E_HOOK_REFUSED', 422, said.reason)
  if (said.body === undefined) return response.noContent()
  response.header('content-type', `${said.type ?? 'text/plain'}; charset=utf-8`)
  return response.send(said.body)
}

/**
 * Works a request unless too much is under way. Hooks have a quarter of the places of submissions, those of one workspace
 * an eighth, so that a plugin that does not answer does not hold up submissions.
 */
function withHookPlace<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const most = env.get('SUBMISSIONS_AT_ONCE', 400)
  return withPlaces(
    [
      { of: 'submissions', most },
      { of: 'hooks', most: Math.ceil(most / 4) },
      { of: `hooks of ${workspaceId}`, most: Math.ceil(most / 8) },
    ],
    work,
  )
}

/** Of names that come twice the first value. */
function first(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const one: unknown = Array.isArray(value) ? value[0] : value
      return typeof one === 'string' ? [[name, one]] : []
    }),
  )
}
