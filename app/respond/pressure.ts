import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { callerOf } from '#app/http/caller'
import { CodedError, tooMany } from '#app/http/errors'
import env from '#start/env'

/** What is counted for each address and form, by itself. */
export type Counted = 'submissions' | 'evaluations' | 'uploads'

/** A busy server has worked off what it has by then. */
const BUSY_SECONDS = 2

let atWork = 0

/**
 * Counts a request of this address to this form, in the memory of this process. Answers 0, or in how many seconds the
 * next one will be taken. Of what may come in a minute on average, a third may come at once.
 */
export async function tooSoon(ctx: HttpContext, what: Counted): Promise<number> {
  const perMinute =
    what === 'uploads' ? env.get('UPLOADS_PER_MINUTE', 300) : env.get('SUBMISSIONS_PER_MINUTE', 600)
  const requests = Math.ceil(perMinute / 3)
  const form = String(ctx.params.slug ?? ctx.params.form).slice(0, 80)
  const { consumed, availableIn } = await limiter
    .use('memory', { requests, duration: Math.ceil((requests / perMinute) * 60) })
    .increment(`${what} ${callerOf(ctx.request.ip())} ${form.toLowerCase()}`)
  return consumed > requests ? Math.max(1, availableIn) : 0
}

/** Refuses with 429 what comes too soon. */
export async function inTime(ctx: HttpContext, what: Counted): Promise<void> {
  const seconds = await tooSoon(ctx, what)
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
