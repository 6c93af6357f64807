import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { callerOf } from '#app/http/caller'
import { tooMany } from '#app/http/errors'
import env from '#start/env'

/** What is counted for each address and form, by itself. */
export type LimitedAction = 'submissions' | 'evaluations' | 'codes' | 'uploads' | 'pieces'

/** Requests about files that come in pieces, for each that may begin. */
const PIECES = 10

/**
 * Counts a request of this address to this form, in the memory of this process. Answers 0, or in how many seconds the
 * next one will be taken. Of what may come in a minute on average, a third may come at once.
 */
export async function retryAfter(ctx: HttpContext, what: LimitedAction): Promise<number> {
  const perMinute = perMinuteOf(what)
  const requests = Math.ceil(perMinute / 3)
  const form = String(ctx.params.slug ?? ctx.params.form).slice(0, 80)
  const { consumed, availableIn } = await limiter
    .use('memory', { requests, duration: Math.ceil((requests / perMinute) * 60) })
    .increment(`${what} ${callerOf(ctx.request.ip())} ${form.toLowerCase()}`)
  return consumed > requests ? Math.max(1, availableIn) : 0
}

function perMinuteOf(what: LimitedAction): number {
  const files = env.get('UPLOADS_PER_MINUTE', 300)
  if (what === 'pieces') return PIECES * files
  return what === 'uploads' ? files : env.get('SUBMISSIONS_PER_MINUTE', 600)
}

/** Refuses with 429 what comes too soon. */
export async function rateLimit(ctx: HttpContext, what: LimitedAction): Promise<void> {
  const seconds = await retryAfter(ctx, what)
  if (seconds > 0) throw tooMany(seconds)
}
