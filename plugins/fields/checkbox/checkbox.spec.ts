import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { richTextOf } from '@formwright/kit/rich/from_text'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

const CONSENT = {
  consent: true,
  statement: richTextOf('I agree to the terms\n\nAll of them'),
  textVersion: '7',
}
const AGREED = { agreed: true, text: 'I agree to the terms\nAll of them', version: '7' }

test.group('checkbox', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: true },
      { answer: false, required: false },
      { answer: true, settings: { appearance: 'yes-no' } },
      { answer: false, settings: { appearance: 'yes-no', yesLabel: '', noLabel: '' } },
      { answer: AGREED, settings: CONSENT },
      { answer: { agreed: false }, settings: CONSENT, required: false },
    ],
    settings: [
      { statement: richTextOf(''), consent: true },
      { ...CONSENT, appearance: 'yes-no' },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'data' } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('words of programs and of the creator are understood')
    .with([
      ['Yes', true],
      ['on', true],
      ['1', true],
      [' FALSE ', false],
      ['off', false],
      ['Jawohl', true],
      ['Nee', false],
    ] as const)
    .run(({ assert }, [word, said]) => {
      assert.equal(read(word, { yesLabel: 'Jawohl', noLabel: 'Nee' }).answer, said)
    })

  test('other words are no answer', ({ assert }) => {
    for (const word of ['maybe', 2, [], 'constructor'])
      assert.deepEqual(read(word).problems, [{ code: 'format' }], String(word))
    assert.deepEqual(read(' '), { problems: [] })
  })

  test('what was agreed to is kept as the form says it, not as it was sent', ({ assert }) => {
    assert.deepEqual(read({ agreed: true, text: 'Nothing', version: '99' }, CONSENT).answer, AGREED)
    assert.deepEqual(read(true, CONSENT).answer, AGREED)
    assert.deepEqual(read(false, CONSENT).answer, { agreed: false })
    assert.deepEqual(answer.toText(AGREED, settings(CONSENT), 'version'), '7')
  })

  test('a required box must be ticked, and No is an answer', ({ assert }) => {
    const judge = (given: boolean, part: Partial<Settings>, required: boolean) =>
      answer.validate(given, settings(part), { ...context, required }).map(({ code }) => code)
    assert.deepEqual(judge(false, {}, true), ['required'])
    assert.deepEqual(judge(false, {}, false), [])
    assert.deepEqual(judge(false, { appearance: 'yes-no' }, true), [])
  })

  test('a box that is left as it is was not ticked', ({ assert }) => {
    assert.isFalse(answer.untouched?.(settings(), {}))
    assert.isUndefined(answer.untouched?.(settings({ appearance: 'yes-no' }), {}))
    assert.isNull(answer.fromForm({}, settings({ appearance: 'yes-no' })))
  })
})
