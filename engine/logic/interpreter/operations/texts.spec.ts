import { test } from '@japa/runner'
import { contains } from '@formwright/kit/characters'
import { TEXT_BUDGET } from '../text_budget.ts'
import { operations } from './texts.ts'

/** Texts in which one begins again and again, and never goes on as it does there. */
const HALF = 'a'.repeat(50_000)
const DEAR: [whole: string, part: string][] = [
  ['a'.repeat(200_000), `${HALF}b${HALF}`],
  // signs that are no characters by themselves
  [`x${'\u0301'.repeat(200_000)}`, '\u0301'.repeat(100_000)],
  // two that are one
  [`x${'\u0915\u094d'.repeat(50_000)}`, '\u0915\u094d'.repeat(25_000)],
]
/** A product of their lengths takes from 400 on. */
const LONGEST_MS = 200

/** What `replace` makes of texts. */
function replaced(whole: string, part: string, by: string) {
  const scope = { textLeft: TEXT_BUDGET }
  const args = [whole, part, by].map((text) => () => text)
  return Reflect.apply(operations.replace, undefined, [args])(scope)
}

/** Short texts of two letters, all that there are. */
const SHORT = Array.from({ length: 6 }, (_, length) =>
  Array.from({ length: 2 ** length }, (_, number) =>
    Array.from({ length }, (_, bit) => ((number >> bit) & 1 ? 'b' : 'a')).join(''),
  ),
).flat()

test.group('Looking for a text in another one', () => {
  test('finds and replaces what the language’s own search does', ({ assert }) => {
    for (const whole of SHORT.map((text) => text + text.slice(0, 3))) {
      for (const part of SHORT) {
        assert.equal(
          contains(whole, part, { textLeft: TEXT_BUDGET }),
          whole.includes(part),
          `${whole} ${part}`,
        )
        assert.equal(replaced(whole, part, '-'), part && whole ? whole.split(part).join('-') : whole)
      }
    }
  })

  test('takes a time that grows as the texts do')
    .with(DEAR)
    .run(({ assert }, [whole, part]) => {
      const begun = process.cpuUsage()
      // no value where there are too many places to look at
      assert.notEqual(contains(whole, part, { textLeft: TEXT_BUDGET }), true)
      replaced(whole, `${part}b`, '')
      const { user, system } = process.cpuUsage(begun)
      assert.isBelow((user + system) / 1000, LONGEST_MS)
    })
})
