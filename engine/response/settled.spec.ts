import { test } from '@japa/runner'
import fc from 'fast-check'
import { begin, calculation, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { rawsAfter } from '../fixtures/play.ts'
import { generateCase } from '../fixtures/generate.ts'
import { answers } from '../fixtures/kinds.ts'
import type { StoredAnswers } from './response.ts'
import { settledResponse } from './settled.ts'
import { startResponse } from './start.ts'

const LATER = { locale: 'en', now: Date.UTC(2031, 5, 1) }

function settle(blocks: readonly Sketch[], stored: StoredAnswers) {
  return settledResponse(plansOf(form(...blocks)).server, answers, stored, LATER)
}

test.group('A response that is over', () => {
  test('what was cleared stays empty: its default does not come back', ({ assert }) => {
    const blocks: Sketch[] = [
      { id: 'target', kind: 'text', default: { value: 'given' }, label: '[{#target}]' },
      {
        ...{ id: 'second', kind: 'text', state: 'hidden' },
        rules: [{ when: { left: { field: 'target' }, op: 'is-empty' }, do: 'show' }],
      },
    ]
    const response = settle(blocks, { second: 'why' })
    assert.equal(response.text('target', 'label'), '[]')
    assert.isTrue(response.relevant('second'))
    assert.deepEqual(response.stored(), { second: 'why' })
  })

  test('a disabled field was stored with what it held, wherever that came from', ({ assert }) => {
    const blocks: Sketch[] = [
      { id: 'target', kind: 'text', state: 'disabled', default: { param: 'who' }, label: '[{#target}]' },
    ]
    const document = form(...blocks)
    const stored = begin(document, { params: { who: 'Ada' } }).stored()
    assert.deepEqual(stored, { target: 'Ada' })
    const response = settle(blocks, stored)
    assert.equal(response.text('target', 'label'), '[Ada]')
    assert.equal(response.value('target'), 'Ada')
  })

  test('calculations are what they were, whatever time it is now', ({ assert }) => {
    const blocks: Sketch[] = [
      { id: 'nameee', kind: 'text', label: '{#todayy}' },
      calculation('todayy', 'text(today())', { type: 'text' }),
      calculation('yearly', 'year(date({#todayy}))'),
    ]
    const stored = begin(form(...blocks)).stored()
    assert.deepEqual(stored, { todayy: '2024-02-29', yearly: 2024 })
    const response = settle(blocks, stored)
    assert.equal(response.text('nameee', 'label'), '2024-02-29')
    assert.deepEqual(response.stored(), stored)
  })

  test('a result that had no value has none again, for what catches that', ({ assert }) => {
    const blocks: Sketch[] = [
      { id: 'amount', kind: 'number' },
      calculation('inverse', '1 / {#amount}'),
      {
        ...{ id: 'target', kind: 'text', state: 'hidden' },
        rules: [{ when: { formula: 'iferror({#inverse}, -1) < 0' }, do: 'show' }],
      },
    ]
    const stored = begin(form(...blocks), { raws: { amount: '0', target: 'x' } }).stored()
    assert.deepEqual(stored, { amount: 0, target: 'x' })
    assert.deepEqual(settle(blocks, stored).stored(), stored)
  })

  test('it says again what it said when it was stored', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const { server } = plansOf(document)
        const raws = rawsAfter({ plan: server, options, edits })
        const response = startResponse(server, answers, { ...options, raws })
        // What asks the address itself cannot be asked again.
        fc.pre(response.problems().length === 0 && !JSON.stringify(document).includes('"right":{"param"'))
        const stored = response.stored()
        const settled = settledResponse(server, answers, JSON.parse(JSON.stringify(stored)), LATER)
        assert.deepEqual(settled.stored(), stored)
      }),
      { numRuns: 300 },
    )
  })
})
