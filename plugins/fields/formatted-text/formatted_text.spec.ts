import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'
import { asTyped, fitted } from './mask.ts'

test.group('formatted-text', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'ABC-123' },
      { answer: '(12) 34', settings: { mask: '(00) 00' } },
      { answer: 'A0-é7', settings: { mask: '\\A\\0-A0' } },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const

  test('what stands between may be written or left out, anything else is refused')
    .with([
      ['AA-00', ' xy - 12 ', undefined],
      ['AA-00', 'xy 12', 'xy-12'],
      ['AA-00', 'xy-12', 'xy-12'],
      ['AA-00', 'xy-123', undefined],
      ['AA-00', 'x1-23', undefined],
      ['000 000', '١٢٣۴۵۶', '123 456'],
      ['+00', '+12', '+12'],
      ['**', 'é9', 'é9'],
    ] as const)
    .run(({ assert }, [mask, text, fit]) => {
      assert.equal(fitted(mask, text), fit)
      // what does not fit is kept as it was typed, to be mended
      const { answer: read = '' } = answer.parse(text, settings({ mask }), context)
      assert.equal(read, fit ?? text)
      assert.lengthOf(answer.validate(read, settings({ mask }), context), fit === undefined ? 1 : 0)
    })

  test('a wrong one is told by an example', ({ assert }) => {
    assert.deepEqual(answer.validate('ab', settings({}), context), [
      { code: 'pattern', params: { example: 'ABC-123' } },
    ])
  })

  test('typed sign by sign it takes its format, and every sign can be taken back', ({ assert }) => {
    const type = (mask: string, keys: string) => {
      let raw = ''
      for (const key of keys) raw = asTyped(mask, raw + key)
      return raw
    }
    assert.equal(type('(00) 00-A', '1234x'), '(12) 34-x')
    assert.equal(type('00-00', '1-2a34'), '12-34')
    assert.equal(type('00-00', '12-'), '12-')
    assert.equal(asTyped('00-00', '12'), '12')
    assert.equal(type('00/', '12'), '12/')
    // a blank that belongs to it stays, like all that stands between
    assert.equal(type('0 0', '0 :'), '0 ')
    assert.equal(type('0 0', '0 1'), '0 1')
  })

  test('whatever is typed, what it becomes is a beginning of something that fits', ({ assert }) => {
    const mask = fc.string({
      unit: fc.constantFrom('0', 'A', '*', '-', ' ', '\\'),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(mask, fc.string({ maxLength: 12 }), (mask, text) => {
        const typed = asTyped(mask, text)
        assert.equal(asTyped(mask, typed), typed)
        // what is written to the end, and left as it was typed, fits
        if (fitted(mask, text) !== undefined) assert.equal(typed, fitted(mask, text))
      }),
    )
  })

  test('a format into which nothing can be written is told before publishing', ({ assert }) => {
    const check = (mask: string) => definition.check?.(settings({ mask }), { required: false }) ?? []
    assert.deepEqual(
      check('--').map(({ path }) => path),
      ['settings.mask'],
    )
    assert.deepEqual(check('-0'), [])
  })
})
