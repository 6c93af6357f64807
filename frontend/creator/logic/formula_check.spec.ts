import { test } from '@japa/runner'
import { signatures } from '../../../engine/logic/signatures.ts'
import { operatorsOf } from '@formwright/kit/value'
import type { FormerName } from './conditions.ts'
import { checkFormula } from './formula_check.ts'
import { FUNCTIONS } from './formula_functions.ts'

const FORMER = new Map<string, FormerName>([
  ['oldblock001', { label: 'Old' }],
  ['cometblk01', { label: 'Stars', key: 'stars' }],
])

const FIELDS = [
  { id: 'ageblock001', key: 'age', label: 'Age', type: 'number', operators: operatorsOf.number },
  { id: 'nameblock01', key: 'name', label: 'Your name', type: 'text', operators: operatorsOf.text },
  {
    id: 'peoplesect1',
    key: 'people',
    label: 'People',
    type: 'number',
    operators: operatorsOf.number,
    section: 'peoplesect1',
  },
  {
    id: 'peoplesect1.feeblock001',
    key: 'people.fee',
    label: 'People → Fee',
    type: 'number',
    operators: operatorsOf.number,
    section: 'peoplesect1',
  },
  {
    id: 'peoplesect1.memberblk01',
    key: 'people.member',
    label: 'People → Member',
    type: 'boolean',
    operators: operatorsOf.boolean,
    section: 'peoplesect1',
  },
] as const
const AGE = '{#ageblock001}'
const NAME = '{#nameblock01}'

test.group('what the formula field says', () => {
  test('what it gives, or what is wrong and where')
    .with([
      ['', undefined],
      [`${AGE} * 2`, 'Gives a number.'],
      [`"Dear " & ${NAME}`, 'Gives a text.'],
      [`${AGE} >= 18`, 'Gives yes or no.'],
      [`${AGE} * `, 'At the end: The formula is not complete.', '*'],
      [`2 * (${AGE} + 1`, 'At “(”: This bracket is not closed.', '('],
      ['1 + {nobody}', 'At “{nobody}”: There is no question with the key “nobody”.', '{nobody}'],
      ['1 + rond(2)', 'At “rond”: There is no function “rond”. Did you mean “round”?', 'rond'],
      ['1 + len', /^“len” is neither a question.* Did you mean “length”\?$/, 'len'],
      [
        '1 + {First name}',
        /^At “\{First name\}”: Keys have no spaces: perhaps \{first_name\}/,
        '{First name}',
      ],
      [`“Dear ” & ${NAME}`, 'Gives a text.'],
      ['1 + “open', 'At “open: This text has no closing quote.', '“open'],
      [`“Dear ${NAME}”`, /^An answer cannot stand inside quotes/, NAME],
      ['1 # 2', '“#” has no meaning in a formula.', '#'],
      ['1 + {#goneblock01}', /^At “…”: The question this stood for was removed/, '{#goneblock01}'],
      [
        '1 + {#oldblock001}',
        '“Old” is no longer in the form. Choose another question, or remove this.',
        '{#oldblock001}',
      ],
      [
        '1 + {#cometblk01}',
        '“Stars” is of a block type that is not installed. This works again once it is.',
        '{#cometblk01}',
      ],
      [`1 + ${NAME}`, /^At “Your name”: This answer is a text, but “\+” needs a number/, NAME],
      [`"Dear ${NAME}"`, /^An answer cannot stand inside quotes/, NAME],
      ['{#peoplesect1} * 2', 'Gives a number.'],
      ['sum({#peoplesect1.feeblock001})', 'Gives a number.'],
      ['count(where({#peoplesect1}, {#peoplesect1.memberblk01}))', 'Gives a number.'],
      [
        'sum(where({#peoplesect1.feeblock001}, {#peoplesect1.feeblock001} > {#ageblock001}))',
        'Gives a number.',
      ],
      [
        '{#peoplesect1.feeblock001} * 2',
        /has an answer in each item of its section.* Use sum/,
        '{#peoplesect1.feeblock001}',
      ],
      ['1 + "open', 'At "open: This text has no closing quote.', '"open'],
    ] as const)
    .run(({ assert }, [formula, said, place]) => {
      const checked = checkFormula(formula, ['number', 'text', 'boolean'], FIELDS, (id) => FORMER.get(id))
      const words = checked && ('gives' in checked ? checked.gives : checked.wrong)
      if (said instanceof RegExp) assert.match(words ?? '', said)
      else assert.equal(words, said)
      const marked = checked && 'wrong' in checked ? formula.slice(checked.from, checked.to) : undefined
      assert.equal(marked, place)
    })

  test('another type than is needed is a problem of the whole', ({ assert }) => {
    const checked = checkFormula(`${AGE} * 2`, ['boolean'], FIELDS)
    assert.deepEqual(checked, {
      wrong: 'The formula gives a number, but yes or no is needed.',
      from: 0,
      to: AGE.length,
    })
  })

  test('every function there is has its words, and no other', ({ assert }) => {
    assert.sameMembers(Object.keys(FUNCTIONS), Object.keys(signatures))
  })
})
