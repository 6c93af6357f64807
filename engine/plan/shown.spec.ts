import { test } from '@japa/runner'
import { begin, beginInBrowser, calculation, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { settledResponse } from '../response/settled.ts'
import { answers } from '../fixtures/kinds.ts'

const number = (id: string, more: Partial<Sketch> = {}): Sketch => ({ id, kind: 'number', ...more })

test.group('What calculations show before anything is answered', () => {
  const document = form(
    number('price1', { label: 'You pay {#total1}' }),
    number('amount'),
    calculation('total1', '{#price1} * 3 + {#amount}'),
    calculation('after1', '{#total1} + 1'),
    calculation('fixed1', '1 + 2'),
    calculation('both01', '{#fixed1} + {#amount}'),
    calculation('words1', 'coalesce(text({#amount}), "none")', { type: 'text' }),
  )

  test('nothing until one of what they are made of has an answer; words and texts say what there is', ({
    assert,
  }) => {
    const shown = beginInBrowser(document)
    const said = () => shown.text('price1', 'label').replaceAll(/\p{Cf}/gu, '')
    const seen = () => ['total1', 'after1', 'fixed1', 'both01'].map((id) => shown.field(id)?.answer)
    assert.deepEqual(seen(), [undefined, undefined, 3, 3])
    assert.equal(shown.field('words1')?.answer, 'none')
    assert.equal(said(), 'You pay 0')
    const changed = new Set(shown.setRaw('amount', '0'))
    assert.deepEqual(seen(), [0, 1, 3, 3])
    assert.isTrue(changed.has('total1') && changed.has('after1'))
    shown.setRaw('amount', '')
    assert.deepEqual(seen(), [undefined, undefined, 3, 3])
  })

  test('their values are what they were, also stored and read again', ({ assert }) => {
    const response = begin(document)
    assert.equal(response.value('total1'), 0)
    assert.deepEqual(response.stored(), { total1: 0, after1: 1, fixed1: 3, both01: 3, words1: 'none' })
    const settled = settledResponse(plansOf(document).server, answers, response.stored(), {
      locale: 'en',
      now: 0,
    })
    assert.equal(settled.field('total1')?.answer, 0)
  })

  test('a sum over items is shown once one of them has an answer', ({ assert }) => {
    const inside = (id: string, kind: string, more: Partial<Sketch> = {}): Sketch => ({
      id,
      kind,
      parent: 'people',
      ...more,
    })
    const shown = beginInBrowser(
      form(
        { id: 'people', kind: 'section', key: 'people', settings: { repeats: { min: 2, max: 5 } } },
        inside('age001', 'number', { key: 'age' }),
        inside('twice1', 'calculation', { settings: { formula: '{#age001} * 2' } }),
        calculation('sum001', 'sum({#people.age001})'),
        calculation('sum002', 'sum({#people.twice1})'),
        calculation('count1', '{#people}'),
      ),
    )
    const [first, second] = shown.items('people')
    const seen = () =>
      [`people.${first}.twice1`, `people.${second}.twice1`, 'sum001', 'sum002', 'count1'].map(
        (path) => shown.field(path)?.answer,
      )
    assert.deepEqual(seen(), [undefined, undefined, undefined, undefined, 2])
    shown.setRaw(`people.${second}.age001`, '4')
    assert.deepEqual(seen(), [undefined, 8, 4, 8, 2])
  })

  test('a formula that stays on the server tells the browser nothing of what it is made of', ({ assert }) => {
    const { browser } = plansOf(
      form(
        number('price1'),
        calculation('secret', '{#price1} * 3', { private: true }),
        calculation('total1', '{#secret} + 1'),
      ),
    )
    assert.deepEqual(browser.nodes.length, plansOf(form(number('price1'))).browser.nodes.length)
  })
})
