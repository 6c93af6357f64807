import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('textarea', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'One line' },
      { answer: 'Two\nlines' },
      { answer: '\n\n  begins with empty lines, ends with one\n' },
      { answer: '</textarea><b>"&amp;\'', settings: { counter: true, maxLength: 30, rows: 2 } },
      { answer: 'A\tB', settings: { minLength: 3, grow: false } },
    ],
    settings: [{ minLength: 2, counter: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const

  test('a line break is one character, however a browser posts it', ({ assert }) => {
    const two = settings({ maxLength: 3 })
    const raw = answer.fromForm({ '': ['a\r\nb'] }, two)
    assert.equal(raw, 'a\nb')
    assert.deepEqual(answer.parse('a\r\nb', two, context), { answer: 'a\nb', problems: [] })
    assert.deepEqual(answer.validate('a\nb', two, context), [])
    assert.deepEqual(answer.validate('a\n\nb', two, context), [{ code: 'max-length', params: { max: 3 } }])
    assert.deepEqual(answer.validate('👩‍👩‍👧‍👦\n', settings({ minLength: 3 }), context), [
      { code: 'min-length', params: { min: 3 } },
    ])
  })

  test('lines without a sign are no answer', ({ assert }) => {
    assert.deepEqual(answer.parse('\n \r\n\t', settings({}), context), { problems: [] })
  })

  test('an invented answer has several lines, and as many characters as are wanted', ({ assert }) => {
    assert.include(String(definition.sample?.(settings({}))), '\n')
    for (const part of [{ maxLength: 5 }, { minLength: 300 }, { minLength: 90, maxLength: 90 }]) {
      const sample = answer.parse(definition.sample?.(settings(part)), settings(part), context)
      assert.deepEqual(answer.validate(sample.answer ?? '', settings(part), context), [])
    }
    assert.isUndefined(definition.sample?.(settings({ maxLength: 0 })))
  })

  test('an answer of no characters can never be given', ({ assert }) => {
    const found = definition.check?.(settings({ maxLength: 0 }), { required: true }) ?? []
    assert.deepEqual(
      found.map(({ severity, path }) => [severity, path]),
      [['error', 'settings.maxLength']],
    )
  })
})
