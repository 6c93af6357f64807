import { test } from '@japa/runner'
import type { Block, Condition, Rule } from '../document/document.ts'
import { calculation, form, type Sketch } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { richTextOf } from '@formwright/kit/rich/from_text'
import type { Registry } from '../registry.ts'
import { compile, type CompileOptions } from './compile.ts'

const COLOURS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
]
const name: Sketch = { id: 'fstname', kind: 'text', key: 'first_name', label: 'First name' }
const colour: Sketch = { id: 'colour', kind: 'select', label: 'Colour', settings: { options: COLOURS } }
const several: Sketch = {
  id: 'severl',
  kind: 'select',
  label: 'Several',
  settings: { options: COLOURS, multiple: true },
}

/** What the check says, by severity, code, block and path. */
function found(blocks: readonly Sketch[], options?: CompileOptions) {
  return compile(form(...blocks), registry, options).problems.map(({ severity, code, block, path }) =>
    [severity, code, block, path].join(' '),
  )
}

function messages(blocks: readonly Sketch[], options?: CompileOptions): string[] {
  return compile(form(...blocks), registry, options).problems.map(({ message }) => message)
}

test.group('Check: errors of rules', () => {
  const error = (
    message: string,
    when: Condition = { left: { field: 'fstname' }, op: 'is-empty' },
  ): Sketch => ({
    ...name,
    rules: [{ when, do: 'error', message }],
  })

  test('have words, ask and tell what is there, and tell nothing that stays on the server', ({ assert }) => {
    const secret = calculation('secret', '1', { private: true })
    assert.deepEqual(found([error('{#fstname} is taken.')]), [])
    assert.deepEqual(found([error(' ')]), ['error no-label fstname rules.0.message'])
    assert.deepEqual(found([error('{#gone01}')]), ['error unknown-reference fstname rules.0.message'])
    const both = [secret, error('It is {#secret}.')]
    assert.deepEqual(found(both), ['error unknown-reference fstname rules.0.message'])
    const asked: Condition = { left: { field: 'secret' }, op: 'eq', right: { value: 1 } }
    assert.deepEqual(found([secret, error('No.', asked)]), [])
  })
})

test.group('Check: defaults', () => {
  const DEFAULTS: [string, Sketch][] = [
    ['beyond a limit', { id: 'price1', kind: 'number', settings: { min: 5 }, default: { value: 4 } }],
    [
      'beyond a limit and disabled',
      { id: 'price1', kind: 'number', state: 'disabled', settings: { min: 5 }, default: { value: 4 } },
    ],
    ['that cannot be read', { id: 'price1', kind: 'number', default: { value: 'many' } }],
    ['whose option is gone', { ...colour, id: 'price1', default: { value: ['gone'] } }],
    ['from a parameter without a name', { id: 'price1', kind: 'number', default: { param: ' ' } }],
    ['of a text that is empty', { id: 'price1', kind: 'number', default: { text: ' ' } }],
    [
      'of a text without answers that cannot be read',
      { id: 'price1', kind: 'number', default: { text: 'x' } },
    ],
  ]
  for (const [what, block] of DEFAULTS) {
    test(`one ${what} is refused`, ({ assert }) => {
      assert.deepEqual(found([block]), ['error default-refused price1 default'])
    })
  }

  test('it is said why, by the label of the field', ({ assert }) => {
    const price = {
      id: 'price1',
      kind: 'number',
      label: 'Price',
      settings: { min: 5 },
      default: { value: 4 },
    }
    assert.deepEqual(messages([price]), [
      '“Price”: The default answer is refused: it has to be at least 5. Change or remove it.',
    ])
  })

  test('one of something that is gone, or stays on the server, is refused', ({ assert }) => {
    assert.deepEqual(found([{ ...name, default: { text: '{#gone01}' } }]), [
      'error unknown-reference fstname default',
    ])
    const secret: Sketch = { id: 'secret', kind: 'calculation', settings: { formula: '1', private: true } }
    for (const text of ['{#secret}', 'It is {#secret}']) {
      const block: Sketch = { id: 'price1', kind: 'number', default: { text } }
      assert.deepEqual(found([secret, block]), ['error default-refused price1 default'])
      assert.exists(compile(form(secret, block), registry, { lenient: true }).plans)
      assert.notExists(compile(form(secret, block), registry).plans)
    }
  })

  test('those that are made of each other are refused, with the way around', ({ assert }) => {
    const circle: Sketch[] = [
      { ...name, label: 'Name', default: { text: '{#nick01}' } },
      { id: 'nick01', kind: 'text', label: 'Nick', default: { text: 'The {#mirror}' } },
      {
        id: 'mirror',
        kind: 'calculation',
        label: 'Mirror',
        settings: { formula: 'upper({#fstname})', type: 'text' },
      },
    ]
    assert.deepEqual(found(circle), ['error cycle fstname '])
    assert.match(
      messages(circle)[0] ?? '',
      /^These depend on each other in a circle: “Name” → “(Nick|Mirror)” → /,
    )
  })

  test('one that fits, is empty or comes by a parameter is not', ({ assert }) => {
    const number = { id: 'price1', kind: 'number', settings: { min: 5 } }
    assert.deepEqual(found([{ ...number, default: { value: 5 } }]), [])
    assert.deepEqual(found([{ ...number, default: { param: 'price' } }]), [])
    assert.deepEqual(found([{ ...name, default: { value: '' } }]), [])
  })
})

test.group('Check: what kinds say themselves', () => {
  test('stands with its block and setting, and knows whether an answer is wanted', ({ assert }) => {
    const known = registry.field('text')
    if (known === undefined) throw new Error('The fixtures have a text.')
    const judging: Registry = {
      ...registry,
      field: (kind) =>
        kind === 'text'
          ? {
              ...known,
              definition: {
                ...known.definition,
                check: (_, { required, fixed }) => [
                  {
                    severity: required ? 'error' : 'warning',
                    code: 'unanswerable',
                    path: 'settings.maxLength',
                    message: `No answer fits${fixed === undefined ? '' : ', not even the one filled in'}.`,
                  },
                ],
              },
            }
          : registry.field(kind),
    }
    const of = (block: Partial<Block>) => compile(form({ ...name, ...block }), judging).problems
    const problem = { code: 'unanswerable', block: 'fstname', path: 'settings.maxLength' } as const
    assert.deepEqual(of({}), [{ ...problem, severity: 'warning', message: '“First name”: No answer fits.' }])
    assert.equal(of({ required: true })[0].severity, 'error')
    const wanted: Rule = { when: { left: { field: 'fstname' }, op: 'is-empty' }, do: 'require' }
    assert.equal(of({ rules: [wanted] })[0].severity, 'error')
    assert.include(of({ default: { value: 'x' } })[0].message, 'not even the one filled in')
  })

  test('of a layout block, too: what it still lacks', ({ assert }) => {
    const heading = registry.layout('heading')
    if (heading === undefined) throw new Error('The fixtures have a heading.')
    const lacks = {
      severity: 'warning',
      code: 'unfinished',
      path: 'settings.text',
      message: 'It is empty.',
    } as const
    const judging: Registry = {
      ...registry,
      layout: (kind) => (kind === 'heading' ? { ...heading, check: () => [lacks] } : registry.layout(kind)),
    }
    const { problems } = compile(form(name, { id: 'headline1', kind: 'heading' }), judging)
    assert.deepEqual(problems, [{ ...lacks, block: 'headline1', message: '“Heading”: It is empty.' }])
  })
})

test.group('Check: conditions', () => {
  const ruled = (when: Condition): Sketch[] => [
    name,
    colour,
    several,
    { id: 'amount', kind: 'number', label: 'Amount' },
    { ...several, id: 'others', label: 'Others' },
    { id: 'target', kind: 'text', rules: [{ when, do: 'hide' }] },
  ]
  const UNFINISHED: [Condition, string][] = [
    [{ left: { field: 'fstname' }, op: 'is', right: { value: '' } }, 'right'],
    [{ left: { field: 'fstname' }, op: 'is-not', right: { value: ' ' } }, 'right'],
    [{ left: { field: 'fstname' }, op: 'matches', right: { value: '' } }, 'right'],
    [{ left: { field: 'amount' }, op: 'eq', right: { value: null } }, 'right'],
    [{ left: { field: 'amount' }, op: 'between', right: { value: 1 }, to: { value: null } }, 'to'],
    [{ left: { field: 'colour' }, op: 'is', right: { value: '' } }, 'right'],
    [{ left: { field: 'colour' }, op: 'is-none-of', right: { value: [] } }, 'right'],
    [{ left: { field: 'severl' }, op: 'contains-all', right: { value: [''] } }, 'right'],
    [{ left: { field: 'fstname' }, op: 'is', right: { param: '' } }, 'right'],
  ]
  for (const [when, side] of UNFINISHED) {
    test(`one that is not finished is refused: ${JSON.stringify(when)}`, ({ assert }) => {
      assert.deepEqual(found(ruled(when)), [`error unfinished target rules.0.when.${side}`])
      assert.deepEqual(found(ruled({ all: [{ not: when }] })), [
        `error unfinished target rules.0.when.all.0.not.${side}`,
      ])
    })
  }

  test('one that asks for nothing is finished', ({ assert }) => {
    assert.deepEqual(found(ruled({ left: { field: 'fstname' }, op: 'is-empty', right: { value: '' } })), [])
    assert.deepEqual(found(ruled({ all: [] })), [])
  })

  test('one choice is never the same as several', ({ assert }) => {
    const same = (left: string, right: string): Condition => {
      return { left: { field: left }, op: 'is', right: { field: right } }
    }
    assert.deepEqual(found(ruled(same('colour', 'severl'))), ['error type target rules.0.when.right'])
    const words = messages(ruled(same('colour', 'severl'))).join()
    assert.include(words, '“Colour” takes one choice and “Several” several')
    const any: Condition = { left: { field: 'colour' }, op: 'is-any-of', right: { field: 'severl' } }
    assert.deepEqual(found(ruled(any)), [])
  })

  test('comparisons of several do not fit one choice, nor those of one several', ({ assert }) => {
    const all: Condition = { left: { field: 'colour' }, op: 'contains-all', right: { value: ['red'] } }
    assert.deepEqual(found(ruled(all)), ['error type target rules.0.when.op'])
    assert.include(
      messages(ruled(all)).join(),
      '“Colour” takes one choice, so “includes all of” does not fit',
    )
    const is: Condition = { left: { field: 'severl' }, op: 'is', right: { value: 'red' } }
    assert.deepEqual(found(ruled(is)), ['error type target rules.0.when.op'])
    const listed: Condition = { left: { field: 'colour' }, op: 'is', right: { value: ['red', 'blue'] } }
    assert.deepEqual(found(ruled(listed)), ['error type target rules.0.when.right'])
  })

  test('reversed bounds are worth a look', ({ assert }) => {
    const between: Condition = {
      left: { field: 'amount' },
      op: 'between',
      right: { value: 9 },
      to: { value: 1 },
    }
    assert.deepEqual(found(ruled(between)), ['warning never-holds target rules.0.when.to'])
  })
})

test.group('Check: sections', () => {
  const group: Sketch = { id: 'group1', kind: 'section', settings: { title: 'Group' } }
  const inside = (id: string, kind = 'text'): Sketch => ({ id, kind, parent: 'group1', label: 'Inside' })

  test('blocks in a section, and an empty one, are in order', ({ assert }) => {
    assert.deepEqual(found([name, group, inside('inner1'), inside('inner2', 'heading')]), [])
    assert.deepEqual(found([name, group]), [])
  })

  const misplaced: [string, Sketch[]][] = [
    ['a section that is not there', [name, inside('inner1')]],
    ['a block that is no section', [{ ...name, id: 'group1' }, inside('inner1')]],
    ['a section before another block', [group, name, inside('inner1')]],
    ['a section that comes later', [name, inside('inner1'), group]],
    ['a section in it', [name, group, inside('inner1', 'section')]],
    ['a page break in it', [group, inside('fstnam'), inside('inner1', 'page-break')]],
    ['an ending in it', [name, group, inside('inner1', 'ending')]],
    ['a welcome in it', [name, group, inside('inner1', 'welcome')]],
  ]
  for (const [what, blocks] of misplaced) {
    test(`refused: ${what}`, ({ assert }) => {
      assert.include(found(blocks), 'error misplaced inner1 parent')
      assert.notInclude(messages(blocks).join(), 'inner1')
    })
  }

  test('one that repeats needs a name for its answers', ({ assert }) => {
    const repeating = { ...group, settings: { title: 'People', repeats: { min: 1, max: 3 } } }
    assert.deepEqual(found([repeating, inside('inner1')]), ['error no-key group1 key'])
    assert.deepEqual(found([{ ...repeating, key: 'people' }, inside('inner1')]), [])
  })

  test('one that repeats may not ask and sum more than can be worked out for everybody', ({ assert }) => {
    const check = (max: number, sums: number) =>
      found([
        { ...group, key: 'people', settings: { title: 'People', repeats: { min: 1, max } } },
        { ...inside('inner1', 'number'), key: 'age' },
        ...Array.from({ length: sums }, (_, n): Sketch => ({
          ...inside(`total${n}`, 'calculation'),
          settings: { formula: '{#inner1} / sum({#group1.inner1})', type: 'number' },
        })),
      ])
    const tooMuch = ['error too-large group1 settings.max']
    assert.deepEqual(check(1_000, 1), [])
    assert.deepEqual(check(300, 10), [])
    assert.deepEqual(check(1_000, 2), tooMuch)
    assert.deepEqual(check(1_000, 80), tooMuch)
  })

  test('a page of which only what is in a hidden section is left is passed by', ({ assert }) => {
    const skips: Sketch = {
      id: 'inner1',
      kind: 'text',
      parent: 'group1',
      rules: [{ when: { all: [] }, do: 'skip', to: 'page03' }],
    }
    const pages = (state: 'shown' | 'hidden') => [
      { ...group, state },
      skips,
      { id: 'page02', kind: 'page-break' },
      { ...name, id: 'second' },
      { id: 'page03', kind: 'page-break' },
    ]
    assert.deepEqual(found(pages('shown')), ['warning unreachable-page page02 rules'])
    assert.deepEqual(found(pages('hidden')), [])
  })
})

test.group('Check: welcomes', () => {
  const welcome = (id: string, title = ''): Sketch => ({ id, kind: 'welcome', settings: { title } })

  test('one is in order wherever it stands, a second one is not', ({ assert }) => {
    assert.deepEqual(found([name, welcome('hello1')]), [])
    const two = [welcome('hello1'), name, welcome('hello2', 'Once more')]
    assert.deepEqual(found(two), ['error misplaced hello2 '])
    assert.deepEqual(messages(two), [
      'A form begins with one welcome screen. Remove the welcome screen “Once more”.',
    ])
  })

  test('it is no page that others are counted from', ({ assert }) => {
    const skipped: Sketch[] = [
      welcome('hello1'),
      { ...name, rules: [{ when: { all: [] }, do: 'skip', to: 'page03' }] },
      { id: 'page02', kind: 'page-break' },
      { id: 'second', kind: 'number', label: 'Second' },
      { id: 'page03', kind: 'page-break' },
      { id: 'third1', kind: 'number', label: 'Third' },
    ]
    assert.deepEqual(messages(skipped), ['page 2 is never reached: every way through the form skips it.'])
  })

  test('nothing can skip back to it', ({ assert }) => {
    const back: Sketch = { ...name, rules: [{ when: { all: [] }, do: 'skip', to: 'hello1' }] }
    assert.include(found([welcome('hello1'), back]), 'error unknown-target fstname rules.0.to')
  })
})

test.group('Check: names in braces', () => {
  const said = (text: string): Sketch[] => [
    name,
    { id: 'target', kind: 'text', label: 'T', help: richTextOf(text) },
  ]

  test('one that is no reference is said, with the one that was meant', ({ assert }) => {
    assert.deepEqual(found(said('Dear {frist_name}')), ['warning unknown-name target help'])
    assert.deepEqual(messages(said('Dear {frist_name}')), [
      '“T”: People read {frist_name} as it stands, since no question has that name. Did you mean {first_name}?',
    ])
    assert.include(messages(said('Dear {First name}')).join(), 'Did you mean {first_name}?')
    assert.notInclude(messages(said('Dear {surname}')).join(), 'Did you mean')
  })

  test('what stands in items is meant by its section, and among them by itself', ({ assert }) => {
    const section: Sketch = {
      id: 'people',
      kind: 'section',
      key: 'people',
      settings: { repeats: { min: 1, max: 3 } },
    }
    const inside: Sketch = {
      id: 'inner1',
      kind: 'text',
      key: 'nickname',
      parent: 'people',
      label: 'Nickname',
    }
    const outside: Sketch = {
      ...name,
      id: 'target',
      key: 'target',
      help: richTextOf('Dear {nickname}, {people.nicknam}'),
    }
    assert.deepEqual(messages([section, inside, outside]), [
      '“First name”: People read {nickname} as it stands, since no question has that name. Did you mean {people.nickname}?',
      '“First name”: People read {people.nicknam} as it stands, since no question has that name. Did you mean {people.nickname}?',
    ])
    const beside: Sketch = {
      ...name,
      id: 'target',
      key: 'target',
      parent: 'people',
      help: richTextOf('Dear {nicknam}'),
    }
    assert.include(messages([section, inside, beside]).join(), 'Did you mean {nickname}?')
  })

  test('a label that names them is said by the labels of both', ({ assert }) => {
    const section: Sketch = {
      id: 'people',
      kind: 'section',
      key: 'people',
      settings: { title: 'People', repeats: { min: 1, max: 3 } },
    }
    const inside: Sketch = {
      id: 'inner1',
      kind: 'text',
      key: 'nickname',
      parent: 'people',
      label: 'Nickname',
    }
    const total = { ...calculation('total1', '1 +'), label: 'All: {#people.inner1}' }
    assert.match(messages([section, inside, total])[0], /“All: people → Nickname”/)
  })

  test('also in what content says', ({ assert }) => {
    const heading = { id: 'headng', kind: 'heading', settings: { rich: richTextOf('Hi {first_nam}') } }
    assert.deepEqual(found([name, heading]), ['warning unknown-name headng settings.rich'])
  })

  test('other braces are text', ({ assert }) => {
    // of a rich text nothing is escaped: there references are nodes
    assert.deepEqual(found([name, { id: 'target', kind: 'text', label: '{{first_nam}' }]), [])
    for (const text of ['{ 1, 2 }', '{}', 'a { b', '{Any words}', '{#fstname}'])
      assert.deepEqual(found(said(text)), [], text)
  })
})

test.group('Check: endings that are never shown', () => {
  const x: Condition = { left: { field: 'fstname' }, op: 'is', right: { value: 'x' } }
  const ending = (id: string, condition?: Condition): Sketch => ({
    ...{ id, kind: 'ending', settings: { text: id } },
    ...(condition && { condition }),
  })
  const never = (id: string) => `warning unreachable-ending ${id} condition`

  test('behind another that is always shown, or is asked the same before')
    .with([
      [[ending('ending1'), ending('ending2')], ['ending2']],
      [[ending('ending1'), ending('ending2', x)], []],
      [[ending('ending1', x), ending('ending2', x), ending('ending3')], ['ending2']],
      [
        [ending('ending1'), ending('ending2', { all: [] }), ending('ending3', x)],
        ['ending3', 'ending1'],
      ],
      [[ending('ending1', { not: { all: [] } }), ending('ending2')], ['ending1']],
    ] as const)
    .run(({ assert }, [endings, unseen]) => {
      assert.deepEqual(found([name, ...endings]), unseen.map(never))
    })

  test('not where a skip leads there; it is said which one comes before', ({ assert }) => {
    const two = [ending('ending1'), ending('ending2')]
    assert.deepEqual(messages([name, ...two]), [
      'the ending “ending2” is never shown: the ending “ending1” always comes before it. Change the condition of one of them.',
    ])
    assert.deepEqual(found([{ ...name, rules: [{ when: x, do: 'skip', to: 'ending2' }] }, ...two]), [])
  })
})

test.group('Check: pages that are never reached', () => {
  const always = (to: string): Rule => ({ when: { all: [] }, do: 'skip', to })
  const sometimes: Condition = { left: { field: 'fstname' }, op: 'is', right: { value: 'x' } }
  const page = (number: number, more: Partial<Sketch> = {}): Sketch[] => [
    { id: `page0${number}`, kind: 'page-break', ...more },
    { id: `field${number}`, kind: 'text' },
  ]
  const unreached = (...blocks: Sketch[]) =>
    compile(form(...blocks), registry).problems.flatMap(({ code, block }) =>
      code === 'unreachable-page' ? [block] : [],
    )

  test('what is always skipped is one, and so is what only it leads to', ({ assert }) => {
    assert.deepEqual(unreached({ ...name, rules: [always('page03')] }, ...page(1), ...page(2), ...page(3)), [
      'page01',
      'page02',
    ])
  })

  const REACHED: [string, Sketch[]][] = [
    [
      'the page that skips may be hidden',
      [
        name,
        ...page(1, { rules: [always('page03'), { when: sometimes, do: 'hide' }] }),
        ...page(2),
        ...page(3),
      ],
    ],
    [
      'the page that skips is hidden at first',
      [
        name,
        ...page(1, { state: 'hidden', rules: [always('page03'), { when: sometimes, do: 'show' }] }),
        ...page(2),
        ...page(3),
      ],
    ],
    [
      'the block that skips may be hidden',
      [
        name,
        { id: 'second', kind: 'text', rules: [{ when: sometimes, do: 'hide' }, always('page02')] },
        ...page(1),
        ...page(2),
      ],
    ],
    [
      'the page that skips may have nothing to see',
      [
        name,
        { id: 'page01', kind: 'page-break', rules: [always('page03')] },
        { id: 'second', kind: 'text', rules: [{ when: sometimes, do: 'hide' }] },
        ...page(2),
        ...page(3),
      ],
    ],
    [
      'an earlier page skips to it',
      [
        { ...name, rules: [{ when: sometimes, do: 'skip', to: 'page02' }] },
        ...page(1, { rules: [always('page03')] }),
        ...page(2),
        ...page(3),
      ],
    ],
    [
      'another skip comes first',
      [
        { ...name, rules: [{ when: sometimes, do: 'skip', to: 'page01' }, always('page02')] },
        ...page(1),
        ...page(2),
      ],
    ],
  ]
  for (const [why, blocks] of REACHED) {
    test(`one is reached where ${why}`, ({ assert }) => {
      assert.deepEqual(unreached(...blocks), [])
    })
  }
})

test.group('Check: how blocks are called', () => {
  const circle = (title?: string): Sketch[] => [
    name,
    {
      id: 'page01',
      kind: 'page-break',
      settings: title === undefined ? {} : { title },
      rules: [{ when: { left: { field: 'second' }, op: 'is', right: { value: 'x' } }, do: 'hide' }],
    },
    { id: 'second', kind: 'text', label: 'Dear {#fstname}' },
  ]

  test('a page on a circle by its title, else by its number; a label with the labels it shows', ({
    assert,
  }) => {
    assert.deepEqual(messages(circle('Your data')), [
      'These depend on each other in a circle: the page “Your data” → “Dear First name” → the page “Your data”.',
    ])
    assert.include(messages(circle()).join(), 'circle: page 2 → ')
  })

  test('content by what it says', ({ assert }) => {
    const heading = { id: 'headng', kind: 'heading', settings: { rich: richTextOf('Our  terms') } }
    const lost: Rule = { when: { left: { field: 'gone00' }, op: 'is-empty' }, do: 'hide' }
    assert.match(messages([name, { ...heading, rules: [lost] }]).join(), /^“Our terms”: /)
  })

  test('long names are cut, and never within an answer that stands in them', ({ assert }) => {
    const long: Sketch = { ...name, label: 'first '.repeat(50) }
    const called = `${'y'.repeat(59)}{#fstname} and so on`
    const bare: Sketch = {
      id: 'bareone',
      kind: 'select',
      label: called,
      settings: { options: [{ id: 'a' }] },
    }
    const [said] = messages([long, bare])
    assert.include(said, `“${'y'.repeat(59)}first first`)
    assert.isBelow(said.length, 260)
    assert.notInclude(said, '{#')
  })

  test('one that stands on a plugin that is gone is told so', ({ assert }) => {
    const gone: Sketch = { id: 'goneknd', kind: 'hologram', label: 'Your sketch' }
    const asks: Sketch = { ...name, label: 'About {#goneknd}' }
    const of = compile(form(gone, asks), registry).problems.filter(({ block }) => block === name.id)
    assert.deepEqual(
      of.map(({ message }) => message),
      [
        '“About Your sketch”: “Your sketch” cannot be used now: its plugin is missing, or does not take its settings. Nothing can depend on it until that is fixed.',
      ],
    )
  })
})

test.group('Check: what stands on a question that is gone', () => {
  const formerLabel = (id: string) => (id === 'gone00' ? 'Your {#fstname} age' : undefined)
  const STANDING: [string, Sketch, string][] = [
    [
      'a rule',
      {
        id: 'target',
        kind: 'text',
        rules: [{ when: { all: [{ left: { field: 'gone00' }, op: 'is-empty' }] }, do: 'hide' }],
      },
      'rules.0.when.all.0.left',
    ],
    [
      'a rule with a formula',
      { id: 'target', kind: 'text', rules: [{ when: { formula: '{#gone00} > 1' }, do: 'hide' }] },
      'rules.0.when.formula',
    ],
    ['a formula', calculation('target', '{#gone00} + 1'), 'settings.formula'],
    ['a text', { id: 'target', kind: 'text', help: richTextOf('You are {#gone00}') }, 'help'],
    [
      'a rich text',
      { id: 'target', kind: 'heading', settings: { rich: richTextOf('You are {#gone00}') } },
      'settings.rich',
    ],
    [
      'an ending',
      { id: 'target', kind: 'ending', condition: { left: { field: 'gone00' }, op: 'is-empty' } },
      'condition.left',
    ],
    [
      'a skip',
      { id: 'target', kind: 'text', rules: [{ when: { all: [] }, do: 'skip', to: 'gone00' }] },
      'rules.0.to',
    ],
  ]
  for (const [what, block, path] of STANDING) {
    test(`${what} names it and leads there`, ({ assert }) => {
      const { problems } = compile(form(name, block), registry, { formerLabel })
      assert.lengthOf(problems, 1)
      assert.equal(problems[0].path, path)
      assert.include(problems[0].message, '“Your First name age”')
      assert.include(problems[0].message, 'no longer in the form')
    })
  }
})

test.group('Check: forms as large as they may be', () => {
  const id = (index: number) => `calc${String(index).padStart(5, '0')}`

  test('a long way into a circle is gone once', ({ assert }) => {
    const blocks = Array.from({ length: 10_000 }, (_, index) =>
      calculation(id(index), `{#${id(Math.min(index + 1, 9_999))}} + 1`),
    )
    const started = performance.now()
    const { problems } = compile(form(name, ...blocks), registry)
    assert.deepEqual(
      problems.map(({ code, cycle }) => [code, cycle]),
      [['cycle', [id(9_999)]]],
    )
    assert.isBelow(performance.now() - started, 5_000)
  }).timeout(60_000)

  test('of many circles some are told', ({ assert }) => {
    const blocks = Array.from({ length: 300 }, (_, index) => calculation(id(index), `{#${id(index)}} + 1`))
    assert.lengthOf(found([name, ...blocks]), 100)
  })

  test('of many names that nobody has some are told, and what they cost is bounded', ({ assert }) => {
    const blocks = Array.from({ length: 5_000 }, (_, index): Sketch => {
      return { id: id(index), kind: 'text', key: `question_${index}`, label: `About {qestion_${index}}` }
    })
    const started = performance.now()
    const said = messages(blocks)
    assert.lengthOf(said, 200)
    assert.include(said[0], 'Did you mean {question_0}?')
    assert.isBelow(performance.now() - started, 2_000)
  }).timeout(60_000)
})
