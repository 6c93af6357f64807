import { fold as folded } from './fold_browser.ts'
import { withFewMarks } from './marks_in_a_row.ts'

/** `fold` of fold_browser.ts on the server, where others wait: marks beyond a hundred in a row do not count. */
export function fold(text: string): string {
  return folded(withFewMarks(text))
}
