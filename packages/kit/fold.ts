import { fold as folded } from './fold_browser.ts'
import { withFewMarks } from './marks_in_a_row.ts'

/** A text of so many units is remembered until the next one comes: thousands of conditions may look at one answer. */
const LONG = 10_000

let newest = { text: '', folded: '' }

/** `fold` of fold_browser.ts on the server, where others wait: marks beyond a hundred in a row do not count. */
export function fold(text: string): string {
  if (text.length < LONG) return folded(withFewMarks(text))
  if (text !== newest.text) newest = { text, folded: folded(withFewMarks(text)) }
  return newest.folded
}
