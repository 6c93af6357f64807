import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { attachment, BOM, csvLine, csvName } from '#app/submissions/csv'
import type { Cell } from '#kit/answer'

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
  '-12.5',
  '+49 170 1234567',
  '1e5',
  'a=b',
  '日本語 العربية 👩‍👩‍👧',
  'e\u0301 and é',
  '\uFEFFmark',
  'null',
  'a\u0000b'.replace('\u0000', '\u0001'),
  "'quoted",
]
const NEUTRALISED = [
  '=1+1',
  '=cmd|"/C calc"!A0',
  '+cmd|x',
  '-2+3+cmd|x',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1+a',
  '－1+a',
  '＠a',
  '-',
  '=',
]

const read = (text: string): string[][] => parse(text, { bom: true })

test.group('CSV', () => {
  test('text comes back sign for sign', ({ assert }) => {
    assert.deepEqual(read(csvLine(SAME))[0], SAME)
    for (const text of SAME) assert.deepEqual(read(csvLine(['x', text]))[0], ['x', text])
  })

  test('what a spreadsheet would run is text with an apostrophe before it', ({ assert }) => {
    assert.deepEqual(
      read(csvLine(NEUTRALISED))[0],
      NEUTRALISED.map((text) => `'${text}`),
    )
  })

  test('numbers are numbers, no answer is empty, lines end as RFC 4180 says', ({ assert }) => {
    const cells: Cell[] = [-5, 0, 1.5, -0.001, 1e21, true, false, null, '']
    assert.equal(csvLine(cells), '-5,0,1.5,-0.001,1e+21,true,false,,\r\n')
  })

  test('the first sign says that it is UTF-8', ({ assert }) => {
    assert.equal(Buffer.from(BOM).toString('hex'), 'efbbbf')
    assert.deepEqual(read(BOM + csvLine(['ä', 'b'])), [['ä', 'b']])
  })

  test('names of files are harmless and readable', ({ assert }) => {
    assert.equal(csvName('A/B\\C: "x"\r\n', '2027-01-02'), 'A B C x 2027-01-02.csv')
    assert.equal(csvName('\u202E', '2027-01-02'), 'Form 2027-01-02.csv')
    const header = attachment('Zürich "1"\r\n%.csv')
    assert.equal(
      header,
      `attachment; filename="Zurich 1.csv"; filename*=UTF-8''Z%C3%BCrich%20%221%22%0D%0A%25.csv`,
    )
    assert.match(
      attachment('日本.csv'),
      /^attachment; filename="\.csv"; filename\*=UTF-8''%E6%97%A5%E6%9C%AC\.csv$/,
    )
  })
})
