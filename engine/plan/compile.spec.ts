import { test } from '@japa/runner'
import fc from 'fast-check'
import type { Condition, FormDocument, Rule } from '../document/document.ts'
import { begin, calculation, form, plansOf } from '../fixtures/forms.ts'
import { generateCase, SECRET_MARK } from '../fixtures/generate.ts'
import { answers, registry } from '../fixtures/kinds.ts'
import { startResponse } from '../response/start.ts'
import { compile } from './compile.ts'

const codes = (document: FormDocument) =>
  compile(document, registry).problems.map(({ code, block }) => [code, block])
const is = (field: string, value: string): Condition => ({ left: { field }, op: 'is', right: { value } })
const hide = (field: string): Rule => ({ when: is(field, 'x'), do: 'hide' })

test.group('Check: circles', () => {
  test('a circle is refused with its path, each block by its label', ({ assert }) => {
    const { problems, plans } = compile(
      form(
        { id: 'amount', kind: 'number', label: 'Amount' },
        { ...calculation('totals', '{#taxess} + {#amount}'), label: 'Total' },
        { ...calculation('taxess', '{#factor} * 2'), label: 'Taxes' },
        { ...calculation('factor', '{#totals} / 2'), label: 'Factor' },
      ),
      registry,
    )
    assert.isUndefined(plans)
    assert.lengthOf(problems, 1)
    assert.equal(problems[0].code, 'cycle')
    assert.sameMembers(problems[0].cycle ?? [], ['totals', 'taxess', 'factor'])
    for (const label of ['“Total”', '“Taxes”', '“Factor”']) assert.include(problems[0].message, label)
    assert.notInclude(problems[0].message, 'Amount')
  })

  const CIRCLES: [string, FormDocument, string[]][] = [
    [
      'a calculation of itself',
      form({ id: 'amount', kind: 'number' }, calculation('totals', '{#totals}')),
      ['totals'],
    ],
    [
      'a block hidden by its own answer',
      form({ id: 'target', kind: 'text', rules: [hide('target')] }),
      ['target'],
    ],
    [
      'a block disabled by its own answer',
      form({ id: 'target', kind: 'text', rules: [{ when: is('target', 'x'), do: 'disable' }] }),
      ['target'],
    ],
    [
      'two that hide each other',
      form(
        { id: 'target', kind: 'text', rules: [hide('second')] },
        { id: 'second', kind: 'text', rules: [hide('target')] },
      ),
      ['second', 'target'],
    ],
    [
      'a page hidden by an answer on it',
      form(
        { id: 'target', kind: 'text' },
        { id: 'page01', kind: 'page-break', rules: [hide('second')] },
        { id: 'second', kind: 'text' },
      ),
      ['page01', 'second'],
    ],
    [
      'a page jumped over because of an answer on it',
      form(
        { id: 'target', kind: 'text', rules: [{ when: is('second', 'x'), do: 'skip', to: 'page02' }] },
        { id: 'page01', kind: 'page-break' },
        { id: 'second', kind: 'text' },
        { id: 'page02', kind: 'page-break' },
        { id: 'third1', kind: 'text' },
      ),
      ['second', 'target'],
    ],
  ]
  for (const [name, document, blocks] of CIRCLES) {
    test(`${name} is one`, ({ assert }) => {
      const { problems, plans } = compile(document, registry)
      assert.isUndefined(plans)
      assert.equal(problems[0].code, 'cycle')
      for (const block of problems[0].cycle ?? [])
        assert.include([...blocks, 'page01', 'start', 'target'], block)
    })
  }

  test('the path of a circle over pages names who skips, not who stands beside it', ({ assert }) => {
    const blocks = (driver: string) => [
      { id: 'beside', kind: 'text', label: 'Beside' },
      {
        ...{ id: driver, kind: 'text', label: 'Driver' },
        rules: [{ when: is('second', 'x'), do: 'skip' as const, to: 'page02' }],
      },
      { id: 'page01', kind: 'page-break', settings: { title: 'Middle' } },
      { id: 'second', kind: 'text', label: 'Second' },
      { id: 'page02', kind: 'page-break' },
      { id: 'third1', kind: 'text' },
    ]
    const { problems } = compile(form(...blocks('driver')), registry)
    assert.lengthOf(problems, 1)
    assert.equal(problems[0].block, 'driver')
    assert.deepEqual(problems[0].cycle, ['driver', 'second', 'page01'])
    assert.include(problems[0].message, '“Driver” → “Second” → the page “Middle” → the first page → “Driver”')
    const later = compile(
      form(
        { id: 'before', kind: 'text' },
        { id: 'page00', kind: 'page-break', key: 'early' },
        ...blocks('driver'),
      ),
      registry,
    )
    assert.deepEqual(later.problems[0].cycle, ['driver', 'second', 'page01', 'page00'])
  })

  test('two circles are two problems', ({ assert }) => {
    const found = codes(
      form(
        { id: 'amount', kind: 'number' },
        calculation('circle1', '{#circle2}'),
        calculation('circle2', '{#circle1}'),
        calculation('behind', '{#circle1} + 1'),
        calculation('circle3', '{#circle3} + {#amount}'),
      ),
    )
    assert.deepEqual(
      found.map(([code]) => code),
      ['cycle', 'cycle'],
    )
  })

  test('require rules make none, nor does a label that shows its own answer', ({ assert }) => {
    const document = form({
      id: 'target',
      kind: 'text',
      label: 'You said {#target}',
      rules: [{ when: is('target', 'x'), do: 'require' }],
    })
    assert.deepEqual(codes(document), [])
  })

  test('a calculation that is not displayed may decide what its page shows', ({ assert }) => {
    const document = form(
      { id: 'amount', kind: 'number' },
      { id: 'page01', kind: 'page-break' },
      calculation('unseen', '{#amount} * 2', { shown: false }),
      { id: 'target', kind: 'text', rules: [{ when: { formula: '{#unseen} > 5' }, do: 'hide' }] },
    )
    assert.deepEqual(codes(document), [])
    const response = begin(document, { raws: { amount: '3' } })
    assert.deepEqual(response.pages(), ['start'])
    response.setRaw('amount', '2')
    assert.deepEqual(response.pages(), ['start', 'page01'])
  })

  test('a circle of 10,000 is told, not overflowed', ({ assert }) => {
    const count = 10_000
    const idOf = (index: number) => `calc${String(index % count).padStart(6, '0')}`
    const chain = Array.from({ length: count }, (_, index) =>
      calculation(idOf(index), `{#${idOf(index + 1)}} + 1`),
    )
    const { problems } = compile(form({ id: 'amount', kind: 'number' }, ...chain), registry)
    assert.lengthOf(problems, 1)
    assert.lengthOf(problems[0].cycle ?? [], count)
  })
})

test.group('Check: the rest', () => {
  const text = { id: 'target', kind: 'text' }
  const CASES: [string, FormDocument, [string, string | undefined][]][] = [
    ['nothing to ask', form({ id: 'headng', kind: 'heading' }), [['no-fields', undefined]]],
    ['only calculations', form(calculation('totals', '1')), [['no-fields', undefined]]],
    ['an unknown kind', form(text, { id: 'unheard', kind: 'hologram' }), [['unknown-kind', 'unheard']]],
    [
      'bad settings',
      form(text, { id: 'badset', kind: 'number', settings: { min: 'low' } }),
      [['invalid-settings', 'badset']],
    ],
    ['a newer version', form(text, { id: 'newerr', kind: 'number', v: 9 }), [['newer-version', 'newerr']]],
    ['two with one id', form(text, text), [['duplicate-id', 'target']]],
    ['an id that is none', form(text, { id: 'A', kind: 'text' }), [['duplicate-id', 'A']]],
    [
      'two with one key',
      form({ ...text, key: 'same' }, { id: 'second', kind: 'text', key: 'same' }),
      [['duplicate-key', 'second']],
    ],
    ['a key that is none', form({ ...text, key: 'No key' }), [['duplicate-key', 'target']]],
    [
      'a lost reference in a text',
      form({ ...text, label: 'Hi {#gone00}' }),
      [['unknown-reference', 'target']],
    ],
    [
      'a reference to what holds no answer',
      form({ ...text, label: '{#headng}' }, { id: 'headng', kind: 'heading' }),
      [['unknown-reference', 'target']],
    ],
    [
      'a skip to nowhere',
      form({ ...text, rules: [{ when: { all: [] }, do: 'skip', to: 'gone00' }] }),
      [['unknown-target', 'target']],
    ],
    [
      'a skip back',
      form(text, {
        id: 'page01',
        kind: 'page-break',
        rules: [{ when: is('target', 'x'), do: 'skip', to: 'page01' }],
      }),
      [['unknown-target', 'page01']],
    ],
    [
      'a page that is always skipped',
      form(
        { ...text, rules: [{ when: { all: [] }, do: 'skip', to: 'page02' }] },
        { id: 'page01', kind: 'page-break' },
        { id: 'page02', kind: 'page-break' },
      ),
      [['unreachable-page', 'page01']],
    ],
    ['a calculation without formula', form(text, calculation('totals', ' ')), [['syntax', 'totals']]],
  ]
  for (const [name, document, expected] of CASES) {
    test(`${name}: ${expected.map(([code]) => code).join()}`, ({ assert }) => {
      assert.deepEqual(codes(document), expected)
    })
  }

  test('a name that another field had before is refused', ({ assert }) => {
    const document = form({ ...text, key: 'colour' })
    document.aliases = { colour: 'second' }
    assert.deepEqual(codes(document), [['duplicate-key', 'target']])
    document.aliases = { colour: 'target' }
    assert.deepEqual(codes(document), [])
  })

  test('too many blocks are refused before anything is read', ({ assert }) => {
    const blocks = Array.from({ length: 20_001 }, (_, index) => ({ id: `block${index}`, kind: 'text' }))
    assert.deepEqual(codes(form(...blocks)), [['too-large', undefined]])
  })

  test('a published form outlives a plugin; its rules read nothing there', ({ assert }) => {
    const document = form(
      { ...text, rules: [{ when: is('unheard', 'x'), do: 'show' }], state: 'hidden' },
      { id: 'unheard', kind: 'hologram' },
      { id: 'second', kind: 'text' },
    )
    const { plans, problems } = compile(document, registry, { lenient: true })
    assert.isDefined(plans)
    assert.isTrue(problems.every(({ severity }) => severity === 'warning'))
  })

  test('a page of which every plugin is gone has nothing to see', ({ assert }) => {
    const document = form(
      text,
      { id: 'page01', kind: 'page-break' },
      { id: 'unheard', kind: 'hologram' },
      { id: 'badset', kind: 'number', settings: { min: 'low' } },
      { id: 'page02', kind: 'page-break' },
      { id: 'second', kind: 'text' },
    )
    const { plans } = compile(document, registry, { lenient: true })
    assert.isDefined(plans)
    if (plans === undefined) return
    const response = startResponse(plans.server, answers, { locale: 'en', now: 0, source: 'form' })
    assert.deepEqual(response.pages(), ['start', 'page02'])
  })
})

test.group('Plans', () => {
  test('are JSON, and no node reads a later one', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const plans = plansOf(generateCase(seed).document)
        for (const plan of [plans.browser, plans.server]) {
          assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan)
          for (const [place, node] of plan.nodes.entries()) {
            for (const [, read] of JSON.stringify(node).matchAll(/\["(?:node|own|items)",(\d+)/g))
              assert.isBelow(Number(read), place)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  test("a browser's has nothing that a value of the server reaches", ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document } = generateCase(seed)
        const { browser, server } = plansOf(document)
        const secret = new Set(
          document.blocks.filter(({ settings }) => settings.private === true).map(({ id }) => id),
        )
        // Taint, worked out anew over the server's plan.
        const tainted = new Set<string>()
        const nodes = server.nodes.map((node) => JSON.stringify(node))
        const reaches = (text: string) =>
          [...text.matchAll(/\["(?:node|own|items)",(\d+)/g)].some(([, at]) => tainted.has(at))
        for (const [place, node] of nodes.entries()) {
          if (node.includes(SECRET_MARK) || reaches(node)) tainted.add(String(place))
        }
        const text = JSON.stringify(browser)
        for (const sign of [...secret, SECRET_MARK]) assert.notInclude(text, sign)
        for (const [index, block] of browser.blocks.entries()) {
          const known = server.blocks.filter(({ id }) => !secret.has(id))[index]
          for (const slot of ['relevant', 'disabled', 'required', 'value'] as const) {
            if (!reaches(JSON.stringify(known[slot]))) continue
            assert.deepEqual(block[slot], ['server'], `${block.id} ${slot}`)
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})
