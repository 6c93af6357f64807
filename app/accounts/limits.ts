import { createHash } from 'node:crypto'
import limiter from '@adonisjs/limiter/services/main'
import { tooMany } from '#app/http/errors'

/** How many attempts in how long; afterwards the same key waits until the window has passed. Never a lasting lock. */
const LIMITS = {
  'login-account': { requests: 10, duration: '15 mins' },
  'login-address': { requests: 60, duration: '15 mins' },
  'confirm-account': { requests: 10, duration: '15 mins' },
  'register-address': { requests: 100, duration: '1 hour' },
} as const

type Limit = keyof typeof LIMITS

function keyOf(limit: Limit, subject: string): string {
  return `${limit}:${createHash('sha256').update(subject.toLowerCase()).digest('hex').slice(0, 32)}`
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
