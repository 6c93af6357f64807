import { test } from '@japa/runner'
import type { Condition, Rule } from '../document/document.ts'
import { begin, beginInBrowser, calculation, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { answers } from '../fixtures/kinds.ts'
import { serverStateFor } from './server_state.ts'
import { settledResponse } from './settled.ts'
import type { Response } from './response.ts'

const people = (more: Partial<Sketch> = {}, min = 0, max = 5): Sketch => ({
  id: 'people',
  kind: 'section',
  key: 'people',
  settings: { title: 'People', itemTitle: '{#name01}', repeats: { min, max } },
  ...more,
})
const inside = (id: string, kind: string, more: Partial<Sketch> = {}): Sketch => ({
  id,
  kind,
  key: id,
  parent: 'people',
  ...more,
})
const name = inside('name01', 'text', { label: 'Name' })
const age = inside('age001', 'number', { label: 'Age of {#name01}' })
const when = (condition: Condition, act: 'show' | 'hide' | 'enable' | 'disable' | 'require'): Rule => ({
  when: condition,
  do: act,
})
const is = (field: string, value: string): Condition => ({ left: { field }, op: 'is', right: { value } })

/** Items with these names and ages. */
function of(...items: (readonly [name: string, age?: string])[]): Record<string, unknown> {
  const raws: Record<string, unknown> = { people: items.map((_, index) => `item${index + 1}`) }
  for (const [index, [who, years]] of items.entries()) {
    raws[`people.item${index + 1}.name01`] = who
    if (years !== undefined) raws[`people.item${index + 1}.age001`] = years
  }
  return raws
}

const ages = (response: Response) =>
  response.items('people').map((item) => response.field(`people.${item}.age001`)?.value)

test.group('Items of a section', () => {
  test('answers of an item stand in labels of its options, and in what is read of them', ({ assert }) => {
    const options = [{ id: 'cake', label: "{#name01}'s cake" }]
    const wish = inside('wish01', 'select', { label: 'Wish', settings: { options } })
    const told = inside('told01', 'heading', { settings: { text: 'Bring {#wish01}' } })
    const raws = {
      ...of(['Ada'], ['Bo']),
      'people.item1.wish01': ['cake'],
      'people.item2.wish01': ['cake'],
    }
    const response = begin(form(people(), name, wish, told), { raws })
    assert.equal(response.text('people.item2.wish01', 'options.cake.label'), "Bo's cake")
    assert.equal(response.text('people.item1.told01', 'text'), "Bring Ada's cake")
    response.setRaw('people.item2.name01', 'Cy')
    assert.equal(response.text('people.item2.told01', 'text'), "Bring Cy's cake")
    assert.equal(response.text('people.item1.told01', 'text'), "Bring Ada's cake")
  })

  test('it begins with its least, in items that every machine calls the same', ({ assert }) => {
    assert.deepEqual(begin(form(people({}, 2), name)).items('people'), ['item1', 'item2'])
    assert.deepEqual(begin(form(people(), name)).items('people'), [])
    assert.deepEqual(begin(form(people({}, 2), name)).raws(), {})
    assert.deepEqual(begin(form(people({}, 2), name)).items('name01'), [])
  })

  test('items are added where one wants them, up to the most', ({ assert }) => {
    const response = begin(form(people({}, 1, 3), name))
    response.addItem('people')
    assert.include([...response.addItem('people', 0, 'first0001a')], 'people')
    const items = response.items('people')
    assert.deepEqual([items[0], items[1]], ['first0001a', 'item1'])
    assert.match(items[2], /^[a-z][a-z0-9]{9}$/)
    assert.isEmpty([...response.addItem('people')])
    assert.deepEqual(response.items('people'), items)
    assert.deepEqual(response.raws(), { people: [...items] })
  })

  test('no two items are called the same, and none by what is no id', ({ assert }) => {
    const response = begin(form(people({}, 1), name))
    for (const id of ['item1', '', 'A', 'a.b', '__proto__', 'x'.repeat(40)])
      assert.isEmpty([...response.addItem('people', 0, id)])
    assert.deepEqual(response.items('people'), ['item1'])
    const begun = begin(form(people({}, 1), name), {
      raws: { people: ['item1', 'item1', 7, '<b>', 'other1'] },
    })
    assert.deepEqual(begun.items('people'), ['item1', 'other1'])
  })

  test('a removed item is forgotten with its answers, and its place is clean', ({ assert }) => {
    const document = form(
      people({}, 1),
      name,
      calculation('names1', '{#people.name01} & ""', { type: 'text' }),
    )
    const response = begin(document, { raws: of(['Ada'], ['Bob'], ['Cyd']) })
    assert.equal(response.value('names1'), 'Ada, Bob, Cyd')
    assert.sameMembers([...response.removeItem('people', 'item2')], ['people', 'names1'])
    assert.equal(response.value('names1'), 'Ada, Cyd')
    assert.isUndefined(response.field('people.item2.name01'))
    assert.notProperty(response.raws(), 'people.item2.name01')
    response.addItem('people', 0, 'other1')
    assert.isUndefined(response.field('people.other1.name01')?.answer)
    assert.isFalse(response.field('people.other1.name01')?.touched)
    assert.deepEqual(response.stored(), {
      people: [
        { id: 'other1', answers: {} },
        { id: 'item1', answers: { name01: 'Ada' } },
        { id: 'item3', answers: { name01: 'Cyd' } },
      ],
      names1: 'Ada, Cyd',
    })
    assert.isEmpty([...response.removeItem('people', 'gone0001')])
  })

  test('there are never fewer than there have to be', ({ assert }) => {
    const response = begin(form(people({}, 2), name))
    assert.isEmpty([...response.removeItem('people', 'item1')])
    assert.deepEqual(response.items('people'), ['item1', 'item2'])
  })

  test('items change places with their answers', ({ assert }) => {
    const document = form(people(), name, calculation('names1', '{#people.name01} & ""', { type: 'text' }))
    const response = begin(document, { raws: of(['Ada'], ['Bob'], ['Cyd']) })
    assert.sameMembers([...response.moveItem('people', 'item3', 0)], ['people', 'names1'])
    assert.deepEqual(response.items('people'), ['item3', 'item1', 'item2'])
    assert.equal(response.value('names1'), 'Cyd, Ada, Bob')
  })

  test('too few and too many are problems of the section, inside each item its own', ({ assert }) => {
    const document = form(people({}, 2, 3), { ...name, required: true }, age)
    const few = begin(document, { raws: of(['', 'x']) })
    assert.deepEqual(few.problems(), [
      { code: 'too-few', params: { min: 2 }, block: 'people', path: 'people' },
      { code: 'required', block: 'name01', path: 'people.item1.name01' },
      { code: 'format', block: 'age001', path: 'people.item1.age001' },
    ])
    const many = begin(document, { raws: of(['a'], ['b'], ['c'], ['d']) })
    assert.deepEqual(many.problems(), [
      { code: 'too-many', params: { max: 3 }, block: 'people', path: 'people' },
    ])
    const flood = Array.from({ length: 5_000 }, (_, index) => `flood${index}`)
    assert.isBelow(begin(document, { raws: { people: flood } }).items('people').length, 1_002)
  })
})

test.group('References and items', () => {
  test('inside an item they mean that item', ({ assert }) => {
    const adult = inside('adult1', 'text', {
      state: 'hidden',
      rules: [when({ left: { field: 'age001' }, op: 'gte', right: { value: 18 } }, 'show')],
    })
    const next = inside('older1', 'calculation', { settings: { formula: '{#age001} + 1' } })
    const response = begin(form(people(), name, age, adult, next), { raws: of(['Ada', '36'], ['Bob', '7']) })
    assert.equal(response.text('people.item1.age001', 'label'), 'Age of Ada')
    assert.equal(response.text('people.item2.age001', 'label'), 'Age of Bob')
    assert.equal(response.text('people.item2', 'itemTitle'), 'Bob')
    assert.deepEqual(
      ['item1', 'item2'].map((item) => response.relevant(`people.${item}.adult1`)),
      [true, false],
    )
    assert.equal(response.value('people.item2.older1'), 8)
    assert.sameMembers(
      [...response.setRaw('people.item2.age001', '40')],
      ['people.item2.age001', 'people.item2.adult1', 'people.item2.older1'],
    )
    assert.isTrue(response.relevant('people.item2.adult1'))
    assert.sameMembers(
      [...response.setRaw('people.item2.name01', 'Bea')],
      ['people.item2.name01', 'people.item2.age001', 'people.item2'],
    )
    assert.deepEqual(response.stored(), {
      people: [
        { id: 'item1', answers: { name01: 'Ada', age001: 36, older1: 37 } },
        { id: 'item2', answers: { name01: 'Bea', age001: 40, older1: 41 } },
      ],
    })
  })

  const OUTSIDE: [formula: string, value: number][] = [
    ['sum({#people.age001})', 46],
    ['avg({#people.age001})', 23],
    ['min({#people.age001})', 6],
    ['max({#people.age001})', 40],
    ['count({#people.age001})', 2],
    ['count({#people.name01})', 3],
    ['count({#people})', 3],
    ['{#people}', 3],
    ['{#people} * 2', 6],
    ['sum({#people.age001}, 4)', 50],
    ['count(where({#people}, {#people.age001} > 10))', 1],
    ['sum(where({#people.age001}, {#people.name01} = "ada" or {#people.name01} = "Bob"))', 46],
    ['sum(where({#people.age001}, {#people.age001} > {#limit1}))', 40],
    ['sum(where(where({#people.age001}, {#people.age001} > 1), {#people.name01} = "Bob"))', 6],
    ['count(where({#people.age001}, {#people.age001} / 0 > 1))', 0],
    ['sum(where({#people.ratio1}, {#people.age001} = 40))', 1],
    ['iferror(sum({#people.ratio1}), 0 - 1)', -1],
    ['sum({#people.third1}) * 3 - 46', 0],
  ]
  test('what is chosen in items is worth something in each, and in all together', ({ assert }) => {
    const options = [
      { id: 'full', label: 'Full', value: 12.5 },
      { id: 'half', label: 'Half', value: 7 },
    ]
    const ticket = inside('ticket', 'select', { settings: { options } })
    const price = inside('price1', 'calculation', { settings: { formula: 'value({#ticket}) * 2' } })
    const adults = 'value(where({#people.ticket}, {#people.ticket} = "full"))'
    const document = form(
      ...[people(), name, ticket, price],
      calculation('result', `100 * sum(value({#people.ticket})) + count(${adults})`),
    )
    const raws = {
      people: ['item1', 'item2', 'item3'],
      'people.item1.ticket': ['full'],
      'people.item3.ticket': ['half'],
    }
    const response = begin(document, { raws })
    assert.equal(response.value('result'), 1951)
    assert.equal(response.field('people.item3.price1')?.value, 14)
  })

  for (const [formula, value] of OUTSIDE) {
    test(`from outside they are a list: ${formula}`, ({ assert }) => {
      const ratio = inside('ratio1', 'calculation', { settings: { formula: '40 / {#age001}' } })
      const third = inside('third1', 'calculation', { settings: { formula: '{#age001} / 3' } })
      const document = form(
        people(),
        name,
        age,
        ratio,
        third,
        { id: 'limit1', kind: 'number' },
        calculation('result', formula),
      )
      const raws = { ...of(['Ada', '40'], ['Bob', '6'], ['Cyd']), limit1: '10' }
      assert.equal(begin(document, { raws }).value('result'), value)
    })
  }

  test('an aggregate inside an item sees all of them', ({ assert }) => {
    const share = inside('share1', 'calculation', {
      settings: { formula: '{#age001} / sum({#people.age001})' },
    })
    const response = begin(form(people(), name, age, share), { raws: of(['Ada', '30'], ['Bob', '10']) })
    assert.equal(response.value('people.item2.share1'), 0.25)
    const changed = [...response.setRaw('people.item1.age001', '10')]
    assert.sameMembers(changed, ['people.item1.age001', 'people.item1.share1', 'people.item2.share1'])
    assert.equal(response.value('people.item2.share1'), 0.5)
  })

  test('texts outside list what items have, and how many there are', ({ assert }) => {
    const document = form(people(), name, age, {
      id: 'told01',
      kind: 'heading',
      settings: { text: '{#people}: {#people.name01}; {#people.age001}' },
    })
    const response = begin(document, { raws: of(['Ada', '36'], [''], ['Bob']) })
    assert.equal(response.text('told01', 'text'), '3: Ada, Bob; 36')
    document.settings.general.language = 'ar'
    const arabic = begin(document, { raws: of(['Ada', '36'], [''], ['Bob']) })
    assert.equal(arabic.text('told01', 'text'), '3: \u2068Ada، Bob\u2069; 36')
  })

  const CONDITIONS: [what: string, condition: Condition, holds: boolean][] = [
    ['one is', is('people.name01', 'bob'), true],
    ['none is', is('people.name01', 'Eve'), false],
    ['is not: negates that one is', { ...is('people.name01', 'bob'), op: 'is-not' } as Condition, false],
    ['is not, where none is', { ...is('people.name01', 'Eve'), op: 'is-not' } as Condition, true],
    ['greater in one', { left: { field: 'people.age001' }, op: 'gt', right: { value: 20 } }, true],
    ['empty: in all of them', { left: { field: 'people.age001' }, op: 'is-empty' }, false],
    ['not empty: in one', { left: { field: 'people.age001' }, op: 'is-not-empty' }, true],
    ['how many', { left: { field: 'people' }, op: 'eq', right: { value: 3 } }, true],
    [
      'compared with a field outside',
      { left: { field: 'people.name01' }, op: 'is', right: { field: 'other1' } },
      true,
    ],
    ['a formula', { formula: 'max({#people.age001}) > 35' }, true],
  ]
  for (const [what, condition, holds] of CONDITIONS) {
    test(`a condition on all items: ${what}`, ({ assert }) => {
      const target: Sketch = { id: 'target', kind: 'text', state: 'hidden', rules: [when(condition, 'show')] }
      const document = form(people(), name, age, { id: 'other1', kind: 'text' }, target)
      const raws = { ...of(['Ada', '36'], ['Bob', '7'], ['Cyd']), other1: 'cyd' }
      assert.equal(begin(document, { raws }).relevant('target'), holds)
    })
  }

  test('a page is skipped when a block in one item says so', ({ assert }) => {
    const skipping = { ...name, rules: [{ when: is('name01', 'skip'), do: 'skip', to: 'page03' } as Rule] }
    const document = form(
      people({}, 1),
      skipping,
      { id: 'page02', kind: 'page-break' },
      { id: 'second', kind: 'text' },
      { id: 'page03', kind: 'page-break' },
      { id: 'third1', kind: 'text' },
    )
    const response = begin(document, { raws: of(['Ada'], ['Bob']) })
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page02' })
    response.setRaw('people.item2.name01', 'skip')
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page03' })
    response.removeItem('people', 'item2')
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page02' })
  })
})

test.group('Relevance of sections that repeat', () => {
  test('irrelevant it has no items, and what was typed counts again when it is shown', ({ assert }) => {
    const document = form(
      { id: 'gateway', kind: 'text' },
      people({ rules: [when(is('gateway', 'no'), 'hide')] }, 1),
      { ...name, required: true },
      age,
      calculation('result', 'sum({#people.age001}) + 100 * {#people} + 1000 * count({#people})'),
    )
    const response = begin(document, { raws: of(['', '36'], ['Bob', '4']) })
    assert.equal(response.value('result'), 2240)
    const changed = [...response.setRaw('gateway', 'no')]
    assert.includeMembers(changed, ['people', 'people.item1.name01', 'people.item2.age001', 'result'])
    assert.equal(response.value('result'), 0)
    assert.isFalse(response.relevant('people.item1.name01'))
    assert.deepEqual(response.problems(), [])
    assert.deepEqual(response.stored(), { gateway: 'no', result: 0 })
    response.setRaw('gateway', '')
    assert.equal(response.value('result'), 2240)
    assert.deepEqual(ages(response), [36, 4])
  })

  test('a default is made of answers of its own item, and of what stands outside', ({ assert }) => {
    const document = form({ id: 'family', kind: 'text' }, people(), name, {
      id: 'email1',
      kind: 'text',
      parent: 'people',
      default: { text: '{#name01}.{#family}' },
    })
    const response = begin(document, { raws: { family: 'Lovelace', ...of(['Ada'], ['Bob']) } })
    const all = () => response.items('people').map((id) => response.value(`people.${id}.email1`))
    assert.deepEqual(all(), ['Ada.Lovelace', 'Bob.Lovelace'])
    response.addItem('people', undefined, 'third3')
    response.setRaw('people.third3.name01', 'Cy')
    response.setRaw('people.item1.email1', 'own')
    response.setRaw('family', 'Byron')
    assert.deepEqual(all(), ['own', 'Bob.Byron', 'Cy.Byron'])
  })

  test('defaults, disabled and required are each item’s own', ({ assert }) => {
    const document = form(
      people(),
      { ...name, default: { value: 'Nobody' } },
      {
        ...age,
        rules: [
          when({ left: { field: 'name01' }, op: 'is-not', right: { value: 'Nobody' } }, 'require'),
          when(is('name01', 'Zoe'), 'disable'),
        ],
      },
    )
    const response = begin(document, { raws: of(['Zoe', '7'], ['Ada']) })
    response.addItem('people', undefined, 'third3')
    assert.deepEqual(
      response.problems().map(({ path }) => path),
      ['people.item2.age001'],
    )
    assert.equal(response.value('people.third3.name01'), 'Nobody')
    assert.deepEqual(ages(response), [null, null, null])
  })
})

test.group('Items: publish refuses', () => {
  function codes(...blocks: Sketch[]): string[] {
    try {
      plansOf(form(...blocks))
      return []
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const problems: { code: string; block: string; path: string; message: string }[] = JSON.parse(
        error.message,
      )
      return problems.map(({ code, block, path, message }) => `${code} ${block} ${path} ${message}`)
    }
  }

  test('what refers to a field inside without its section, or takes a list for a value', ({ assert }) => {
    const [bare] = codes(people(), name, age, calculation('result', '{#age001} + 1'))
    assert.match(
      bare,
      /^unknown-reference result settings.formula .*each item of “People”.*\{people\.age001\}/,
    )
    const [list] = codes(people(), name, age, calculation('result', '{#people.age001} + 1'))
    assert.match(list, /^type result settings.formula .*takes one value/)
    const [whole] = codes(people(), name, age, calculation('result', '{#people.age001}'))
    assert.match(whole, /^type result/)
    const [where] = codes(
      people(),
      name,
      age,
      calculation('result', 'sum(where({#people.age001}, {#age001} > 1))'),
    )
    assert.match(where, /^unknown-reference result/)
    const list1: Condition = { left: { field: 'other1' }, op: 'is', right: { field: 'people.name01' } }
    const target: Sketch = { id: 'target', kind: 'text', rules: [when(list1, 'hide')] }
    const [compared] = codes(people(), name, { id: 'other1', kind: 'text' }, target)
    assert.match(compared, /^type target rules.0.when.right/)
    const pets: Sketch = {
      id: 'pets01',
      kind: 'section',
      key: 'pets',
      settings: { title: 'Pets', repeats: { min: 1, max: 2 } },
    }
    const legs: Condition = { left: { field: 'people.age001' }, op: 'lte', right: { field: 'legs01' } }
    const [across] = codes(
      people(),
      name,
      age,
      pets,
      { id: 'legs01', kind: 'number', key: 'legs', label: 'Legs', parent: 'pets01' },
      { id: 'target', kind: 'text', parent: 'pets01', rules: [when(legs, 'hide')] },
    )
    assert.match(across, /^unknown-reference target rules.0.when.right .*item of another section cannot/)
  })

  test('circles that lead through a list', ({ assert }) => {
    const share = inside('share1', 'calculation', { settings: { formula: 'sum({#people.share1})' } })
    assert.match(codes(people(), name, share)[0], /^cycle share1/)
  })
})

test.group('Items: what is stored, and what only the server knows', () => {
  test('a response comes back from what was stored of it', ({ assert }) => {
    const next = inside('older1', 'calculation', { settings: { formula: '{#age001} + 1' } })
    const document = form(people({}, 1), name, age, next, calculation('result', 'sum({#people.older1})'))
    const stored = begin(document, { raws: of(['Ada', '36'], ['Bob', '7']) }).stored()
    const back = settledResponse(plansOf(document).server, answers, stored, { locale: 'en', now: 0 })
    assert.deepEqual(back.items('people'), ['item1', 'item2'])
    assert.equal(back.value('people.item2.older1'), 8)
    assert.equal(back.text('people.item1.age001', 'label'), 'Age of Ada')
    assert.deepEqual(back.stored(), stored)
    assert.deepEqual(
      settledResponse(plansOf(document).server, answers, {}, { locale: 'en', now: 0 }).items('people'),
      [],
    )
  })

  test('a browser is told by item what depends on what stays on the server', ({ assert }) => {
    const secret = inside('secret', 'calculation', {
      settings: { formula: '{#age001} * 7.25', private: true },
    })
    const shown = inside('shown1', 'text', {
      state: 'hidden',
      rules: [when({ left: { field: 'secret' }, op: 'gt', right: { value: 100 } }, 'show')],
    })
    const document = form(people(), name, age, secret, shown)
    const raws = of(['Ada', '36'], ['Bob', '7'])
    const { browser } = plansOf(document)
    assert.notInclude(JSON.stringify(browser), '7.25')
    const serverState = serverStateFor(browser, begin(document, { raws }))
    assert.deepEqual(serverState?.blocks, {
      'people.item1.shown1': { relevant: true },
      'people.item2.shown1': { relevant: false },
    })
    const response = beginInBrowser(document, { raws, serverState })
    assert.isTrue(response.relevant('people.item1.shown1'))
    assert.isFalse(response.relevant('people.item2.shown1'))
    const turned = { blocks: { 'people.item2.shown1': { relevant: true } }, pages: ['start'] }
    assert.sameMembers([...response.applyServerState(turned)], ['people.item1.shown1', 'people.item2.shown1'])
  })
})
