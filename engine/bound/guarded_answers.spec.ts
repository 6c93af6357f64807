import { test } from '@japa/runner'
import type { AnyAnswerModule } from '@formwright/kit/found'
import type { MemberFault } from '../faults.ts'
import { guardedAnswers } from './guarded_answers.ts'

const context = { locale: 'en', now: 0, source: 'data', required: false } as const
const throws = () => {
  throw new Error('torn')
}
const torn: AnyAnswerModule = {
  fromForm: throws,
  toRaw: throws,
  parse: throws,
  validate: throws,
  values: throws,
  toText: throws,
  untouched: throws,
  claims: throws,
}

test.group('guardedAnswers', () => {
  test('what throws has answered nothing, and is reported with kind and function', ({ assert }) => {
    const faults: MemberFault[] = []
    const answers = guardedAnswers('sheet', torn, (fault) => faults.push(fault))
    assert.deepEqual(
      [
        answers.fromForm({}, {}),
        answers.toRaw(1, {}),
        answers.parse(1, {}, context),
        answers.validate(1, {}, context),
        answers.values(1, {}, context),
        answers.toText(1, {}),
        answers.untouched?.({}, {}),
        answers.claims?.(1, {}),
      ],
      [undefined, undefined, { problems: [], failed: true }, [], {}, '', undefined, []],
    )
    assert.deepEqual(
      faults.map(({ kind, member }) => `${kind} ${member}`),
      ['fromForm', 'toRaw', 'parse', 'validate', 'values', 'toText', 'untouched', 'claims'].map(
        (name) => `sheet ${name}`,
      ),
    )
  })

  test('what does not throw is as it was, and nobody claims who does not', ({ assert }) => {
    const answers = guardedAnswers('sheet', { ...torn, toText: () => 'whole', claims: undefined }, throws)
    assert.equal(answers.toText(1, {}), 'whole')
    assert.isUndefined(answers.claims)
  })
})
