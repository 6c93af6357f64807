import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { knownDevice } from '#app/accounts/known_device'
import { tooMany } from '#app/http/errors'
import { callerOf } from '#app/http/caller'

/** How many attempts in how long; afterwards the same key waits until the window has passed. Never a lasting lock. */
const LIMITS = {
  'login-device': { requests: 10, duration: '15 mins' },
  'login-account-from-address': { requests: 10, duration: '15 mins' },
  'login-account': { requests: 100, duration: '1 hour' },
  'login-address': { requests: 60, duration: '15 mins' },
  'confirm-account': { requests: 10, duration: '15 mins' },
  'register-address': { requests: 100, duration: '1 hour' },
  'reset-address': { requests: 60, duration: '1 hour' },
  'reset-account': { requests: 5, duration: '1 hour' },
} as const

type Limit = keyof typeof LIMITS

function keyOf(limit: Limit, subject: string): string {
  return `${limit}:${createHash('sha256').update(subject).digest('hex').slice(0, 32)}`
}

/** Counts one attempt against a limit; 429 with Retry-After when it is used up. */
export async function countAttempt(limit: Limit, subject: string): Promise<void> {
  const seen = await limiter.use(LIMITS[limit]).increment(keyOf(limit, subject))
  if (seen.consumed > LIMITS[limit].requests) {
    throw tooMany(Math.max(1, seen.availableIn))
  }
}

/** Forgets the attempts of an account, after it was opened. */
export async function forgiveAttempts(limit: Limit, subject: string): Promise<void> {
  await limiter.use(LIMITS[limit]).delete(keyOf(limit, subject))
}

async function takeBack(limit: Limit, subject: string): Promise<void> {
  await limiter.use(LIMITS[limit]).decrement(keyOf(limit, subject))
}

/** The limit of guesses from one place, by what is known of the place. */
function placeOf(ctx: HttpContext, account: string): { limit: Limit; subject: string; known: boolean } {
  const device = knownDevice(ctx, account)
  if (device !== undefined) return { limit: 'login-device', subject: device, known: true }
  const subject = `${account} ${callerOf(ctx.request.ip())}`
  return { limit: 'login-account-from-address', subject, known: false }
}

/**
 * Counts an attempt to sign in, with the key of an email address (email_key.ts); 429 when one of its limits is used up. A
 * browser that the person has used before has a limit of its own, so that strangers who guess elsewhere never shut the
 * person out of it. All others are counted by account and address, and together, more slowly, by account.
 */
export async function countSignIn(ctx: HttpContext, account: string): Promise<void> {
  const place = placeOf(ctx, account)
  await countAddress(ctx, 'login-address')
  await countAttempt(place.limit, place.subject)
  // what was stopped before does not count against the account as a whole
  if (!place.known) await countAttempt('login-account', account)
}

/** Takes an attempt back that brought the right password: guesses made elsewhere go on counting. */
export async function forgiveSignIn(ctx: HttpContext, account: string): Promise<void> {
  const place = placeOf(ctx, account)
  await forgiveAttempts(place.limit, place.subject)
  await forgiveAddress(ctx)
  if (!place.known) await takeBack('login-account', account)
}

/** Takes back what was counted of this address, after the right password. */
export function forgiveAddress(ctx: HttpContext): Promise<void> {
  return takeBack('login-address', callerOf(ctx.request.ip()))
}

/** Counts what comes from this address, for whatever account. */
export function countAddress(
  ctx: HttpContext,
  limit: 'login-address' | 'register-address' | 'reset-address',
): Promise<void> {
  return countAttempt(limit, callerOf(ctx.request.ip()))
}
