import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition from './field.ts'

test.group('toggle', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [{ answer: true }, { answer: false, required: false }],
    settings: [{ onLabel: '', offLabel: '' }],
    naughty: naughtyStrings(),
  })

  const settings = parse(definition.settings, { onLabel: 'Lit', offLabel: 'Dark' })
  const context = { locale: 'en', now: 0, source: 'data' } as const

  test('words of programs and of the creator are understood, others are not', ({ assert }) => {
    const read = (word: unknown) => answer.parse(word, settings, context)
    for (const word of ['ON', 'yes', '1', ' lit ', true]) assert.isTrue(read(word).answer, String(word))
    for (const word of ['off', 'False', '0', 'dark', false]) assert.isFalse(read(word).answer, String(word))
    for (const word of ['dim', 1, {}, 'constructor']) assert.lengthOf(read(word).problems, 1, String(word))
    assert.deepEqual(read(' '), { problems: [] })
  })

  test('left as it is it is off, and a required one must be on', ({ assert }) => {
    assert.isFalse(answer.untouched?.(settings, {}))
    const judge = (on: boolean) => answer.validate(on, settings, { ...context, required: true })
    assert.deepEqual(judge(false), [{ code: 'required' }])
    assert.deepEqual(judge(true), [])
  })
})
