import { test } from '@japa/runner'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { addIntegration, logOf, until } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { connect, connectionsOf } from '#tests/functional/connections/connecting'
import { PigeonPost } from '#tests/functional/plugins/pigeon_post'
import { Installation, SERVER } from '#tests/functional/plugins/installation'
import { HTML, open, press, type PublishedForm, submit } from '#tests/functional/respond/answering'
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
async function publishedOf(place: Installation, kind: string): Promise<PublishedForm> {
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
const rowsWhere = (form: PublishedForm, filter: object) => {
  const asked = encodeURIComponent(JSON.stringify({ all: [filter] }))
  return form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions?filter=${asked}`)
}

test.group('An installation', (group) => {
  let place: Installation
  let post: PigeonPost
  group.setup(async () => {
    post = await PigeonPost.open()
    place = await Installation.make(post.settings)
    place.dropField('temperature')
    place.dropField('humidity')
    place.installPackage('@acme/formwright-pressure', 'pressure')
    const made = await place.run('ace.js', 'make:field', 'fruit-basket')
    if (made.code !== 0) throw new Error(made.output)
    const quote = await place.run('ace.js', 'make:layout', 'pull-quote')
    if (quote.code !== 0) throw new Error(quote.output)
    for (const kind of ['carrier-pigeon', 'lost-pigeon', 'no-pigeon']) {
      const sender = await place.run('ace.js', 'make:integration', kind)
      if (sender.code !== 0) throw new Error(sender.output)
    }
    const deliver = '  async deliver({ id, body, settings }, { request, now }) {'
    place.edit('plugins/integrations/lost-pigeon/deliver.ts', deliver, `${deliver} throw new Error('lost')`)
    place.edit('plugins/integrations/no-pigeon/deliver.ts', 'export default deliver', 'null.wings()')
    const service = await place.run('ace.js', 'make:service', 'pigeon-post')
    if (service.code !== 0) throw new Error(service.output)
    const postal = await place.run('ace.js', 'make:integration', 'postal-pigeon')
    if (postal.code !== 0) throw new Error(postal.output)
    place.edit(
      'plugins/integrations/postal-pigeon/integration.ts',
      'version: 1,',
      "version: 1,\n  connection: { service: 'pigeon-post' },",
    )
    place.edit(
      'plugins/integrations/postal-pigeon/deliver.ts',
      '{ request, now }) {\n    const response = await request(',
      '{ connection, now }) {\n    const response = await connection.request(',
    )
    await place.build()
    await place.start()
    return async () => {
      await place.remove()
      await post.close()
    }
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
      const all = await rowsWhere(form, { field: 'bkind1', op: 'is-not-empty' })
      assert.deepInclude(all.body.data.columns[0], { label: `The ${kind} (°C)`, type: 'number', kind })
      assert.sameDeepMembers(
        all.body.data.rows.map(({ cells }) => cells),
        [
          [35.5, 'warm', 'Yes'],
          [20, 'cool', null],
        ],
      )
      const warmer = await rowsWhere(form, { field: 'bkind1', op: 'gt', value: 30 })
      assert.deepEqual(
        warmer.body.data.rows.map(({ cells }) => cells),
        [[35.5, 'warm', 'Yes']],
      )
      assert.equal((await rowsWhere(form, { field: 'bkind1', op: 'starts-with', value: 3 })).status, 422)
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
    // nothing to fill in: that it cannot be answered is said, and posted
    assert.include(
      page.text,
      '<div class="label">The humidity</div><p class="help">This question is not working.',
    )
    assert.deepEqual(page.text.match(/<input[^>]*"f\.bkind1"[^>]*>/g), [
      '<input type="hidden" name="f.bkind1" value="$broken"/>',
    ])
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
    const { output } = await place.ace('doctor')
    assert.include(output, 'of the kind “humidity”, and no plugin in use is. What is stored stays')
  })

  test('makes a field by command, and refuses a name that is taken or none', async ({ assert }) => {
    for (const [name, sentence] of [
      ['fruit-basket', 'There is a kind "fruit-basket" already, in '],
      ['dropdown', '"dropdown" is a preset of the kind "select" already.'],
      ['Fruit', '"Fruit" cannot be the name of a field: use at most 40 of a-z, 0-9 and hyphens'],
    ] as const) {
      const { code, output } = await place.ace('make:field', name)
      assert.equal(code, 1, name)
      assert.include(output, sentence)
      assert.notMatch(output, /^ *at /m, 'a sentence, no stack')
    }
  })

  test('an integration made by command is refused a name that is taken', async ({ assert }) => {
    const { code, output } = await place.ace('make:integration', 'webhook')
    assert.equal(code, 1)
    assert.include(output, 'There is an integration "webhook" already, in ')
  })

  test('an integration made by command delivers before a line is changed', async ({ assert, cleanup }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const creator = await creatorAt(place)
    const { form } = await newForm([textBlock('bname1', 'Your name')], 'Feedback', creator)
    await publish(creator, form.id)
    const settings = { url: receiver.url, message: '{#bname1} wrote', token: 'abcdefgh12345678' }
    const { known, summary } = await addIntegration(creator, form, 'carrier-pigeon', settings)
    assert.deepEqual([known, summary], [true, receiver.url])
    const published = { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
    assert.equal((await submit(published, { bname1: 'Zoë 🦊' })).status, 201)
    const [arrival] = await receiver.arrived(1)
    assert.equal(arrival?.body, 'Zoë 🦊 wrote\nYour name: Zoë 🦊')
    assert.equal(arrival?.headers.authorization, 'Bearer abcdefgh12345678')
    assert.match(arrival?.headers['idempotency-key'] ?? '', /^[0-9a-f-]{36}$/)
  })

  test('a service made by command is connected to, lost and connected to again before a line is changed', async ({
    assert,
  }) => {
    const creator = await creatorAt(place)
    const { services } = await connectionsOf(creator)
    assert.deepInclude(
      services.find(({ kind }) => kind === 'pigeon-post'),
      {
        configured: true,
        settings: ['PIGEON_POST_CLIENT_ID', 'PIGEON_POST_CLIENT_SECRET'],
        callback: `${place.url}/settings/connections/callback/pigeon-post`,
      },
    )
    const connection = await connect(creator, 'pigeon-post')
    assert.deepInclude(connection, { account: 'Loft 7', lost: null })

    const { form } = await newForm([textBlock('bname1', 'Your name')], 'Feedback', creator)
    await publish(creator, form.id)
    // its own address, at the service: the operator's setting leads it to the stand-in
    const settings = { url: 'https://pigeon-post.example/messages' }
    const more = { connection_id: connection.id }
    const integration = await addIntegration(creator, form, 'postal-pigeon', settings, more)
    const published = { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
    const answered = async (name: string) =>
      assert.equal((await submit(published, { bname1: name })).status, 201)
    await answered('Ada')
    await post.server.arrived('/messages', 1)
    assert.deepEqual(post.taken, ['Feedback\nYour name: Ada'])

    post.oauth.revokeAll()
    await answered('Bob')
    const [waiting] = await until(
      () => logOf(creator, form, integration),
      ([row]) => row?.status === 'pending' && row.reason !== null && row.next_attempt_at === null,
    )
    assert.match(waiting?.reason ?? '', /connection/)
    assert.isNotNull((await connectionsOf(creator)).connections[0]?.lost)
    await connect(creator, 'pigeon-post', { connection_id: connection.id })
    await until(
      () => logOf(creator, form, integration),
      (log) => log.length === 2 && log.every(({ status }) => status === 'delivered'),
    )
    assert.deepEqual(post.taken, ['Feedback\nYour name: Ada', 'Feedback\nYour name: Bob'])

    await creator.visitor.delete(`/api/workspaces/${creator.workspaceId}/connections/${connection.id}`)
    assert.isTrue(post.oauth.grants.at(-1)?.revoked)
  })

  test('a plugin that throws, and one that cannot be loaded, keep nobody from what is theirs', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const creator = await creatorAt(place)
    const { form } = await newForm([textBlock('bname1', 'Your name')], 'Feedback', creator)
    await publish(creator, form.id)
    const none = await creator.visitor.post<{ code: string }>(`/api/forms/${form.id}/integrations`, {
      kind: 'no-pigeon',
    })
    assert.deepEqual([none.status, none.body.code], [422, 'E_UNKNOWN_KIND'])
    const lost = await addIntegration(creator, form, 'lost-pigeon', { url: receiver.url })
    await addIntegration(creator, form, 'carrier-pigeon', { url: receiver.url })
    const published = { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
    assert.equal((await submit(published, { bname1: 'Ada' })).status, 201)
    await receiver.arrived(1)
    const [row] = await until(
      () => logOf(creator, form, lost),
      ([first]) => first !== undefined && first.reason !== null,
    )
    assert.match(
      row?.reason ?? '',
      /^The integration "lost-pigeon" \(version 1\) failed in deliver\.ts, line \d+: lost$/,
    )
    assert.lengthOf(receiver.arrivals, 1)
  })

  test('a field and a layout block made by command work before a line is changed: page, logic, texts, table and export', async ({
    assert,
  }) => {
    const creator = await creatorAt(place)
    const plums = { left: { field: 'bfruit1' }, op: 'contains', right: { value: 'plum' } }
    const { form } = await newForm(
      [
        block('bfruit1', 'fruit-basket', { required: true }),
        textBlock('bplum1', 'Which plums?', {
          required: true,
          state: 'hidden',
          rules: [{ when: plums, do: 'show' }],
        }),
        { id: 'second', kind: 'page-break', v: 1, settings: {} },
        textBlock('bwhy01', 'Why {#bfruit1}?'),
        { id: 'bquote', kind: 'pull-quote', v: 1, settings: {} },
        { id: 'bquote2', kind: 'pull-quote', v: 1, settings: { text: 'So it is {#bfruit1}.' } },
        block('bloud1', 'calculation', { settings: { formula: 'upper({#bfruit1})', type: 'text' } }),
      ],
      'Fruit',
      creator,
    )
    await publish(creator, form.id)
    const published = { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
    const { visitor } = published

    const page = await open(visitor, `/forms/${form.slug}`)
    const empty = await press(visitor, page, 'next', { 'f.bfruit1': '' })
    assert.equal(empty.status, 422)
    // a condition reads it: the question it asks for stands on the same page
    const asked = await press(visitor, page, 'next', { 'f.bfruit1': 'plums & pears' })
    const same = await open(visitor, asked.headers.get('location') ?? '')
    assert.include(same.html, 'name="f.bplum1"')
    const turned = await press(visitor, same, 'next', {
      'f.bfruit1': 'plums & pears',
      'f.bplum1': 'Blue ones',
    })
    // a text and a calculation read it
    const second = await open(visitor, turned.headers.get('location') ?? '')
    assert.include(second.html, 'Why plums &amp; pears?')
    assert.include(second.html, 'PLUMS &amp; PEARS')
    // so does a layout block that was made by command, which stands there as it is, too
    assert.include(second.html, 'Write something here.')
    assert.include(second.html.replace(/<[^>]*>/g, ''), 'So it is plums &amp; pears.')
    const sent = await press(visitor, second, 'send', { 'f.bwhy01': 'They are ripe' })
    assert.match(sent.headers.get('location') ?? sent.text, /\/endings\//)

    assert.equal((await submit(published, { bfruit1: 'Apples', bplum1: 'Forged' })).status, 201)
    const long = await submit(published, { bfruit1: 'x'.repeat(201) })
    assert.deepEqual(
      long.body.details.map(({ code }) => code),
      ['max-length'],
    )
    // counted as the eye counts: 200 signs of several code points each
    assert.equal((await submit(published, { bfruit1: '👩🏽‍🌾'.repeat(200) })).status, 201)

    const filtered = await rowsWhere(published, { field: 'bfruit1', op: 'contains', value: 'pear' })
    assert.deepInclude(filtered.body.data.columns[0], {
      label: 'The fruit-basket',
      type: 'text',
      kind: 'fruit-basket',
    })
    assert.deepEqual(
      filtered.body.data.rows.map(({ cells }) => cells),
      [['plums & pears', 'Blue ones', 'They are ripe', 'PLUMS & PEARS']],
    )
    const loud = await rowsWhere(published, { field: 'bloud1', op: 'is', value: 'APPLES' })
    assert.deepEqual(
      loud.body.data.rows.map(({ cells }) => cells),
      [['Apples', null, null, 'APPLES']],
    )
    const csv = await creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
    assert.match(csv.text, /plums & pears,Blue ones,They are ripe,PLUMS & PEARS/)
  })
})
