import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { tooMany } from '#app/http/errors'
import env from '#start/env'

/**
 * Counts a request of a token, in the memory of this process, and says in its answer how many are left. Of what may come in a
 * minute on average, a third may come at once. 429 for what is too much.
 */
export async function countRequest({ response }: HttpContext, tokenId: string): Promise<void> {
  const perMinute = env.get('TOKEN_REQUESTS_PER_MINUTE', 600)
  const requests = Math.ceil(perMinute / 3)
  const { consumed, remaining, availableIn } = await limiter
    .use('memory', { requests, duration: Math.ceil((requests / perMinute) * 60) })
    .increment(`token ${tokenId}`)
  response.header('ratelimit-limit', String(requests))
  response.header('ratelimit-remaining', String(Math.max(0, remaining)))
  response.header('ratelimit-reset', String(Math.max(1, availableIn)))
  if (consumed > requests) throw tooMany(Math.max(1, availableIn))
}
