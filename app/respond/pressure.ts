import type { HttpContext } from '@adonisjs/core/http'
import { CodedError, tooMany } from '#app/http/errors'
import { callerOf, TokenBuckets } from '#app/http/token_buckets'
import env from '#start/env'

/** What is counted for each address and form, by itself. */
export type Counted = 'submissions' | 'evaluations' | 'uploads'

const MOST_CALLERS = 20_000
/** A busy server has worked off what it has by then. */
const BUSY_SECONDS = 2

const buckets: Record<Counted, TokenBuckets> = {
  submissions: new TokenBuckets(MOST_CALLERS),
  evaluations: new TokenBuckets(MOST_CALLERS),
  uploads: new TokenBuckets(MOST_CALLERS),
}
let atWork = 0

/** Counts a request of this address to this form. Answers 0, or in how many seconds the next one will be taken. */
export function tooSoon(ctx: HttpContext, what: Counted): number {
  const perMinute =
    what === 'uploads' ? env.get('UPLOADS_PER_MINUTE', 300) : env.get('SUBMISSIONS_PER_MINUTE', 600)
  const form = String(ctx.params.slug ?? ctx.params.form).slice(0, 80)
  return buckets[what].take(`${callerOf(ctx.request.ip())} ${form.toLowerCase()}`, perMinute)
}

/** Refuses with 429 what comes too soon. */
export function inTime(ctx: HttpContext, what: Counted): void {
  const seconds = tooSoon(ctx, what)
  if (seconds > 0) throw tooMany(seconds)
}

/**
 * Does a piece of work unless too many are under way: then it is refused at once with 503, so that those who are in get
 * their answer soon and the memory for them is bounded.
 */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= env.get('SUBMISSIONS_AT_ONCE', 400)) throw busy()
  atWork++
  try {
    return await work()
  } finally {
    atWork--
  }
}

function busy(): CodedError {
  const error = new CodedError(
    'E_BUSY',
    503,
    'The server has too much to do at the moment. Nothing was stored; send the same again a little later.',
    { retry_after: BUSY_SECONDS },
  )
  error.headers = { 'retry-after': String(BUSY_SECONDS) }
  return error
}
