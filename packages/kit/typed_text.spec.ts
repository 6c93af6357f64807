import { test } from '@japa/runner'
import fc from 'fast-check'
import { countCharacters } from './typed_text.ts'

const segments = (text: string) => [...new Intl.Segmenter('en').segment(text)].length

test.group('Typed texts', () => {
  test('lengths count what the eye counts', ({ assert }) => {
    for (const [text, count] of [
      ['abc', 3],
      ['é', 1],
      ['e\u0301', 1],
      ['👩‍👩‍👧‍👦🇩🇪', 2],
      ['नमस्ते', 3],
      ['a\nb', 3],
      ['', 0],
    ] as const) {
      assert.equal(countCharacters(text), count, text)
    }
    assert.equal(countCharacters('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2), 2)
  })

  test('the short way counts as the long one', ({ assert }) => {
    const signs = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('')
    assert.equal(countCharacters(signs.slice(0xa0)), segments(signs.slice(0xa0)))
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs, '\r\n', '\u0301', '\u200d', '👩') }), (text) =>
        assert.equal(countCharacters(text), segments(text)),
      ),
    )
  })
})
