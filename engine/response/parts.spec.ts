import { test } from '@japa/runner'
import type { Comparison, Rule } from '../document/document.ts'
import { begin, calculation, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { answers, registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'
import { settledResponse } from './settled.ts'

const MEANS = [
  { id: 'train', label: 'By train' },
  { id: 'car', label: 'By car' },
]
const trip: Sketch = { id: 'trip0001', kind: 'trip', key: 'trip', label: 'Trip', settings: { means: MEANS } }
const shownWhen = (id: string, when: Comparison): Sketch => ({
  id,
  kind: 'text',
  state: 'hidden',
  rules: [{ when, do: 'show' }],
})
const part = (name: string, op: Comparison['op'], value?: string, to?: string): Comparison => ({
  left: { field: name === '' ? 'trip0001' : `trip0001.${name}` },
  op,
  ...(value === undefined ? {} : { right: { value } }),
  ...(to === undefined ? {} : { to: { value: to } }),
})
const JUNE = { from: '2024-06-01', to: '2024-06-08', leaves: '17:30', by: 'train' }
const problemsOf = (...blocks: Sketch[]) => compile(form(trip, ...blocks), registry).problems

test.group('Parts of answers', () => {
  test('conditions ask one part')
    .with([
      [part('from', 'before', '2024-06-02'), true],
      [part('from', 'after', '2024-06-02'), false],
      [part('to', 'between', '2024-06-08', '2024-06-09'), true],
      [part('leaves', 'before', '18:00'), true],
      [part('leaves', 'eq', '17:30:00'), true],
      [part('leaves', 'between', '17:31', '23:59'), false],
      [part('by', 'is', 'train'), true],
      [part('by', 'is-none-of', 'train'), false],
      [part('by', 'is-empty'), false],
      [part('', 'is-empty'), false],
      [part('', 'is-not-empty'), true],
      [{ left: { field: 'trip0001.from' }, op: 'before', right: { field: 'trip0001.to' } }, true],
      [{ left: { field: 'trip0001.leaves' }, op: 'after', right: { param: 'since' } }, true],
    ] as const)
    .run(({ assert }, [when, holds]) => {
      const document = form(trip, shownWhen('target', when))
      const response = begin(document, { raws: { trip0001: JUNE }, params: { since: '09:00' } })
      assert.equal(response.relevant('target'), holds)
    })

  test('half an answer is enough until the whole is required', ({ assert }) => {
    const required: Rule = { when: { left: { field: 'urgent' }, op: 'is-not-empty' }, do: 'require' }
    const document = form({ id: 'urgent', kind: 'text' }, { ...trip, rules: [required] })
    const response = begin(document, { raws: { trip0001: { from: '2024-06-01' } } })
    assert.deepEqual(response.problems(), [])
    response.setRaw('urgent', 'yes')
    assert.deepEqual(
      response.problems().map(({ code, path }) => [code, path]),
      [['required', 'trip0001.to']],
    )
    const half = { ...trip, required: true, default: { value: { from: '2024-06-01' } } }
    const begun = begin(form(half))
    assert.deepEqual(begun.field('trip0001')?.answer, { from: '2024-06-01' })
    assert.lengthOf(begun.problems(), 1)
  })

  test('formulas compute with parts, step by step as they change', ({ assert }) => {
    const response = begin(
      form(
        trip,
        calculation('nights', 'days_between({#trip0001.from}, {#trip0001.to})'),
        calculation('late01', '{#trip0001.leaves} > "17:00"', { type: 'boolean' }),
        calculation('means1', 'if({#trip0001.by} = "By train", "rail", "road")', { type: 'text' }),
        calculation('empty1', 'isempty({#trip0001})', { type: 'boolean' }),
        calculation('noday1', 'isempty({#trip0001.to})', { type: 'boolean' }),
        {
          id: 'piped1',
          kind: 'heading',
          settings: { text: '{#trip0001.by}, {#trip0001.from}: {#trip0001}' },
        },
      ),
    )
    assert.deepEqual(
      [response.value('nights'), response.value('empty1'), response.value('noday1')],
      [null, true, true],
    )
    const changed = response.setRaw('trip0001', { from: '2024-06-01' })
    assert.includeMembers([...changed], ['trip0001', 'empty1', 'piped1'])
    assert.notInclude([...changed], 'noday1')
    assert.equal(response.text('piped1', 'text'), ', 2024-06-01: 2024-06-01 – ')
    response.setRaw('trip0001', JUNE)
    assert.deepEqual(
      ['nights', 'late01', 'means1', 'empty1', 'noday1'].map((id) => response.value(id)),
      [7, true, 'rail', false, false],
    )
    assert.equal(response.text('piped1', 'text'), 'By train, 2024-06-01: 2024-06-01 – 2024-06-08')
    assert.deepEqual(response.stored().trip0001, JUNE)
  })

  test('an answer of parts is required as a whole, and irrelevant it is empty in all of them', ({
    assert,
  }) => {
    const hidden: Rule = { when: { left: { field: 'switch' }, op: 'is', right: { value: 'no' } }, do: 'hide' }
    const response = begin(
      form(
        { id: 'switch', kind: 'text' },
        { ...trip, required: true, rules: [hidden] },
        calculation('month1', 'month({#trip0001.from})'),
      ),
    )
    assert.deepEqual(response.problems(), [{ code: 'required', block: 'trip0001', path: 'trip0001' }])
    response.setRaw('trip0001', JUNE)
    assert.deepEqual(response.problems(), [])
    assert.equal(response.value('month1'), 6)
    response.setRaw('switch', 'no')
    assert.isNull(response.value('month1'))
  })

  test('a default fills the parts, and disabled nothing else does', ({ assert }) => {
    const given: Sketch = { ...trip, state: 'disabled', default: { value: { by: 'car' } } }
    const document = form(given, shownWhen('target', part('by', 'is', 'car')), {
      id: 'piped1',
      kind: 'heading',
      settings: { text: '{#trip0001.by}' },
    })
    const response = begin(document, { raws: { trip0001: JUNE } })
    assert.isTrue(response.relevant('target'))
    assert.equal(response.text('piped1', 'text'), 'By car')
  })

  test('a problem says which part it is about', ({ assert }) => {
    const response = begin(form(trip), { raws: { trip0001: { from: '2024-06-08', to: '2024-06-01' } } })
    assert.deepEqual(response.problems(), [
      { code: 'range-order', part: 'to', block: 'trip0001', path: 'trip0001.to' },
    ])
  })

  test('a response that is over tells its parts', ({ assert }) => {
    const document = form(
      { ...trip, state: 'disabled' },
      { id: 'piped1', kind: 'heading', settings: { text: 'Until {#trip0001.to}' } },
      shownWhen('target', part('', 'is-not-empty')),
    )
    const { server } = plansOf(document)
    const response = settledResponse(server, answers, { trip0001: JUNE }, { locale: 'en', now: 0 })
    assert.equal(response.text('piped1', 'text'), 'Until 2024-06-08')
    assert.isTrue(response.relevant('target'))
  })

  test('what does not fit a part is said with its name')
    .with([
      [part('from', 'contains', 'x'), 'op', '“Trip (From)” is a date, so “contains” does not fit.'],
      [part('', 'is', 'x'), 'op', '“Trip” has several parts, so “is” does not fit. Choose one of its parts.'],
      [part('by', 'is', 'plane'), 'right', '“Trip (By)” no longer has this option.'],
      [part('leaves', 'before', '25:00'), 'right', 'Compare with a time of day.'],
      [
        { left: { field: 'section1.item0001.trip0001' }, op: 'is-empty' },
        'left',
        'The question that is named here is no longer in the form.',
      ],
      [part('gone', 'is', 'x'), 'left', '“Trip” no longer has the part that is named here.'],
    ] as const)
    .run(({ assert }, [when, at, message]) => {
      const [problem] = problemsOf(shownWhen('target', when))
      assert.equal(problem.path, `rules.0.when.${at}`)
      assert.include(problem.message, message)
    })

  test('formulas and texts say what is wrong with a part')
    .with([
      [
        calculation('target', '{#trip0001} + 1'),
        'This answer is made of several parts, but “+” needs a number.',
      ],
      [calculation('target', '{#trip0001.leaves} > {#trip0001.from}'), 'is'],
      [calculation('target', '{#trip0001.gone} + 1'), '“Trip” no longer has the part that is named here.'],
      [{ id: 'target', kind: 'text', label: 'On {#trip0001.gone}' }, '“Trip” no longer has the part'],
    ] as [Sketch, string][])
    .run(({ assert }, [block, message]) => {
      const [problem] = problemsOf(block)
      assert.include(problem.message, message)
    })

  test('a label that shows a part says it when it is spoken of', ({ assert }) => {
    const lost: Comparison = { left: { field: 'gone01' }, op: 'is-empty' }
    const block = { ...shownWhen('target', lost), label: 'Why {#trip0001.by}?' }
    assert.match(problemsOf(block)[0].message, /^“Why Trip \(By\)\?”: /)
  })

  test('parts cost no node unless something asks for them', ({ assert }) => {
    const count = (...blocks: Sketch[]) => plansOf(form(trip, ...blocks)).server.nodes.length
    const text: Sketch = { id: 'target', kind: 'heading', settings: { text: 'x' } }
    assert.equal(count(text), 1)
    assert.equal(count({ ...text, settings: { text: '{#trip0001.from}' } }), 3)
  })
})
