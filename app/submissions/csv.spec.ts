import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { BOM, csvLine, entryNames, exportName } from '#app/submissions/csv'
import type { Cell } from '@formwright/kit/answer'

/** Text that has broken exports before, and how it must come back. */
const SAME = [
  'plain',
  '  outer spaces  ',
  'comma, "quote" and \'apostrophe\'',
  'line\nbreak',
  'line\r\nbreak',
  'ends with a quote"',
  '"',
  '007',
  '12.5',
  '0049 170 1234567',
  '1e5',
  'a=b',
  'a, =b',
  'a; b\tc',
  'well-known; e-mail',
  "it's",
  '日本語 العربية 👩‍👩‍👧',
  'e\u0301 and é',
  '\uFEFFmark',
  'null',
  'a\u0000b'.replace('\u0000', '\u0001'),
  "'quoted",
]
/** Text, and what stands for it in a file: an apostrophe wherever a reader may begin a cell with a formula. */
const GUARDED: readonly (readonly [string, string])[] = [
  ...[
    ...['=1+1', '=cmd|"/C calc"!A0', '+cmd|x', '@SUM(A1)', '＝1+1', '＋1+a', '－1+a', '＠a', '﹦1', '-', '='],
    ...['+49-30-1234', '+49 170 1234567', '+1/2', '-2-3', '-2', '+1.5e3', '-12.5'],
    ...['  =1', '\u00a0=1', '\u200b=1', '"=1', "'=1", "''-2"],
  ].map((text) => [text, `'${text}`] as const),
  // Readers with another separator begin a cell behind it, and quotes in the middle of a cell are nothing to them.
  ['a;=1+1', "a;'=1+1"],
  ['a;b;@c', "a;b;'@c"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\n=1', "a\n'=1"],
  ['a\r\n-1;+1', "a\r\n'-1;'+1"],
  ['\t=1', "\t'=1"],
  ['\r＝1', "\r'＝1"],
  ['\n+1', "\n'+1"],
  ['a; =1', "a;' =1"],
  ['a;"=1+1;b', 'a;\'"=1+1;b'],
  ["a;'=1", "a;''=1"],
  ['-2, =1', "'-2, =1"],
  ['"=1, 2", -3', '\'"=1, 2", -3'],
]

/** How a program takes the apostrophes away again; app/submissions/README.md says the same in words. */
const unguarded = (text: string): string =>
  text.replace(/(^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|[\p{Cf}"'])*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu, '$1')

/** An apostrophe wherever a formula may begin. */
const guarded = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\p{Cf}"'])*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu, "'")

const read = (text: string): string[][] => parse(text, { bom: true })

test.group('CSV', () => {
  test('text comes back character for character', ({ assert }) => {
    assert.deepEqual(read(csvLine(SAME))[0], SAME)
    for (const text of SAME) assert.deepEqual(read(csvLine(['x', text]))[0], ['x', text])
  })

  test('what a spreadsheet would run is text with an apostrophe before it, in a heading and in any cell', ({
    assert,
  }) => {
    for (const [text, safe] of GUARDED) assert.deepEqual(read(csvLine(['x', text]))[0], ['x', safe])
  })

  test('a line has no formula for readers with another separator', ({ assert }) => {
    const line = csvLine(GUARDED.map(([text]) => text))
    for (const cell of line.split(/[;\t\r\n]/)) assert.notMatch(cell, /^[\s"]*[=+\-@＝＋－＠]/u)
  })

  test('a program gets the very text back', ({ assert }) => {
    for (const text of [...SAME, ...GUARDED.map(([given]) => given)]) {
      assert.equal(unguarded(read(csvLine(['x', text]))[0]?.[1] ?? ''), text)
    }
    const pieces = fc.constantFrom(
      ...[';', '\t', '\n', '\r', "'", '"', ' ', '\u200b', '=', '-', '＋', 'a', 'é', '_', ',', '1'],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const written = read(csvLine(['x', text, 'y']))[0]?.[1] ?? ''
        assert.equal(written, guarded(text))
        assert.equal(unguarded(written), text)
      }),
    )
  })

  test('numbers are numbers, no answer is empty, lines end as RFC 4180 says', ({ assert }) => {
    const cells: Cell[] = [-5, 0, 1.5, -1e-7, 1e21, true, false, null, '']
    assert.equal(csvLine(cells), '-5,0,1.5,-0.0000001,1000000000000000000000,true,false,,\r\n')
  })

  test('the first character says that it is UTF-8', ({ assert }) => {
    assert.equal(Buffer.from(BOM).toString('hex'), 'efbbbf')
    assert.deepEqual(read(BOM + csvLine(['ä', 'b'])), [['ä', 'b']])
  })

  test('names of files are harmless and readable', ({ assert }) => {
    assert.equal(exportName('A/B\\C: "x"\r\n', '2027-01-02', 'csv'), 'A B C x 2027-01-02.csv')
    assert.equal(exportName('\u202E', '2027-01-02', 'zip'), 'Form 2027-01-02.zip')
  })

  test('files of one ZIP have names of their own that every file system takes', ({ assert }) => {
    assert.deepEqual(entryNames('A form', ['People', 'people', '', '../etc/passwd', 'CON', 'People 2']), [
      'A form.csv',
      'A form - People.csv',
      'A form - people 2.csv',
      'A form - Section.csv',
      'A form - .. etc passwd.csv',
      'A form - CON.csv',
      'A form - People 2 2.csv',
    ])
    const [main, long] = entryNames('👍'.repeat(100), ['日本'.repeat(50)])
    assert.isAtMost(Buffer.byteLength(long), 255)
    assert.match(main, /^(👍)+\.csv$/u)
    assert.match(long, /^(👍)+ - [日本]+\.csv$/u)
  })

  test('half an emoji ends nothing', ({ assert }) => {
    const half = '👍'.slice(0, 1)
    assert.equal(
      exportName(`${'a'.repeat(99)}👍👍`, '2027-01-02', 'csv'),
      `${'a'.repeat(99)}👍 2027-01-02.csv`,
    )
    assert.equal(exportName(`a${half}`, '2027-01-02', 'csv'), 'a\uFFFD 2027-01-02.csv')
    assert.deepEqual(read(csvLine(['x', `a${half}`]))[0], ['x', 'a\uFFFD'])
  })
})
