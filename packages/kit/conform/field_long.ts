import { test } from '@japa/runner'
import type { SettingsSchema } from '../field.ts'
import { CONTEXTS, type FieldUnderTest } from './field_under_test.ts'

/** Far shorter than a post may be: looked at once it takes some milliseconds, and seconds where that is done at each of its signs. */
const LENGTH = 50_000
/** In milliseconds, on a busy machine. */
const LONGEST = 500

/** Of each of these signs many in a row, where whoever reads may begin anew at each of them. */
const LONG = [' ', '/', '-', '1', 'a', '.', ',', '"', '\n', '\t', '@', ':'].flatMap((sign) => {
  const row = sign.repeat(LENGTH)
  return [row, `+${row}+`, `x${row}x y`]
})

/** Whoever answers may send what is long: it holds up the whole server while it is read. */
export function testLong<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  const { answer, examples } = field

  test('what is long is read in a time that grows as it does', ({ assert }) => {
    const [first, second] = CONTEXTS
    for (const { settings, answer: given } of examples) {
      const raw = answer.toRaw(given, settings)
      for (const [index, text] of LONG.entries()) {
        const context = index % 2 === 0 ? first : second
        for (const candidate of [text, filledWith(text, raw)]) {
          const began = performance.now()
          const { answer: read } = answer.parse(candidate, settings, context)
          if (read !== undefined) {
            answer.validate(read, settings, { ...context, required: true })
            answer.toText(read, settings)
          }
          const took = performance.now() - began
          assert.isBelow(took, LONGEST, JSON.stringify(text.slice(0, 3)))
        }
      }
    }
  })
}

/** The same with a text in the place of each text that stands in it. */
function filledWith(text: string, value: unknown): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((inner) => filledWith(text, inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filledWith(text, inner)]))
}
