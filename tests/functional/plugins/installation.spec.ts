import { test } from '@japa/runner'
import { newForm, publish, textBlock } from '#tests/functional/forms/making'
import { Installation, SERVER } from '#tests/functional/plugins/installation'
import { HTML, open, press, type Published, submit } from '#tests/functional/respond/answering'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'

/** Somebody who signed in, as they meet the installation: sessions lie in the database that it shares. */
async function creatorAt(place: Installation): Promise<Creator> {
  const creator = await newCreator()
  const visitor = new Visitor(place.url)
  visitor.cookies = creator.visitor.cookies
  return { ...creator, visitor }
}

const block = (id: string, kind: string, more: object = {}) => ({
  id,
  kind,
  v: 1,
  key: id,
  label: `The ${kind}`,
  settings: {},
  ...more,
})

/** A form of one page: the kind, and a question that is asked when its answer is above 30. */
async function publishedOf(place: Installation, kind: string): Promise<Published> {
  const creator = await creatorAt(place)
  const warm = { left: { field: 'bkind1' }, op: 'gt', right: { value: 30 } }
  const { form } = await newForm(
    [
      block('bkind1', kind, { required: true }),
      textBlock('bwarm1', 'Do you drink enough?', { state: 'hidden', rules: [{ when: warm, do: 'show' }] }),
    ],
    `A form with ${kind}`,
    creator,
  )
  await publish(creator, form.id)
  return { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
}

interface Table {
  data: { columns: { label: string; type: string; kind: string }[]; rows: { cells: unknown[] }[] }
}
const rowsWhere = (form: Published, filter: object) => {
  const asked = encodeURIComponent(JSON.stringify({ all: [filter] }))
  return form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions?filter=${asked}`)
}

test.group('An installation', (group) => {
  let place: Installation
  group.setup(async () => {
    place = await Installation.make()
    place.dropField('temperature')
    place.dropField('humidity')
    place.installPackage('@acme/formwright-pressure', 'pressure')
    const made = await place.run('ace.js', 'make:field', 'fruit-basket')
    if (made.code !== 0) throw new Error(made.output)
    await place.build()
    await place.start()
    return () => place.remove()
  })

  test('does not start with two plugins of one kind, and names both folders', async ({ assert }) => {
    const packaged = place.installPackage('@acme/formwright-pressure', 'pressure')
    const folder = place.dropField('pressure')
    const { code, output } = await place.run(...SERVER)
    place.removeField('pressure')
    assert.equal(code, 1)
    assert.include(output, 'Two plugins claim the kind "pressure"')
    assert.include(output, folder)
    assert.include(output, packaged)
  })

  test('knows a folder that was dropped and a package that was installed everywhere, with no other edit')
    .with(['temperature', 'pressure'])
    .run(async ({ assert }, kind) => {
      const form = await publishedOf(place, kind)

      // the page, its texts and its validation
      const page = await open(form.visitor, `/forms/${form.slug}`)
      assert.include(page.html, 'name="f.bkind1"')
      assert.include(page.html, 'placeholder="Degrees C"')
      const cold = await press(form.visitor, page, 'send', { 'f.bkind1': '-300' })
      assert.equal(cold.status, 422)
      assert.include(cold.text, 'Nothing is colder than -273.15.')
      assert.include(cold.text, 'value="-300"')

      // logic: the answer shows a question on the same page, without which it is not stored
      const warm = await press(form.visitor, page, 'send', { 'f.bkind1': '35.5' })
      const shown = await open(form.visitor, warm.headers.get('location') ?? '')
      assert.include(shown.html, 'name="f.bwarm1"')
      const sent = await press(form.visitor, shown, 'send', { 'f.bkind1': '35.5', 'f.bwarm1': 'Yes' })
      assert.match(sent.headers.get('location') ?? sent.text, /\/endings\//)
      const cool = await submit(form, { bkind1: 20, bwarm1: 'Forged' })
      assert.equal(cool.status, 201, cool.text)
      assert.deepEqual(
        (await submit(form, { bkind1: 'hot' })).body.details.map(({ code }) => code),
        ['format'],
      )

      // table, filter and export
      const all = await rowsWhere(form, { block: 'bkind1', op: 'is-not-empty' })
      assert.deepInclude(all.body.data.columns[0], { label: `The ${kind} (°C)`, type: 'number', kind })
      assert.sameDeepMembers(
        all.body.data.rows.map(({ cells }) => cells),
        [
          [35.5, 'warm', 'Yes'],
          [20, 'cool', null],
        ],
      )
      const warmer = await rowsWhere(form, { block: 'bkind1', op: 'gt', value: 30 })
      assert.deepEqual(
        warmer.body.data.rows.map(({ cells }) => cells),
        [[35.5, 'warm', 'Yes']],
      )
      assert.equal((await rowsWhere(form, { block: 'bkind1', op: 'starts-with', value: 3 })).status, 422)
      const csv = await form.creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
      assert.include(csv.text, `The ${kind} (°C)`)
      assert.match(csv.text, /35\.5/)
    })

  test('keeps the answers of a kind that is taken away, and says so where it stood', async ({ assert }) => {
    const form = await publishedOf(place, 'humidity')
    assert.equal((await submit(form, { bkind1: 20 })).status, 201)
    await place.stop()
    place.removeField('humidity')
    assert.include(await place.build(), 'front end built')
    assert.include(await place.build(), 'front end up to date')
    await place.start()
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.equal(page.status, 200)
    assert.notInclude(page.text, 'name="f.bkind1"')
    assert.include(page.text, 'The humidity')
    const table = await form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions`)
    assert.equal(table.status, 200)
    assert.include(JSON.stringify(table.body.data.rows[0]?.cells), '20')
    const csv = await form.creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
    assert.include(csv.text, '20')
    const check = await form.creator.visitor.get<{ data: { problems: { code: string }[] } }>(
      `/api/forms/${form.id}/check`,
    )
    assert.include(
      check.body.data.problems.map(({ code }) => code),
      'unknown-kind',
    )
  }).timeout(180_000)

  test('makes a field by command that works before a line is changed', async ({ assert }) => {
    const again = await place.run('ace.js', 'make:field', 'fruit-basket')
    assert.equal(again.code, 1)
    assert.include(again.output, 'There is a kind "fruit-basket" already')
    const creator = await creatorAt(place)
    const { form } = await newForm([block('bfruit1', 'fruit-basket', { required: true })], 'Fruit', creator)
    await publish(creator, form.id)
    const published = { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
    const page = await open(published.visitor, `/forms/${form.slug}`)
    const empty = await press(published.visitor, page, 'send', { 'f.bfruit1': '' })
    assert.equal(empty.status, 422)
    const sent = await press(published.visitor, page, 'send', { 'f.bfruit1': 'Apples, pears' })
    assert.equal(sent.status, 303, sent.text)
    assert.equal((await submit(published, { bfruit1: 'Plums' })).status, 201)
    assert.equal((await submit(published, { bfruit1: 'x'.repeat(201) })).body.details[0]?.code, 'max-length')
    const filtered = await rowsWhere(published, { block: 'bfruit1', op: 'contains', value: 'pear' })
    assert.deepEqual(
      filtered.body.data.rows.map(({ cells }) => cells),
      [['Apples, pears']],
    )
    const csv = await creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
    assert.include(csv.text, '"Apples, pears"')
  })
})
