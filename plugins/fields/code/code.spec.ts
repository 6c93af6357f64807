import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('code', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'SELECT 1', settings: { language: 'sql' } },
      { answer: 'if (a) {\n\tb()\n}\n', settings: { language: 'javascript', lineNumbers: false } },
      { answer: '</textarea><b>"&amp;\'', settings: { counter: true, maxLength: 30, language: 'html' } },
      { answer: '  indented', settings: { minLength: 3 } },
    ],
    settings: [{ minLength: 2, counter: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const

  test('indents, tabs and ends of lines are kept, a line break is one character', ({ assert }) => {
    const raw = answer.fromForm({ '': ['  a\r\n\tb\r\n'] }, settings({}))
    assert.equal(raw, '  a\n\tb\n')
    assert.deepEqual(answer.parse(raw, settings({}), context), { answer: '  a\n\tb\n', problems: [] })
    assert.deepEqual(answer.validate('a\nb', settings({ maxLength: 3 }), context), [])
    assert.deepEqual(answer.validate('a\n\nb', settings({ maxLength: 3 }), context), [
      { code: 'max-length', params: { max: 3 } },
    ])
  })

  test('only a language that there is can be chosen', ({ assert }) => {
    assert.throws(() => parse(definition.settings, { language: 'cobol' }))
  })

  test('an invented answer has as many characters as are wanted', ({ assert }) => {
    for (const part of [{ maxLength: 5 }, { minLength: 300 }, { minLength: 90, maxLength: 90 }]) {
      const sample = answer.parse(definition.sample?.(settings(part)), settings(part), context)
      assert.deepEqual(answer.validate(sample.answer ?? '', settings(part), context), [])
    }
    assert.isUndefined(definition.sample?.(settings({ maxLength: 0 })))
  })
})
