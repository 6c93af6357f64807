import { test } from '@japa/runner'
import fc from 'fast-check'
import { compilePattern, refusedPattern } from './pattern.ts'
import { compilePattern as inBrowsers } from './pattern_browser.ts'

/** What creators ask for. */
const COMMON = [
  '',
  '[A-Z]{2}\\d{4}',
  '\\d+-\\d+',
  '.*\\.pdf',
  '(?:\\+|00)[1-9]\\d{6,14}',
  '[^@\\s]+@[^@\\s]+\\.[a-z]{2,}',
  '^\\p{Lu}\\p{L}*$',
  'a|b|c+',
  '\\bfoo\\b',
  '(?<year>\\d{4})-\\d\\d',
  '[\\w.\\/-]*?x',
  '\\S+\\s\\S+',
  '[^\\s.]+',
  'a[\\s\\S]b',
  '[\\S]+',
  '\\\\s?.\\.?a?',
]

/** What one of the two engines does not read, or what would cost too much. */
const REFUSED = [
  '[',
  '(a)\\1',
  'a(?=b)',
  '(?<!a)b',
  '(?i)a',
  '\\u0041',
  '[\\d-x]',
  'a{1001}',
  '\\p{Script=Greek}',
  '(?:[a-z]{1,30}){1,30}',
]

test.group('Patterns', () => {
  test('mean on the server what they mean in browsers', ({ assert }) => {
    const pieces = fc.constantFrom(
      'a',
      'b',
      'c',
      'x',
      'Ä',
      'Ünal',
      '12',
      '2024-05',
      '-',
      '.pdf',
      '@',
      'foo',
      ' ',
      '\n',
      '\r',
      '\u00a0',
      '\u3000',
      '\u2028',
      '\\',
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMON),
        fc.boolean(),
        fc.array(pieces, { maxLength: 8 }),
        (source, whole, words) => {
          const text = words.join('')
          const here = compilePattern(source, whole)?.test(text)
          assert.strictEqual(
            here,
            inBrowsers(source, whole)?.test(text),
            `${source} in ${JSON.stringify(text)}`,
          )
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('those that people write are taken', ({ assert }) => {
    for (const source of COMMON) assert.isNull(refusedPattern(source), source)
  })

  test('what browsers or the server cannot run is refused in a sentence')
    .with(REFUSED)
    .run(({ assert }, source) => {
      assert.match(refusedPattern(source) ?? '', /^This .+\.$/)
      assert.isNull(compilePattern(source))
    })

  test('one that would go on for ever elsewhere answers', ({ assert }) => {
    for (const source of ['(a+)+$', '(a|aa)+$', '(?:.*.*.*)*x'])
      assert.isFalse(compilePattern(source)?.test(`${'a'.repeat(2_000)}b`), source)
  })

  test('a text that is too long does not match', ({ assert }) => {
    for (const compile of [compilePattern, inBrowsers]) {
      assert.isTrue(compile('a')?.test('a'.repeat(2_500)))
      assert.isFalse(compile('a')?.test('a'.repeat(2_501)))
    }
  })
})
