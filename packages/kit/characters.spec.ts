import { test } from '@japa/runner'
import fc from 'fast-check'
import { contains, endsWith, startsWith } from './characters.ts'
import * as inBrowsers from './characters_browser.ts'

const budget = (textLeft = 4_000_000) => ({ textLeft })

test.group('Texts in texts', () => {
  const FAR = '日本語の文章。'.repeat(1_000)

  test('are found wherever they stand, and halves of characters nowhere', ({ assert }) => {
    const CASES: [text: string, part: string, found: boolean][] = [
      [`${FAR}👩‍👩‍👧 👩${FAR}`, '👩', true],
      [`${FAR}👩‍👩‍👧${FAR}`, '👩', false],
      [`${FAR}e\u0301x`, 'e', false],
      [`${FAR}🇩🇪🇫🇷`, '🇫🇷', true],
      [`${FAR}🇩🇪🇫🇷`, '🇪🇫', false],
      ['a\r\nb', '\n', false],
    ]
    for (const [text, part, found] of CASES) {
      assert.equal(contains(text, part, budget()), found, part)
      assert.equal(inBrowsers.contains(text, part), found, part)
    }
    assert.isFalse(startsWith(`e\u0301${FAR}`, 'e'))
    assert.isFalse(endsWith(`${FAR}e\u0301`, '\u0301'))
    assert.isTrue(endsWith(`${FAR}e\u0301`, 'e\u0301'))
  })

  test('are looked for in no more places than a response has room for', ({ assert }) => {
    assert.isUndefined(contains('e\u0301 '.repeat(10_000), 'e', budget(100_000)))
  })

  test('are in browsers what they are on the server', ({ assert }) => {
    const signs = [
      'a',
      'e',
      '\u0301',
      '\r',
      '\n',
      '👩',
      '\u200d',
      '🇩',
      '🇪',
      'क',
      '्',
      '\u1100',
      '\u1161',
      '日',
      '\u3099',
      '\ud83d',
      'ё',
    ]
    const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 })
    const part = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(text, part, (whole, piece) => {
        const seen = [contains(whole, piece, budget()), startsWith(whole, piece), endsWith(whole, piece)]
        const { contains: found, startsWith: begins, endsWith: ends } = inBrowsers
        assert.deepEqual(seen, [found(whole, piece), begins(whole, piece), ends(whole, piece)])
      }),
      { numRuns: 2_000 },
    )
  })
})
