import { test } from '@japa/runner'
import { type CssRemark, cssProblems } from '#app/forms/css_remarks'

const CSS = '.a { color: red }\r\n.b { color: red }\n  .c { position: fixed }'
const unreadable = (line: number): CssRemark => ({ line, code: 'unreadable', message: 'Hard to read.' })

test.group('Remarks about custom CSS', () => {
  test('what is wrong with several lines is said once, at the first of them', ({ assert }) => {
    const fixed: CssRemark = { line: 3, column: 8, code: 'left-out', message: 'Not fixed.' }
    const said = cssProblems(CSS, [fixed, unreadable(2), unreadable(1), unreadable(2)])
    assert.deepEqual(
      said.map(({ message, at, code }) => [message, CSS.slice(at).slice(0, 8), code]),
      [
        ['Custom CSS, lines 1 and 2: Hard to read.', '.a { col', 'unreadable'],
        ['Custom CSS, line 3: Not fixed.', 'position', 'left-out'],
      ],
    )
  })

  test('of many lines the first are named; of many things the first are said', ({ assert }) => {
    const lines = (count: number) =>
      cssProblems(
        '\n'.repeat(100),
        Array.from({ length: count }, (_, index) => unreadable(index + 1)),
      ).map(({ message }) => message)
    assert.deepEqual(lines(6), ['Custom CSS, lines 1, 2, 3, 4, 5, and 6: Hard to read.'])
    assert.deepEqual(lines(30), ['Custom CSS, lines 1, 2, 3, 4, 5, and 25 more: Hard to read.'])
    const things = Array.from({ length: 50 }, (_, index) => ({
      ...unreadable(index + 1),
      message: `${index}.`,
    }))
    assert.lengthOf(cssProblems('\n'.repeat(100), things), 20)
    // a place that is none is at the end
    assert.equal(cssProblems('.a{}', [{ ...unreadable(1), column: 90 }])[0]?.at, 4)
  })
})
