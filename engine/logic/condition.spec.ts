import { test } from '@japa/runner'
import type { Comparison, Condition, Json } from '../document/document.ts'
import { begin, calculation, form, type Sketch } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'
import type { Operator } from '@formwright/kit/value'

const OPTIONS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
  { id: 'gray', label: 'Gray' },
]
const FIELDS: Sketch[] = [
  { id: 'textab', kind: 'text' },
  { id: 'notext', kind: 'text' },
  { id: 'spaces', kind: 'text' },
  { id: 'daytxt', kind: 'text' },
  { id: 'number', kind: 'number' },
  { id: 'nothng', kind: 'number' },
  { id: 'colour', kind: 'select', settings: { options: OPTIONS } },
  { id: 'nocolr', kind: 'select', settings: { options: OPTIONS } },
  { id: 'severl', kind: 'select', settings: { options: OPTIONS, multiple: true } },
  { id: 'nosevl', kind: 'select', settings: { options: OPTIONS, multiple: true } },
  calculation('truthy', '1 < 2', { type: 'boolean' }),
]
const RAWS = {
  textab: ' Straße A\u0308 👩‍👩‍👧',
  spaces: ' \t ',
  daytxt: '2024-02-28',
  number: '5',
  colour: ['red'],
  severl: ['red', 'blue'],
}
const PARAMS = {
  five: '5.0',
  word: 'red',
  yes: 'true',
  junk: 'x',
  zero: '0',
  daybefore: '2024-02-28',
  outer: ' 2024-02-28 ',
  today: '2024-02-29',
}

function holds(when: Condition): boolean {
  const document = form(...FIELDS, {
    id: 'target',
    kind: 'text',
    state: 'hidden',
    rules: [{ when, do: 'show' }],
  })
  return begin(document, { raws: RAWS, params: PARAMS }).relevant('target')
}

function on(field: string, op: Operator, value?: Json, to?: Json): Comparison {
  return {
    left: { field },
    op,
    ...(value === undefined ? {} : { right: { value } }),
    ...(to === undefined ? {} : { to: { value: to } }),
  }
}

const HOLDS: [Condition, boolean][] = [
  // Text: case and outer spaces do not count, composed and decomposed characters are alike, accents stay apart.
  [on('textab', 'is', 'STRASSE Ä 👩‍👩‍👧  '), true],
  [on('textab', 'is', 'strasse a 👩‍👩‍👧'), false],
  [on('textab', 'contains', 'ä'), true],
  [on('textab', 'contains', 'a'), true],
  [on('textab', 'contains', 'b'), false],
  [on('textab', 'starts-with', 'STRA'), true],
  [on('textab', 'ends-with', '👩‍👩‍👧'), true],
  // Whole characters: a part of a joined emoji is not found.
  [on('textab', 'contains', '👩'), false],
  [on('textab', 'ends-with', '👧'), false],
  // Matches finds anywhere and minds case.
  [on('textab', 'matches', 'tra'), true],
  [on('textab', 'matches', 'TRA'), false],
  [on('textab', 'matches', ''), false],
  [on('textab', 'matches', ' '), false],
  // Empty sides: false, and exact negations of it true.
  [on('notext', 'is', 'x'), false],
  [on('notext', 'is', ''), false],
  [on('notext', 'is-not', 'x'), true],
  [on('notext', 'contains', 'x'), false],
  [on('notext', 'not-contains', 'x'), true],
  [on('notext', 'matches', '^$'), false],
  [on('notext', 'is-empty'), true],
  [on('spaces', 'is-empty'), true],
  [on('spaces', 'is-not-empty'), false],
  [on('textab', 'is', '  '), false],
  [on('number', 'eq', 5), true],
  [on('number', 'neq', 5), false],
  [on('number', 'lt', 6), true],
  [on('number', 'lte', 5), true],
  [on('number', 'gt', 5), false],
  [on('number', 'gte', 5), true],
  [on('nothng', 'lt', 6), false],
  [on('nothng', 'gte', 0), false],
  [on('nothng', 'eq', 0), false],
  [on('nothng', 'neq', 0), true],
  [on('number', 'between', 5, 5), true],
  [on('number', 'between', 1, 9), true],
  // Reversed bounds never hold.
  [on('number', 'between', 9, 1), false],
  [on('nothng', 'between', -1, 1), false],
  [on('colour', 'is', 'red'), true],
  [on('colour', 'is-not', 'red'), false],
  [on('nocolr', 'is-not', 'red'), true],
  [on('colour', 'is-any-of', ['blue', 'red']), true],
  [on('colour', 'is-any-of', []), false],
  [on('colour', 'is-none-of', ['blue', 'red']), false],
  [on('nocolr', 'is-none-of', ['blue', 'red']), true],
  [on('severl', 'contains-all', ['red', 'blue']), true],
  [on('severl', 'contains-all', ['red', 'gray']), false],
  [on('severl', 'contains-any', ['gray', 'blue']), true],
  [on('severl', 'is-none-of', ['gray']), true],
  [on('nosevl', 'contains-all', ['red']), false],
  [on('nosevl', 'is-none-of', ['red']), true],
  [on('nosevl', 'is-empty'), true],
  [on('truthy', 'is', true), true],
  [on('truthy', 'is-not', true), false],
  // Empty all is true, empty any is false.
  [{ all: [] }, true],
  [{ any: [] }, false],
  [{ not: { any: [] } }, true],
  [{ all: [on('number', 'eq', 5), on('colour', 'is', 'red')] }, true],
  [{ any: [on('number', 'eq', 4), on('colour', 'is', 'red')] }, true],
  [{ all: [on('number', 'eq', 5), { not: on('colour', 'is', 'red') }] }, false],
  // Two-valued, formulas too: what is neither true nor false does not hold.
  [{ formula: '{#nothng} > 3' }, false],
  [{ not: { formula: '{#nothng} > 3' } }, true],
  [{ formula: '1 / 0 > 3' }, false],
  [{ formula: '{#number} > 3 and {#colour} = "Red"' }, true],
  [{ left: { param: 'five' }, op: 'eq', right: { field: 'number' } }, true],
  [{ left: { field: 'number' }, op: 'eq', right: { param: 'junk' } }, false],
  [{ left: { field: 'number' }, op: 'eq', right: { param: 'unheard' } }, false],
  [{ left: { field: 'colour' }, op: 'is', right: { param: 'word' } }, true],
  [{ left: { field: 'truthy' }, op: 'is', right: { param: 'yes' } }, true],
  [{ left: { param: 'word' }, op: 'is', right: { value: 'RED' } }, true],
  [{ left: { param: 'constructor' }, op: 'is-empty' }, true],
  [{ left: { now: true }, op: 'after', right: { value: '2024-02-28' } }, true],
  [{ left: { now: true }, op: 'before', right: { value: '2024-02-29T12:00:01' } }, true],
  [{ left: { now: true }, op: 'eq', right: { value: '2024-02-29' } }, true],
  // What is no date is neither before nor after one.
  // A parameter compared with a day is read as a day, and so is a text.
  [{ left: { param: 'daybefore' }, op: 'before', right: { value: '2024-02-29' } }, true],
  [{ left: { param: 'daybefore' }, op: 'after', right: { value: '2024-02-29' } }, false],
  [{ left: { param: 'daybefore' }, op: 'gte', right: { value: '2024-02-28' } }, true],
  [{ left: { param: 'daybefore' }, op: 'eq', right: { field: 'daytxt' } }, true],
  [{ left: { param: 'outer' }, op: 'before', right: { now: true } }, true],
  [{ left: { param: 'daybefore' }, op: 'before', right: { param: 'today' } }, true],
  [{ left: { param: 'junk' }, op: 'before', right: { value: '2024-02-29' } }, false],
  [{ left: { param: 'unheard' }, op: 'before', right: { value: '2024-02-29' } }, false],
  [
    {
      left: { param: 'daybefore' },
      op: 'between',
      right: { value: '2024-02-01' },
      to: { value: '2024-02-28' },
    },
    true,
  ],
  [{ left: { now: true }, op: 'after', right: { field: 'daytxt' } }, true],
  [{ left: { param: 'five' }, op: 'lt', right: { value: 6 } }, true],
  [{ left: { param: 'five' }, op: 'gt', right: { value: 6 } }, false],
  [{ left: { now: true }, op: 'after', right: { param: 'junk' } }, false],
  [{ left: { now: true }, op: 'before', right: { param: 'junk' } }, false],
  [{ left: { now: true }, op: 'after', right: { param: 'zero' } }, false],
  [{ left: { now: true }, op: 'after', right: { param: 'daybefore' } }, true],
]

const REFUSED: [Condition, code: string, path: string][] = [
  [on('gone00', 'is', 'x'), 'unknown-reference', 'left'],
  [{ left: { field: 'number' }, op: 'eq', right: { field: 'gone00' } }, 'unknown-reference', 'right'],
  [on('colour', 'is', 'green'), 'unknown-reference', 'right'],
  [on('number', 'eq', '5'), 'type', 'right'],
  [on('number', 'contains', 5), 'type', 'op'],
  [on('textab', 'lt', 'x'), 'type', 'op'],
  [on('number', 'eq'), 'type', 'right'],
  [on('number', 'between', 1), 'type', 'to'],
  [{ left: { field: 'number' }, op: 'eq', right: { field: 'textab' } }, 'type', 'right'],
  [on('textab', 'matches', '('), 'unsafe-pattern', 'right'],
  [{ left: { field: 'textab' }, op: 'matches', right: { field: 'notext' } }, 'type', 'right'],
  [{ formula: '1 + 1' }, 'type', 'formula'],
  [{ all: [{ all: [] }, { not: on('gone00', 'is-empty') }] }, 'unknown-reference', 'all.1.not.left'],
]

test.group('Conditions', () => {
  for (const [when, expected] of HOLDS) {
    test(`${JSON.stringify(when)} is ${expected}`, ({ assert }) => {
      assert.equal(holds(when), expected)
      assert.equal(holds({ not: when }), !expected)
    })
  }

  for (const [when, code, path] of REFUSED) {
    test(`${JSON.stringify(when)} is refused: ${code} at ${path}`, ({ assert }) => {
      const { problems, plans } = compile(
        form(...FIELDS, { id: 'target', kind: 'text', rules: [{ when, do: 'show' }] }),
        registry,
      )
      assert.deepInclude(problems[0], {
        code,
        block: 'target',
        path: `rules.0.when.${path}`,
        severity: 'error',
      })
      assert.isUndefined(plans)
    })
  }

  test('a pattern of a language that cannot be matched in linear time is refused, with the place', ({
    assert,
  }) => {
    const document = form(
      { id: 'textab', kind: 'text', settings: { pattern: '(a)\\1' } },
      { id: 'target', kind: 'text', rules: [{ when: on('textab', 'matches', 'b(?=c)'), do: 'show' }] },
    )
    const { problems } = compile(document, registry)
    assert.deepEqual(
      problems.map(({ code, block, path, message }) => [
        code,
        block,
        path,
        message.split(': ').slice(1).join(': '),
      ]),
      [
        [
          'unsafe-pattern',
          'textab',
          'settings',
          'This pattern cannot be used: invalid escape sequence at “\\1”.',
        ],
        [
          'unsafe-pattern',
          'target',
          'rules.0.when.right',
          'This pattern cannot be used: invalid or unsupported Perl syntax at “(?=”.',
        ],
      ],
    )
  })

  test('patterns that are too much together are refused where they become it', ({ assert }) => {
    const block = (n: number) => ({
      id: `texta${n}`,
      kind: 'text',
      ...(n < 5 && { settings: { pattern: 'a{480}' } }),
      ...(n > 0 && { rules: [{ when: on('texta0', 'matches', 'b{90}'), do: 'show' as const }] }),
    })
    const { problems } = compile(form(...[0, 1, 2, 3, 4, 5].map(block)), registry)
    assert.deepEqual(
      problems.map(({ code, block }) => [code, block]),
      [['too-large', 'texta3']],
    )
  })

  test('conditions nested too deeply are a problem', ({ assert }) => {
    let when: Condition = { all: [] }
    for (let depth = 0; depth < 31; depth++) when = { not: when }
    const { problems } = compile(
      form({ id: 'target', kind: 'text', rules: [{ when, do: 'show' }] }),
      registry,
    )
    assert.equal(problems[0].code, 'too-large')
  })
})

test.group('Long texts', () => {
  test('hold nobody up, whatever conditions and formulas ask of them', ({ assert }) => {
    const raw = 'x\u0301b '.repeat(250_000)
    const wanted = ['zz', 'x', 'b x', ' x\u0301 ']
    const document = form(
      { id: 'textab', kind: 'text' },
      ...wanted.map((value, n): Sketch => {
        const when = on('textab', 'contains', value)
        return { id: `target${n}`, kind: 'text', rules: [{ when, do: 'show' }] }
      }),
      calculation('length', 'length({#textab})'),
      calculation('firsts', 'left({#textab}, 100)', { type: 'text' }),
    )
    const before = process.threadCpuUsage()
    begin(document, { raws: { textab: raw } }).relevant('target3')
    const { user, system } = process.threadCpuUsage(before)
    assert.isBelow((user + system) / 1000, 300)
  })
})
