import { createHash } from 'node:crypto'
import limiter from '@adonisjs/limiter/services/main'

/** Nobody gets a second code for the same answer sooner. */
const SOON = { requests: 1, duration: '1 minute' }
/** Codes that one address may ask for, of whatever form; people who share one are several. */
const VISITOR = { requests: 30, duration: '1 hour' }
/** Codes that one form sends. */
const FORM = { requests: 500, duration: '1 hour' }
/** How often a code may be tried, as long as it lives. */
const TRIES = { requests: 5, duration: '10 minutes' }

/** Whose code is asked for: `subject` says of which answer of the form, `by` who asks. */
export interface AskedCode {
  formId: string
  subject: string
  by: string
}

/** What is used up, and in how many seconds there is room again. */
export interface CodeRefusal {
  limit: 'soon' | 'many'
  seconds: number
}

/** Counts a code before it is sent; what is used up, if something is. */
export async function countCode({ formId, subject, by }: AskedCode): Promise<CodeRefusal | undefined> {
  const soon = await limiter.use(SOON).increment(soonKey(subject))
  if (soon.consumed > SOON.requests) return { limit: 'soon', seconds: Math.max(1, soon.availableIn) }
  for (const [limit, key] of [
    [VISITOR, `code-visitor:${hash(by)}`],
    [FORM, `code-form:${formId}`],
  ] as const) {
    const seen = await limiter.use(limit).increment(key)
    if (seen.consumed <= limit.requests) continue
    await forgetCode(subject)
    return { limit: 'many', seconds: Math.max(1, seen.availableIn) }
  }
  return undefined
}

/** A code that did not go keeps nobody waiting for the next one. */
export async function forgetCode(subject: string): Promise<void> {
  await limiter.use(SOON).delete(soonKey(subject))
}

/** Counts that a code is tried; false once that was too often, or it was right before. */
export async function countTry(code: string): Promise<boolean> {
  const seen = await limiter.use(TRIES).increment(triesKey(code))
  return seen.consumed <= TRIES.requests
}

/** A code that was right works no second time. */
export async function useUp(code: string): Promise<void> {
  await limiter.use(TRIES).set(triesKey(code), TRIES.requests + 1, TRIES.duration)
}

function soonKey(subject: string): string {
  return `code-soon:${hash(subject)}`
}

function triesKey(code: string): string {
  return `code-tries:${code}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
