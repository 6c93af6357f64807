import { test } from '@japa/runner'
import { CODE } from '../confirmation.ts'
import type { SettingsSchema } from '../field.ts'
import { CONTEXTS, type FieldUnderTest } from './field_under_test.ts'

/** Where a code is to confirm answers, the control keeps what comes of codes, and an answer is doubted until there is a proof. */
export function testConfirmation<Schema extends SettingsSchema, A, R>(
  field: FieldUnderTest<Schema, A, R>,
): void {
  const { definition, answer, examples, everySettings } = field
  const asking = everySettings.filter((settings) => definition.confirms?.(settings) !== undefined)
  if (!definition.confirms) return

  test('a code confirms texts, of people only, and what comes of it is kept with what they typed', ({
    assert,
  }) => {
    assert.isNotEmpty(asking, 'give “settings” to the suite under which a code is asked for')
    for (const settings of asking) {
      const came = { to: 'somebody', sent: 'sealed', code: '123456', proof: 'signed' }
      const posted = Object.entries(came).map(([name, text]) => [name, [text]])
      assert.containSubset(answer.fromForm(Object.fromEntries(posted), settings), came)
      for (const { answer: given } of examples) {
        assert.isString(given, 'a code is sent where the answer says')
        const raw = Object(answer.toRaw(given, settings))
        const proven = { ...raw, to: given, proof: 'signed' }
        for (const context of CONTEXTS) {
          const wrong = answer.parse(raw, settings, context)
          assert.deepEqual(wrong.answer, given, 'an answer that is doubted is one all the same')
          assert.deepEqual(
            wrong.problems.map(({ part }) => part),
            context.source === 'form' ? [CODE] : [],
          )
          assert.deepEqual(answer.parse(proven, settings, context), { answer: given, problems: [] })
          const other = answer.parse({ ...proven, to: 'another' }, settings, context)
          assert.lengthOf(other.problems, context.source === 'form' ? 1 : 0, 'it confirms one answer')
        }
      }
    }
  })
}
