import { SIMPLE_MARKS, type RichPlace } from '@formwright/kit/rich/tree'
import type { Settings } from './field.ts'

/** What an answer may hold under these settings. How long it is, is said beside it while it is written. */
export function placeOf({ toolbar }: Settings): RichPlace {
  const { headings, lists, quotes, links } = toolbar
  const marks = SIMPLE_MARKS.filter((mark) => toolbar[mark])
  return { headings, lists, quotes, links, marks, maxLength: Number.POSITIVE_INFINITY }
}
