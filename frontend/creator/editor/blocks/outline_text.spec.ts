import { test } from '@japa/runner'
import { outlineOf, type OutlineLine } from './outline_text.ts'

/** An outline as nested lists: a line, and below it what stands there. */
function said(lines: readonly OutlineLine[]): unknown[] {
  return lines.map(({ text, below }) => (below.length === 0 ? text : [text, ...said(below)]))
}
const outline = (...lines: string[]) => said(outlineOf(lines.join('\n'), ['( )', '[ ]', '-']))

test.group('Outline of a text', () => {
  test('what is set in stands below, whatever its mark', ({ assert }) => {
    const nested = [['Colour?', 'Red', 'Blue'], 'Age?']
    assert.deepEqual(outline('- Colour?', '  - Red', '  - Blue', '- Age?'), nested)
    assert.deepEqual(outline('  * Colour?', '      * Red', '      * Blue', '  * Age?'), nested)
    assert.deepEqual(outline('•\tColour?', '\t•\tRed', '\t•\tBlue', '•\tAge?'), nested)
    assert.deepEqual(outline('1. Colour?', '   1. Red', '   2. Blue', '2. Age?'), nested)
    assert.deepEqual(outline('1. Colour?', '   a. Red', '   b. Blue', '2. Age?'), nested)
    assert.deepEqual(outline('Colour?', '    1) Red', '    2) Blue', 'Age?'), nested)
    assert.deepEqual(outline('- A', '    - B', '        - C', '  - D', '- E'), [['A', ['B', 'C'], 'D'], 'E'])
  })

  test('where nothing is set in, marks tell the levels', ({ assert }) => {
    const nested = [['Colour?', 'Red', 'Blue'], 'Age?']
    assert.deepEqual(outline('•\tColour?', 'o\tRed', 'o\tBlue', '•\tAge?'), nested)
    assert.deepEqual(outline('1.\tColour?', 'a.\tRed', 'b.\tBlue', '2.\tAge?'), nested)
    assert.deepEqual(outline('Colour?', 'A) Red', 'B) Blue', 'Age?'), nested)
    assert.deepEqual(outline('Colour?', '( ) Red', '( ) Blue', 'Age?'), nested)
    assert.deepEqual(outline('•\tA', 'o\tB', '▪\tC', 'o\tD', '•\tE'), [['A', ['B', 'C'], 'D'], 'E'])
  })

  test('boxes to tick are one list, ticked or not', ({ assert }) => {
    const boxes = [['Meal?', 'Soup', 'Cake']]
    for (const [one, other] of [
      ['☐ Soup', '☑ Cake'],
      ['[ ] Soup', '[x] Cake'],
      ['- [ ] Soup', '- [X] Cake'],
    ])
      assert.deepEqual(outline('Meal?', one ?? '', other ?? ''), boxes)
  })

  test('what does not count up is part of the text; numbers of questions go', ({ assert }) => {
    assert.deepEqual(outline('About you', '1. Name', '2) Age', 'More', '1. Town', '2. Street'), [
      ...['About you', 'Name', 'Age', 'More', 'Town', 'Street'],
    ])
    for (const kept of [
      ['1. FC Köln', 'Other'],
      ['2025) Past', '2026) Now'],
      ['A. Smith', 'C. Miller'],
    ])
      assert.deepEqual(outline(...kept), kept)
  })

  test('a list of one item, or Roman numbers beside letters, leave the others what they are', ({
    assert,
  }) => {
    assert.deepEqual(
      outline(
        ...['1. Colour?', '  1. Red', '  2. Blue', '2. Agree?', '  1. Yes'],
        ...['3. Size?', '  1. S', '  2. M'],
      ),
      [
        ['Colour?', 'Red', 'Blue'],
        ['Agree?', 'Yes'],
        ['Size?', 'S', 'M'],
      ],
    )
    assert.deepEqual(outline('1.\tA', 'a.\tB', 'i.\tC', 'ii.\tD', 'b.\tE', '2.\tF'), [
      ['A', ['B', 'C', 'D'], 'E'],
      'F',
    ])
    const letters = [...'abcdefghij']
    assert.deepEqual(outline('Which?', ...letters.map((letter) => `${letter}) ${letter}`)), [
      ['Which?', ...letters],
    ])
  })

  test('a column more is not set in: numbers may stand right-aligned', ({ assert }) => {
    const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1))
    const right = numbers.map((number) => `${number.padStart(2)}. ${number}`)
    assert.deepEqual(outline(...right), numbers)
    assert.deepEqual(outline('- Which?', ...right.map((line) => `  ${line}`)), [['Which?', ...numbers]])
    assert.deepEqual(outline('- Name', ' - Age', '- Town'), ['Name', 'Age', 'Town'])
  })

  test('marks of options, and those that one types, are of one list where they are set in as far', ({
    assert,
  }) => {
    const colours = [['Colour?', 'Red', 'Blue', 'Green']]
    assert.deepEqual(outline('Colour?', '( ) Red', '( ) Blue', '[ ] Green'), colours)
    assert.deepEqual(outline('Colour?', '* Red', '- Blue', '* Green'), colours)
    assert.deepEqual(outline('• Colour?', '☐ Red', '- Blue', '☑ Green'), colours)
    assert.deepEqual(outline('a) Colour?', '- Red', '[x] Blue', '( ) Green', 'b) Age?'), [...colours, 'Age?'])
  })

  test('initials are no letters of a list; letters that are set in, or before a tab or bracket, are', ({
    assert,
  }) => {
    const people = ['Who?', 'A. Smith', 'B. Jones']
    assert.deepEqual(outline(...people), people)
    for (const [one, other] of [
      ['  A. Red', '  B. Blue'],
      ['A.\tRed', 'B.\tBlue'],
      ['A) Red', 'B) Blue'],
      ['(A) Red', '(B) Blue'],
    ])
      assert.deepEqual(outline('Colour?', one ?? '', other ?? ''), [['Colour?', 'Red', 'Blue']])
  })

  test('a list without end of levels ends', ({ assert }) => {
    const lines = Array.from({ length: 5_000 }, (_, level) => `${' '.repeat(level)}- ${level}`)
    const depth = (list: readonly OutlineLine[]): number =>
      list.length === 0 ? 0 : 1 + Math.max(...list.map(({ below }) => depth(below)))
    assert.equal(depth(outlineOf(lines.join('\n'), [])), 9)
  })
})
