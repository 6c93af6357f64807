import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { formIn, HTML, open, press } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'

const BLOCKS = [
  textBlock('name01', 'Name', { required: true }),
  { id: 'paper1', kind: 'file', v: 1, key: 'paper1', label: 'Paper', settings: { maxMegabytes: 0.001 } },
  { id: 'amount', kind: 'number', v: 1, key: 'amount', label: 'Amount', settings: {} },
  {
    id: 'scored',
    kind: 'calculation',
    v: 1,
    key: 'scored',
    label: 'Score',
    settings: { formula: '{#amount} * 4711', type: 'number', private: true },
  },
  { id: 'page01', kind: 'page-break', v: 1, settings: {} },
  textBlock('word01', 'Last word of {#name01}', { required: true }),
  {
    id: 'ending',
    kind: 'ending',
    v: 1,
    settings: { title: 'Many points', url: 'https://example.com', redirect: true },
    condition: { left: { field: 'scored' }, op: 'gt', right: { value: 4711 } },
  },
]

/** Told from the files of other tests, which are stored beside it at the same time. */
const PAPER = `Paper ${randomUUID()}`
/** What a preview says over each of its pages, where nothing around it does. */
const SAID = '>Preview. Nothing is stored.</aside>'
const FILES = join(process.env.STORAGE_DIR ?? '', 'files')

/** Everything an answer could leave behind. */
async function left(creator: Creator) {
  const [counts] = await inWorkspace<object>(
    creator.workspaceId,
    `select (select count(*)::int from submissions) as submissions, (select count(*)::int from files) as files,
            (select count(*)::int from response_sessions) as sessions`,
  )
  const names = await readdir(FILES, { recursive: true }).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(FILES, name), 'utf8').catch(() => '')))
  return { ...counts, stored: texts.filter((text) => text === PAPER).length }
}

function multipart(hidden: Record<string, string>, go: string, file?: string, entries: object = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(hidden)) form.append(name, value)
  for (const [name, value] of Object.entries(entries)) form.append(name, String(value))
  if (file !== undefined) form.append('f.paper1', new Blob([file]), 'notes.txt')
  form.append('_go', go)
  return form
}

/** What is raised from the page in the theme Notion, and in no other. */
const NOTION_GROUND = '#f4f4f2'

test.group('Preview', () => {
  test('is filled in to its end without JavaScript, files and all, and leaves nothing', async ({
    assert,
  }) => {
    const { creator, form } = await newForm(BLOCKS)
    const before = await left(creator)
    const first = await open(creator.visitor, `/forms/${form.slug}/preview`)
    assert.isTrue(first.multipart)
    const post = (page: { hidden: Record<string, string> }, go: string, file?: string, entries?: object) =>
      creator.visitor.post(first.action, multipart(page.hidden, go, file, entries), HTML)

    const wrong = await post(first, 'next', PAPER, { 'f.amount': '2' })
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, '1 answer needs a look')
    assert.include(wrong.text, 'notes.txt')
    // the file travels on in the page, as it does in a real visit
    const kept = /name="f\.paper1" value="([^"]*)"/.exec(wrong.text)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const second = await post(formIn(wrong.text), 'next', undefined, {
      'f.name01': 'Ada',
      'f.amount': '2',
      'f.paper1': kept,
    })
    assert.equal(second.status, 200)
    assert.include(second.text, 'Last word of Ada')
    const back = await press(creator.visitor, formIn(second.text), 'back', { 'f.word01': 'Bye' })
    assert.include(back.text, 'value="Ada"')
    assert.include(back.text, 'notes.txt')
    const again = await post(formIn(back.text), 'next', undefined, {
      'f.name01': 'Ada',
      'f.amount': '2',
      'f.paper1': kept,
    })
    assert.include(again.text, 'value="Bye"')
    const sent = await press(creator.visitor, formIn(again.text), 'send', { 'f.word01': 'Bye' })
    assert.equal(sent.status, 200)
    assert.include(sent.text, 'Many points')
    for (const page of [wrong, second, back, again, sent]) assert.include(page.text, SAID)
    assert.deepEqual(await left(creator), before)
    const framed = await creator.visitor.get(first.action, { 'sec-fetch-dest': 'iframe' })
    assert.notInclude(framed.text, SAID)
  })

  test('judges files of the live page as it will, and keeps none', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    const before = await left(creator)
    const { hidden } = await open(creator.visitor, `/forms/${form.slug}/preview`)
    const send = (key: string, bytes: string, visitor = creator.visitor) =>
      visitor.post<{ data: { name: string; size: number; type: string } }>(
        `/forms/${form.slug}/preview/files?block=paper1&version=0&key=${key}&name=notes.txt`,
        new Blob([bytes]),
      )
    const taken = await send(hidden._key ?? '', PAPER)
    assert.equal(taken.status, 201)
    assert.deepInclude(taken.body.data, { name: 'notes.txt', size: PAPER.length, type: 'text/plain' })
    assert.equal((await send(hidden._key ?? '', 'x'.repeat(1001))).status, 422)
    assert.equal((await send('no-key', PAPER)).status, 403)
    assert.equal((await send(hidden._key ?? '', PAPER, new Visitor())).status, 401)
    assert.deepEqual(await left(creator), before)
  })

  test('is told where private values lead, and the ending they choose', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    const ask = async (amount: string) => {
      const answer = await creator.visitor.post<{ data: { ending: { block?: { id: string } } } }>(
        `/forms/${form.slug}/preview/evaluation`,
        { version: 0, page: 'page01', raws: { name01: 'Ada', amount } },
      )
      return answer.body.data.ending
    }
    const many = await ask('2')
    assert.deepInclude(many, { texts: { title: 'Many points' } })
    assert.include(JSON.stringify(many.block), 'Your answers were sent.')
    assert.notProperty(await ask('2'), 'redirect')
    assert.isUndefined((await ask('1')).block)
  })

  test('takes posts from its own pages only: not of another person, another form, or made up', async ({
    assert,
  }) => {
    const { creator, form } = await newForm(BLOCKS)
    const other = await newForm([textBlock('name01', 'Name'), BLOCKS[4], textBlock('word01', 'Word')])
    const own = await open(creator.visitor, `/forms/${form.slug}/preview`)
    const strange = await open(other.creator.visitor, `/forms/${other.form.slug}/preview`)
    const post = (hidden: Record<string, string>) =>
      creator.visitor.post(own.action, multipart(hidden, 'next', undefined, { 'f.name01': 'Ada' }), HTML)
    assert.equal((await post({ ...own.hidden, _key: strange.hidden._key ?? '' })).status, 403)
    assert.equal((await post({ ...own.hidden, _key: '' })).status, 403)
    // what another form's visit carries is not read
    const turned = await press(other.creator.visitor, strange, 'next', { 'f.name01': 'Eve' })
    const foreign = await post({ ...own.hidden, _carried: formIn(turned.text).hidden._carried ?? '' })
    assert.equal(foreign.status, 200)
    assert.include(foreign.text, 'Last word of Ada')
    assert.notInclude(foreign.text, 'Eve')
    const forged = await post({ ...own.hidden, _carried: `${own.hidden._carried ?? ''}x` })
    assert.include(forged.text, 'Last word of Ada')
  })

  test('fills in from the link, and begins anew where a page was taken away', async ({ assert }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name', { default: { param: 'who' } }),
      BLOCKS[4],
      textBlock('word01', 'Word', { default: { param: 'what' } }),
    ])
    const page = await open(creator.visitor, `/forms/${form.slug}/preview?who=Ada&what=Hello`)
    assert.include(page.html, 'value="Ada"')
    const second = await press(creator.visitor, page, 'next', { 'f.name01': 'Ada' })
    assert.include(second.text, 'value="Hello"')
    const gone = { ...formIn(second.text) }
    gone.hidden._page = 'gone01'
    const anew = await press(creator.visitor, gone, 'next')
    assert.equal(anew.status, 303)
    assert.equal(anew.headers.get('location'), `/forms/${form.slug}/preview`)
  })

  test('shows a version as it was, withdrawn or not, and leaves nothing', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('name01', 'Name')])
    await publish(creator, form.id)
    const content = { v: 1, key: 'name', label: 'Full name', settings: {} }
    const op = { op: 'put', block_id: 'name01', kind: 'text', position: 'a0', content }
    await creator.visitor.patch(`/api/forms/${form.id}/draft`, { base: 1, ops: [op] })
    await publish(creator, form.id)
    await creator.visitor.delete(`/api/forms/${form.id}/publication`)
    const before = await left(creator)
    const address = `/forms/${form.slug}/versions/1/preview`
    const first = await open(creator.visitor, address)
    assert.equal(first.action, address)
    const { text } = await creator.visitor.get(address)
    assert.include(text, SAID)
    assert.include(text, '>Name<')
    assert.notInclude(text, 'Full name')
    const sent = await press(creator.visitor, first, 'send', { 'f.name01': 'Ada' })
    assert.equal(sent.status, 200)
    assert.include(sent.text, SAID)
    assert.deepEqual(await left(creator), before)
    assert.equal((await creator.visitor.get(`/forms/${form.slug}/versions/3/preview`)).status, 404)
    assert.equal((await new Visitor().get(address)).status, 401)
  })

  test('the published form takes none of it', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    await publish(creator, form.id)
    const preview = await open(creator.visitor, `/forms/${form.slug}/preview`)
    const visitor = new Visitor()
    const posted = await visitor.post(`/forms/${form.slug}`, multipart(preview.hidden, 'next', 'A'), HTML)
    assert.isAtLeast(posted.status, 400)
    const stranger = await newCreator()
    for (const who of [visitor, stranger.visitor]) {
      const answer = await who.post(preview.action, multipart(preview.hidden, 'next'), HTML)
      assert.include([401, 404], answer.status)
    }
  })

  test('the example is filled in to its end by anybody, in the theme they choose, and leaves nothing', async ({
    assert,
  }) => {
    const visitor = new Visitor()
    const address = '/forms/example/preview'
    const inNotion = await visitor.get(`${address}?theme=notion`, HTML)
    assert.include(inNotion.text, NOTION_GROUND)
    const entries = { 'f.demoname': 'Ada', 'f.demotopic': 'letters' }
    const next = await press(visitor, formIn(inNotion.text), 'next', entries)
    assert.include(next.text, NOTION_GROUND)
    const ended = await press(visitor, formIn(next.text), 'send', { 'f.demoseats': '2' })
    assert.include(ended.text, NOTION_GROUND)
    const first = await open(visitor, `${address}?theme=nonsense`)
    assert.notInclude(first.html, NOTION_GROUND)
    const second = await press(visitor, first, 'next', entries)
    assert.include(second.text, 'How many seats, Ada?')
    const sent = await press(visitor, formIn(second.text), 'send', { 'f.demoseats': '2' })
    assert.include(sent.text, 'See you there, Ada')
    const asked = await visitor.post(`${address}/evaluation`, { page: 'start', raws: { demoname: 'Ada' } })
    assert.equal(asked.status, 200)
    // the frame of the front page says itself that nothing is stored
    const framed = await visitor.get(address, { ...HTML, 'sec-fetch-dest': 'iframe' })
    assert.include(first.html, SAID)
    assert.notInclude(framed.text, SAID)
    // only its own pages post here
    const forged = await press(visitor, { ...first, hidden: { ...first.hidden, _key: 'x' } }, 'next', entries)
    assert.equal(forged.status, 403)
  })
})
