import { LRUCache } from 'lru-cache'
import type { DocumentProblem } from '#engine/document/problems'
import { LONGEST_TEXT } from '#engine/logic/interpreter/text_budget'

/** How many submissions to a form made texts too long to have a value, of the last day. Each of them says so itself. */
const longTextCache = new LRUCache<string, number>({ max: 10_000, ttl: 24 * 3600 * 1000 })

/** Takes note of one. */
export function noteLongText(formId: string): void {
  longTextCache.set(formId, (longTextCache.get(formId) ?? 0) + 1)
}

/** A warning where that happened lately. */
export function longTexts(formId: string): DocumentProblem[] {
  const count = longTextCache.get(formId)
  if (count === undefined) return []
  const submissions = count === 1 ? 'A submission' : `${count} submissions`
  const message = `${submissions} lately made a text too long to have a value: a formula makes at most ${LONGEST_TEXT} characters, and those of a form 4 million together. Bound the answers that calculations put together.`
  return [{ severity: 'warning', code: 'too-large', message }]
}
