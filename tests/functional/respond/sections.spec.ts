import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import {
  changeSettings,
  HTML,
  open,
  type PageForm,
  press,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'
import type { Visitor } from '#tests/functional/visitor'

const section = (id: string, key: string, settings: object) => ({ id, kind: 'section', v: 1, key, settings })
const inPeople = <Block extends object>(block: Block) => ({ ...block, parent: 'people' })

/** A firm with people, each with a name, a tick and papers. */
const BLOCKS = [
  textBlock('firm01', 'Firm', { key: 'firm' }),
  section('people', 'persons', { title: 'Person', repeating: true, min: 1, max: 3, itemTitle: '{#name01}' }),
  inPeople(textBlock('name01', 'Name', { key: 'name', required: true })),
  inPeople({
    ...{ id: 'lunch1', kind: 'select', v: 1, key: 'lunch', label: 'Lunch', default: { value: ['yes'] } },
    settings: { multiple: true, options: [{ id: 'yes', label: 'With lunch' }] },
  }),
  inPeople({ id: 'paper1', kind: 'file', v: 1, key: 'paper', label: 'Paper', settings: {} }),
  section('group1', 'group', { title: 'Address' }),
  { ...textBlock('street', 'Street', { key: 'street' }), parent: 'group1' },
]
const WITHOUT_FILES = BLOCKS.filter(({ id }) => id !== 'paper1')

const stored = (workspaceId: string) =>
  inWorkspace<{ answers: Record<string, unknown>; search: string }>(
    workspaceId,
    'select answers, search from submissions order by received_at, id',
  )

/** Inputs of a page whose names begin like this, with their values; those that are not ticked are left out. */
function inputs({ html }: PageForm, name: string): [string, string][] {
  return [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const [, found = ''] = / name="([^"]*)"/.exec(tag) ?? []
    const [, value = ''] = / value="([^"]*)"/.exec(tag) ?? []
    const off = /type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag)
    return found.startsWith(name) && !off ? [[found, value]] : []
  })
}

const itemsOf = (page: PageForm) =>
  inputs(page, 'f.people').flatMap(([name, value]) => (name === 'f.people' ? [value] : []))

/** What can be pressed on a page. */
const buttons = ({ html }: PageForm) =>
  [...html.matchAll(/<button[^>]*>/g)].flatMap(([tag]) =>
    / disabled/.test(tag) ? [] : [/ name="_go" value="([^"]*)"/.exec(tag)?.[1] ?? ''],
  )

/** The id of what has the focus when a page comes. */
const focusIn = ({ html }: PageForm) =>
  /<[^>]*\sautofocus[^>]*>/i.exec(html)?.[0].match(/ id="([^"]*)"/)?.[1] ?? ''

/** Posts a page as it stands, with these entries in place of its own (undefined: without them), and opens the page this leads to. */
async function turn(
  visitor: Visitor,
  page: PageForm,
  go: string,
  changed: Record<string, string | undefined> = {},
) {
  const own = inputs(page, 'f.').filter(([name]) => !(name in changed))
  const given = Object.entries(changed).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const turned = await press(visitor, page, go, [...own, ...given])
  if (turned.status !== 303) throw new Error(`${go}: ${turned.status} ${turned.text}`)
  return open(visitor, turned.headers.get('location') ?? '')
}

test.group('Sections of the API', () => {
  test('items are arrays of objects by key, stored in their order, each with an id', async ({ assert }) => {
    const form = await publishedForm(WITHOUT_FILES)
    const sent = await submit(form, {
      firm: 'Engines',
      persons: [{ name: 'Ada', lunch: null }, { name: 'Bob' }],
      street: 'High Street',
    })
    assert.equal(sent.status, 201, sent.text)
    // by address, as the page sends: in the order of the ids
    const ids = ['item1', 'abcdefghij']
    const lines = { 'people.abcdefghij.name01': 'Cleo', 'persons.item1.name': 'Dora' }
    const other = await submit(form, { people: ids, ...lines })
    assert.equal(other.status, 201, other.text)
    const [first, second] = await stored(form.creator.workspaceId)
    assert.deepEqual(first.answers, {
      firm01: 'Engines',
      people: [
        { id: 'item1', answers: { name01: 'Ada' } },
        { id: 'item2', answers: { name01: 'Bob', lunch1: ['yes'] } },
      ],
      street: 'High Street',
    })
    assert.include(first.search, 'bob')
    assert.deepEqual(second.answers.people, [
      { id: 'item1', answers: { name01: 'Dora', lunch1: ['yes'] } },
      { id: 'abcdefghij', answers: { name01: 'Cleo', lunch1: ['yes'] } },
    ])
    const shown = await form.visitor.get<{ data: { form: { blocks: Record<string, unknown>[] } } }>(
      `/api/forms/${form.slug}/public`,
    )
    const { blocks } = shown.body.data.form
    assert.containSubset(
      blocks.find(({ id }) => id === 'people'),
      { key: 'persons', section: { repeat: { min: 1, max: 3 } } },
    )
    assert.containSubset(
      blocks.find(({ id }) => id === 'name01'),
      { key: 'name', parent: 'people' },
    )
  })

  test('very many empty items, quickly sent, are refused before they are worked out', async ({ assert }) => {
    const fields = Array.from({ length: 80 }, (_, n) => inPeople(textBlock(`text${n + 10}`, 'Text')))
    const people = section('people', 'persons', { title: 'Person', repeating: true, min: 0, max: 3 })
    const form = await publishedForm([people, ...fields])
    const send = (items: number) => submit(form, { persons: Array.from({ length: items }, () => ({})) })
    const few = await send(4)
    assert.deepEqual([few.status, few.body.code], [422, 'E_ANSWERS'])
    const many = await send(1_000)
    assert.deepEqual([many.status, many.body.code], [422, 'E_TOO_LARGE'])
    const asked = await form.visitor.post<{ code: string }>(`/api/forms/${form.slug}/evaluation`, {
      page: 'start',
      raws: { people: Array.from({ length: 1_000 }, (_, n) => `item${n}`) },
    })
    assert.deepEqual([asked.status, asked.body.code], [422, 'E_TOO_LARGE'])
    assert.equal((await send(3)).status, 201)
  })

  test('what is wrong in an item, and how many there are, is said with path and key', async ({ assert }) => {
    const form = await publishedForm(WITHOUT_FILES)
    const problems = async (persons: unknown) => {
      const { status, body } = await submit(form, { persons })
      assert.equal(status, 422)
      assert.equal(body.code, 'E_ANSWERS')
      return body.details
    }
    assert.deepEqual(await problems([{ name: 'Ada' }, {}]), [
      {
        ...{ block: 'name01', path: 'people.item2.name01', key: 'name', code: 'required' },
        text: 'Please answer this.',
      },
    ])
    const own = { block: 'people', path: 'people', key: 'persons' }
    const few = { ...own, code: 'too-few', params: { min: 1 }, text: 'Add at least 1.' }
    assert.deepEqual(await problems([]), [few])
    const atMost = (max: number, text: string) => ({ ...own, code: 'too-many', params: { max }, text })
    const four = Array.from({ length: 4 }, () => ({ name: 'Ada' }))
    assert.deepEqual(await problems(four), [atMost(3, 'No more than 3 can be sent.')])
    const many = Array.from({ length: 1001 }, () => ({}))
    assert.deepEqual(await problems(many), [atMost(1000, 'No more than 1,000 can be sent.')])
    for (const wrong of ['Ada', { name: 'Ada' }, [{ name: 'Ada' }, 'Bob'], [['Ada']]]) {
      assert.containSubset(await problems(wrong), [{ ...own, code: 'format' }])
    }
  })

  test('a name that no item ever had is refused with the names there are; one that was, is left out', async ({
    assert,
  }) => {
    const former = inPeople(textBlock('former', 'Former', { key: 'former' }))
    const form = await publishedForm([...WITHOUT_FILES, former])
    const draft = await form.creator.visitor.get<{ data: { revision: number } }>(
      `/api/forms/${form.id}/draft`,
    )
    const base = draft.body.data.revision
    const ops = [{ op: 'remove', block_id: 'former', base }]
    await form.creator.visitor.patch(`/api/forms/${form.id}/draft`, { base, ops })
    await publish(form.creator, form.id)

    const wrong = await submit(form, { persons: [{ name: 'Ada', nmae: 'Bob' }, { nmae: 'Bob' }] })
    assert.equal(wrong.status, 422)
    assert.equal(wrong.body.code, 'E_UNKNOWN_ANSWERS')
    const details: unknown = wrong.body.details
    assert.deepEqual(details, {
      unknown: ['persons.nmae'],
      names: ['persons.name', 'persons.lunch'],
    })
    // what stands in items has no name outside of them
    const outside = await submit(form, { name: 'Ada' })
    const there: unknown = outside.body.details
    assert.deepEqual(there, {
      unknown: ['name'],
      names: ['firm', 'persons', 'street'],
    })
    const left = await submit(form, { persons: [{ name: 'Ada', former: 'x' }] })
    assert.equal(left.status, 201, left.text)
    assert.deepEqual(left.body.data.ignored, ['persons.former'])
  })
})

test.group('Sections without JavaScript', () => {
  test('add, remove and move keep everything that was typed, within the bounds', async ({ assert }) => {
    const form = await publishedForm(WITHOUT_FILES)
    const { visitor, slug } = form
    const first = await open(visitor, `/forms/${slug}`)
    assert.deepEqual(itemsOf(first), ['item1'])
    assert.notInclude(buttons(first), 'remove:people.item1')
    const one = await turn(visitor, first, 'add:people', {
      'f.firm01': 'Engines',
      'f.people.item1.name01': 'Ada',
      'f.people.item1.lunch1': undefined,
    })
    const [, bob = ''] = itemsOf(one)
    assert.match(bob, /^[a-z][a-z0-9]{9}$/)
    assert.equal(focusIn(one), `b-people.${bob}`)
    assert.deepInclude(inputs(one, 'f.firm01'), ['f.firm01', 'Engines'])
    // ticked by its default, in the new item only: it was unticked in the other
    assert.deepEqual(
      inputs(one, 'f.people.').map(([name]) => name),
      ['f.people.item1.name01', `f.people.${bob}.name01`, `f.people.${bob}.lunch1`],
    )

    const two = await turn(visitor, one, 'add:people', { [`f.people.${bob}.name01`]: 'Bob' })
    const [, , cleo = ''] = itemsOf(two)
    assert.notInclude(buttons(two), 'add:people')
    // pressed on a page that is older than the answers
    const full = await turn(visitor, two, 'add:people', { [`f.people.${cleo}.name01`]: 'Cleo' })
    assert.deepEqual(itemsOf(full), ['item1', bob, cleo])
    assert.include(full.html, 'No more than 3 can be added.')

    const moved = await turn(visitor, full, `up:people.${cleo}`)
    assert.deepEqual(itemsOf(moved), ['item1', cleo, bob])
    assert.equal(focusIn(moved), `up:people.${cleo}`)
    const top = await turn(visitor, moved, `up:people.${cleo}`)
    assert.equal(focusIn(top), `down:people.${cleo}`)
    const left = await turn(visitor, top, 'remove:people.item1', { 'f.street': 'High Street' })
    assert.deepEqual(itemsOf(left), [cleo, bob])
    assert.equal(focusIn(left), `remove:people.${bob}`)
    const sent = await press(visitor, left, 'send', inputs(left, 'f.'))
    assert.equal(sent.status, 303, sent.text)
    const [{ answers }] = await stored(form.creator.workspaceId)
    assert.deepEqual(answers, {
      firm01: 'Engines',
      people: [
        { id: cleo, answers: { name01: 'Cleo', lunch1: ['yes'] } },
        { id: bob, answers: { name01: 'Bob', lunch1: ['yes'] } },
      ],
      street: 'High Street',
    })
  })

  test('the list of problems leads into the item; with no session the items come back as they were', async ({
    assert,
  }) => {
    const form = await publishedForm(WITHOUT_FILES)
    const { visitor, slug } = form
    const first = await open(visitor, `/forms/${slug}`)
    const wrong = await press(visitor, first, 'send', [
      ['f.people', 'item1'],
      ['f.people', 'abcdefghij'],
      ['f.people', 'NOT AN ID'],
      ['f.people.item1.name01', 'Ada'],
      ['f.people.abcdefghij.name01', ''],
    ])
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /href="#c-people\.abcdefghij\.name01"[^>]*>Person 2, Name</)
    assert.deepEqual(itemsOf({ ...first, html: wrong.text }), ['item1', 'abcdefghij'])
    const many = await press(
      visitor,
      first,
      'send',
      Array.from({ length: 1200 }, (_, index): [string, string] => ['f.people', `item${index}`]),
    )
    assert.equal(many.status, 422)
    assert.include(many.text, 'No more than 3')
  })

  test('what an answer brings up in an item is asked for there, and only there', async ({ assert }) => {
    const form = await publishedForm([
      section('people', 'persons', { title: 'Person', repeating: true, min: 2, max: 3 }),
      inPeople(textBlock('name01', 'Name')),
      inPeople(
        textBlock('why001', 'Why', {
          required: true,
          state: 'hidden',
          rules: [{ when: { left: { field: 'name01' }, op: 'is', right: { value: 'Ada' } }, do: 'show' }],
        }),
      ),
    ])
    const { visitor, slug } = form
    const page = await turn(visitor, await open(visitor, `/forms/${slug}`), 'send', {
      'f.people.item2.name01': 'Ada',
    })
    assert.include(page.html, 'brought up another question')
    assert.equal(focusIn(page), 'b-people.item2.why001')
    assert.lengthOf(inputs(page, 'f.people.item1.'), 1)
    const sent = await press(visitor, page, 'send', [
      ...inputs(page, 'f.').filter(([name]) => name !== 'f.people.item2.why001'),
      ['f.people.item2.why001', 'Because'],
    ])
    assert.equal(sent.status, 303, sent.text)
  })

  test('a refused post says what was written in which item', async ({ assert }) => {
    const form = await publishedForm(WITHOUT_FILES)
    const { visitor, slug, creator, id } = form
    const first = await open(visitor, `/forms/${slug}`)
    await changeSettings(creator, id, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
    await publish(creator, id)
    const refused = await press(visitor, first, 'send', [
      ['f.people', 'item1'],
      ['f.people', 'abcdefghij'],
      ['f.people.item1.name01', 'Ada'],
      ['f.people.abcdefghij.lunch1', 'yes'],
    ])
    assert.equal(refused.status, 410)
    const text = refused.text.replace(/<[^>]*>/g, ' ')
    assert.match(text, /Ada, Name\s+Ada/)
    assert.match(text, /Person 2, Lunch\s+With lunch/)
    assert.match(refused.text, /name="f\.people" value="item1".*name="f\.people" value="abcdefghij"/s)
  })

  test('the preview adds items too, and carries them on', async ({ assert }) => {
    const { creator, form } = await newForm(WITHOUT_FILES)
    const first = await open(creator.visitor, `/forms/${form.id}/preview`)
    const added = await press(creator.visitor, first, 'add:people', [
      ['f.people', 'item1'],
      ['f.people.item1.name01', 'Ada'],
    ])
    assert.equal(added.status, 200)
    assert.lengthOf(itemsOf({ ...first, html: added.text }), 2)
    assert.include(added.text, 'value="Ada"')
  })
})

test.group('Files in items', () => {
  test('belong to the item they were sent for, are stored with it, and are forgotten with it', async ({
    assert,
  }) => {
    const form = await publishedForm(BLOCKS)
    const { visitor, slug, creator } = form
    const key = randomUUID()
    const send = (block: string) =>
      visitor.request<{ data: { id: string } }>(
        'POST',
        `/api/forms/${slug}/files?block=${block}&key=${key}&version=1&name=a.png`,
        PNG,
        { 'content-type': 'application/octet-stream' },
      )
    for (const nowhere of ['paper1', 'people.paper1', 'group1.item1.paper1', 'people.item1.name01']) {
      const refused = await send(nowhere)
      assert.oneOf(refused.status, [415, 422], nowhere)
    }
    const [ada, bob] = [await send('people.item1.paper1'), await send('persons.abcdefghij.paper')]
    assert.deepEqual([ada.status, bob.status], [201, 201])
    const papers = (file: object) => [file]
    // the file of one item is none of another
    const swapped = await submit(
      form,
      { people: ['item1'], 'people.item1.name01': 'Ada', 'people.item1.paper1': papers(bob.body.data) },
      { submission_key: key },
    )
    assert.equal(swapped.status, 422)
    assert.containSubset(swapped.body.details, [{ path: 'people.item1.paper1', key: 'paper' }])
    const sent = await submit(
      form,
      {
        people: ['abcdefghij'],
        'people.abcdefghij.name01': 'Bob',
        'people.abcdefghij.paper1': papers(bob.body.data),
      },
      { submission_key: key },
    )
    assert.equal(sent.status, 201, sent.text)
    const files = await inWorkspace(
      creator.workspaceId,
      'select id, block_id, status from files order by created_at, id',
    )
    assert.deepEqual(files, [
      { id: ada.body.data.id, block_id: 'people.item1.paper1', status: 'pending' },
      { id: bob.body.data.id, block_id: 'people.abcdefghij.paper1', status: 'claimed' },
    ])
  })

  test('without JavaScript a file stays in its item over every button, and goes with it', async ({
    assert,
  }) => {
    const form = await publishedForm(BLOCKS)
    const { visitor, slug } = form
    const page = await open(visitor, `/forms/${slug}`)
    const body = new FormData()
    for (const [name, value] of Object.entries(page.hidden)) body.append(name, value)
    body.append('f.people', 'item1')
    body.append('f.people.item1.name01', 'Ada')
    body.append('f.people.item1.paper1', new Blob([PNG], { type: 'image/png' }), 'ada.png')
    body.append('_go', 'add:people')
    const added = await visitor.post(page.action, body, HTML)
    assert.equal(added.status, 303, added.text)
    const next = await open(visitor, added.headers.get('location') ?? '')
    const [, other = ''] = itemsOf(next)
    const [, file = ''] = inputs(next, 'f.people.item1.paper1')[0] ?? []
    assert.include(file, 'ada.png')
    const again = new FormData()
    for (const [name, value] of Object.entries(next.hidden)) again.append(name, value)
    for (const [name, value] of inputs(next, 'f.')) if (!name.endsWith('paper1')) again.append(name, value)
    again.append('f.people.item1.paper1', file.replaceAll('&quot;', '"'))
    again.append('_go', 'remove:people.item1')
    const removed = await visitor.post(next.action, again, HTML)
    assert.equal(removed.status, 303, removed.text)
    const left = await open(visitor, removed.headers.get('location') ?? '')
    assert.deepEqual(itemsOf(left), [other])
    assert.notInclude(left.html.split('<script type="application/json"')[0] ?? '', 'ada.png')
  })
})
