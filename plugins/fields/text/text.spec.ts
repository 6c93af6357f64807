import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('text', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'Ada Lovelace' },
      { answer: '  not trimmed ' },
      { answer: '007' },
      { answer: '<b>"&amp;\'', settings: { counter: true, maxLength: 20 } },
      { answer: 'AB-12', settings: { pattern: '[A-Z]{2}-\\d+', minLength: 3 } },
    ],
    settings: [{ secret: true }, { minLength: 2, maxLength: 3, counter: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const codes = (text: string, part: Partial<Settings>): string[] => {
    return answer.validate(text, settings(part), context).map(({ code }) => code)
  }

  test('lengths count what the eye counts', ({ assert }) => {
    assert.deepEqual(codes('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', { maxLength: 2 }), [])
    assert.deepEqual(codes('👩‍👩‍👧‍👦', { minLength: 2 }), ['min-length'])
    assert.deepEqual(codes('abc', { maxLength: 2 }), ['max-length'])
  })

  test('a pattern fits the whole text, and says its own message', ({ assert }) => {
    assert.deepEqual(codes('12', { pattern: '1|12' }), [])
    assert.deepEqual(codes('x12', { pattern: '\\d+' }), ['pattern'])
    const [problem] = answer.validate('x', settings({ pattern: '\\d', patternMessage: 'A digit' }), context)
    assert.deepEqual(problem, { code: 'pattern', message: 'A digit' })
  })

  test('white space alone is no answer, CR LF becomes LF, NUL and half signs are refused', ({ assert }) => {
    const read = (text: string) => answer.parse(text, settings({}), context)
    assert.deepEqual(read(' \t\u00a0'), { problems: [] })
    assert.deepEqual(read('a\r\nb'), { answer: 'a\nb', problems: [] })
    for (const text of ['a\0', '\ud800', 'a\udc00b'])
      assert.deepEqual(read(text), { problems: [{ code: 'format' }] })
  })

  test('an answer of no characters can never be given', ({ assert }) => {
    const check = (required: boolean) =>
      definition
        .check?.(settings({ maxLength: 0 }), { required })
        .map(({ severity, path }) => [severity, path])
    assert.deepEqual(check(true), [['error', 'settings.maxLength']])
    assert.deepEqual(check(false), [['warning', 'settings.maxLength']])
    assert.deepEqual(definition.check?.(settings({ maxLength: 1 }), { required: true }), [])
  })
})
