import * as v from 'valibot'
import type { Outcome } from '#kit/integration'

const outcome = v.variant('result', [
  v.strictObject({ result: v.literal('delivered') }),
  v.strictObject({
    result: v.literal('retry'),
    reason: v.string(),
    retryAfter: v.optional(v.number()),
  }),
  v.strictObject({ result: v.picklist(['failed', 'gone', 'reconnect']), reason: v.string() }),
])

/** What a plugin answered, if that is an outcome; it may be anything. */
export function readOutcome(answer: unknown): Outcome | undefined {
  const read = v.safeParse(outcome, answer)
  if (!read.success) return undefined
  if (read.output.result !== 'retry') return read.output
  const { reason, retryAfter } = read.output
  return retryAfter === undefined ? { result: 'retry', reason } : { result: 'retry', reason, retryAfter }
}
