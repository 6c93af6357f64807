import * as v from 'valibot'
import type { Outcome } from '@formwright/kit/integration'
import { safeUrl } from '@formwright/kit/safe_url'

const outcome = v.variant('result', [
  v.strictObject({
    result: v.literal('delivered'),
    reason: v.optional(v.string()),
    link: v.optional(v.pipe(v.string(), v.maxLength(2048))),
    state: v.optional(v.unknown()),
  }),
  v.strictObject({
    result: v.literal('retry'),
    reason: v.string(),
    retryAfter: v.optional(v.number()),
    state: v.optional(v.unknown()),
  }),
  v.strictObject({
    result: v.picklist(['failed', 'unsure']),
    reason: v.string(),
    state: v.optional(v.unknown()),
  }),
  v.strictObject({ result: v.picklist(['gone', 'reconnect', 'skipped']), reason: v.string() }),
])

/** What a plugin answered, if that is an outcome; it may be anything. */
export function readOutcome(answer: unknown): Outcome | undefined {
  const read = v.safeParse(outcome, answer)
  if (!read.success) return undefined
  const { output } = read
  if (output.result === 'delivered') {
    const link = /^https?:/.test(output.link ?? '') ? safeUrl(output.link ?? '') : undefined
    const { reason } = output
    return {
      ...{ result: 'delivered', ...(reason !== undefined && { reason }) },
      ...(link && { link }),
      ...rememberedOf(output),
    }
  }
  if (output.result === 'failed' || output.result === 'unsure')
    return { result: output.result, reason: output.reason, ...rememberedOf(output) }
  if (output.result !== 'retry') return output
  const { reason, retryAfter } = output
  return { result: 'retry', reason, ...(retryAfter !== undefined && { retryAfter }), ...rememberedOf(output) }
}

function rememberedOf({ state }: { state?: unknown }): { state?: unknown } {
  return state === undefined ? {} : { state }
}
