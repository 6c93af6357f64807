import { setImmediate } from 'node:timers/promises'
import { inLine } from '#app/http/load_shedding'

/** Pages that are drawn at the same time for one visit each, of one form and of all. */
const AT_ONCE = { form: 1, all: 4 }
/** So many visits of a form wait, so long in milliseconds. */
const LINE = { most: 100, ms: 10_000 }

/**
 * Draws a page for one visit: forms take turns, and other work of the process is done in between, so that a large form
 * holds up its own visitors. 503 where too many of them wait.
 */
export function inDrawingLine<T>({ formId }: { formId: string }, draw: () => Promise<T>): Promise<T> {
  const places = [
    { of: `drawing of ${formId}`, most: AT_ONCE.form },
    { of: 'drawing', most: AT_ONCE.all },
  ] as const
  return inLine(places, LINE, async () => {
    await setImmediate()
    return draw()
  })
}
