import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import http, { type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import env from '#start/env'
import { textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { formIn, HTML, open, press, publishedForm, submit } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

type Setting = 'SUBMISSIONS_PER_MINUTE' | 'UPLOADS_PER_MINUTE' | 'SUBMISSIONS_AT_ONCE' | 'UPLOADS_AT_ONCE'

/** Six in a minute are two in a third of it. */
const SIX = 6

test.group('Too much at a time', (group) => {
  const limits = new Map<Setting, number | undefined>()

  /** A limit for the rest of the test. */
  function limit(name: Setting, value: number) {
    if (!limits.has(name)) limits.set(name, env.get(name))
    env.set(name, value)
  }

  group.each.teardown(() => {
    for (const [name, value] of limits) env.set(name, value ?? 1_000_000)
    limits.clear()
  })

  test('an address is told when to come again; others and other forms are taken meanwhile', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const other = await publishedForm()
    limit('SUBMISSIONS_PER_MINUTE', SIX)
    const submission_key = randomUUID()
    assert.equal((await submit(form, { name01: 'One' })).status, 201)
    assert.equal((await submit(form, { name01: 'Two' })).status, 201)
    const refused = await submit(form, { name01: 'Three' }, { submission_key })
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'E_TOO_MANY')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.isTrue(seconds > 0 && seconds <= 20, String(seconds))
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 2)
    assert.equal((await submit({ slug: form.slug, visitor: new Visitor() }, { name01: 'Four' })).status, 201)
    assert.equal((await submit({ slug: other.slug, visitor: form.visitor }, { name01: 'Five' })).status, 201)
    limit('SUBMISSIONS_PER_MINUTE', 1_000_000)
    assert.equal((await submit(form, { name01: 'Three' }, { submission_key })).status, 201)
  })

  test('questions where to go on and files have limits of their own', async ({ assert }) => {
    const file = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }
    const form = await publishedForm([textBlock('name01', 'Name'), file])
    limit('SUBMISSIONS_PER_MINUTE', SIX)
    limit('UPLOADS_PER_MINUTE', 3)
    const api = `/api/forms/${form.slug}`
    const ask = () => form.visitor.post(`${api}/evaluation`, { page: 'first', raws: {} })
    const upload = () =>
      form.visitor.post(
        `${api}/files?block=photo1&version=1&name=a.txt&key=${randomUUID()}`,
        new Uint8Array([97]),
      )
    for (const status of [200, 200, 429]) assert.equal((await ask()).status, status)
    for (const status of [201, 429]) assert.equal((await upload()).status, status)
    assert.equal((await submit(form, { name01: 'Ada' })).status, 201)
  })

  test('the example has the limits of a form, and is refused before its body is read', async ({ assert }) => {
    const visitor = new Visitor()
    const address = '/forms/example/preview'
    const page = await open(visitor, address)
    const next = () => press(visitor, page, 'next', { 'f.demoname': 'Ada', 'f.demotopic': 'letters' })
    const ask = () => visitor.post(`${address}/evaluation`, { page: 'start', raws: {} })
    limit('SUBMISSIONS_AT_ONCE', 0)
    assert.equal((await ask()).status, 503)
    assert.equal((await next()).status, 503)
    limit('SUBMISSIONS_AT_ONCE', 1_000_000)
    limit('SUBMISSIONS_PER_MINUTE', SIX)
    limit('UPLOADS_PER_MINUTE', 3)
    visitor.address = new Visitor().address
    for (const status of [200, 200, 429]) assert.equal((await ask()).status, status)
    const unread = await visitor.post(`${address}/evaluation`, 'no JSON')
    assert.equal(unread.status, 429)
    for (const status of [200, 200, 429]) assert.equal((await next()).status, status)
    const upload = () => visitor.post(`${address}/files?block=demoname&key=x&name=a.txt`, 'a')
    for (const status of [403, 429]) assert.equal((await upload()).status, status)
  })

  test('a page without JavaScript comes back filled in, and can be sent again later', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'break1', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const first = await open(form.visitor, `/forms/${form.slug}?source=letter`)
    limit('SUBMISSIONS_PER_MINUTE', 1)
    const turned = await press(form.visitor, first, 'next', { 'f.name01': 'Ada' })
    assert.equal(turned.status, 303, turned.text)
    const again = await press(form.visitor, first, 'next', { 'f.name01': 'Ada <b>' })
    assert.equal(again.status, 429, again.text)
    const seconds = Number(again.headers.get('retry-after'))
    assert.isTrue(seconds > 30 && seconds <= 60, String(seconds))
    assert.include(again.text, 'value="Ada &lt;b>"')
    assert.include(again.text, 'Please wait a little, then press the button again.')
    assert.deepEqual(formIn(again.text).hidden, first.hidden)
    assert.equal(formIn(again.text).action, first.action)

    const second = await open(form.visitor, turned.headers.get('location') ?? '')
    const late = await press(form.visitor, second, 'send', { 'f.town01': 'London' })
    assert.equal(late.status, 429, late.text)
    assert.include(late.text, 'value="London"')
    assert.equal(formIn(late.text).action, second.action)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    limit('SUBMISSIONS_PER_MINUTE', 1_000_000)
    const sent = await press(form.visitor, formIn(late.text), 'send', { 'f.town01': 'London' })
    assert.equal(sent.status, 303, sent.text)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('a page with a file says that the file must be chosen again, and keeps none', async ({ assert }) => {
    const file = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }
    const form = await publishedForm([textBlock('name01', 'Name'), file])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    limit('UPLOADS_PER_MINUTE', 1)
    const send = () => {
      const body = new FormData()
      for (const [name, value] of Object.entries(page.hidden)) body.append(name, value)
      body.append('f.name01', 'Ada')
      body.append('f.photo1', new File(['text'], 'a.txt'))
      body.append('_go', 'send')
      return form.visitor.post(page.action, body, HTML)
    }
    assert.equal((await send()).status, 303)
    const late = await send()
    assert.equal(late.status, 429, late.text)
    assert.include(late.text, 'files must be chosen again')
    assert.include(late.text, 'value="Ada"')
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 1)
  })

  test('what comes while enough is under way is refused at once and taken later', async ({ assert }) => {
    const form = await publishedForm()
    const page = await open(form.visitor, `/forms/${form.slug}`)
    limit('SUBMISSIONS_AT_ONCE', 1)
    const owner = await db.connection('owner').transaction()
    let slow: Promise<{ status: number }>
    const submission_key = randomUUID()
    try {
      await owner.rawQuery('lock table submissions in exclusive mode')
      slow = submit(form, { name01: 'Slow' })
      while ((await waitingToWrite()) === 0);
      const refused = await submit(form, { name01: 'Second' }, { submission_key })
      assert.equal(refused.status, 503)
      assert.equal(refused.body.code, 'E_BUSY')
      assert.equal(refused.headers.get('retry-after'), '2')
      const plain = await press(form.visitor, page, 'send', { 'f.name01': 'Third' })
      assert.equal(plain.status, 503, plain.text)
      assert.equal(plain.headers.get('retry-after'), '2')
      assert.include(plain.text, 'value="Third"')
      assert.include(plain.text, 'Please wait a little, then press the button again.')
    } finally {
      await owner.rollback()
    }
    assert.equal((await slow).status, 201)
    assert.equal((await submit(form, { name01: 'Second' }, { submission_key })).status, 201)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 2)
  })

  test('uploads under way leave places to others: of one address, of one workspace, and in all', async ({
    assert,
  }) => {
    const photo = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }
    const blocks = [textBlock('name01', 'Name'), photo]
    const [form, second, third] = [
      await publishedForm(blocks),
      await publishedForm(blocks),
      await publishedForm(blocks),
    ]
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const pathOf = ({ slug }: { slug: string }) =>
      `/api/forms/${slug}/files?block=photo1&version=1&name=a.txt&key=${randomUUID()}`
    const upload = async (to: { slug: string }, { address }: Visitor) => {
      const sender = new Visitor()
      sender.address = address
      return (await sender.post<{ code?: string }>(pathOf(to), 'text')).status
    }
    // four in all, two of a workspace, one of an address
    limit('UPLOADS_AT_ONCE', 4)
    const [ann, ben, cem, dora, emil] = Array.from({ length: 5 }, () => new Visitor())
    const first = await beginUpload(pathOf(form), ann)
    assert.equal(await upload(form, ann), 503)
    assert.equal(await upload(second, ann), 503)
    assert.equal(await upload(form, ben), 201)
    const begun = [first, await beginUpload(pathOf(form), ben)]
    assert.equal(await upload(form, cem), 503)
    const plain = new FormData()
    for (const [name, value] of Object.entries(page.hidden)) plain.append(name, value)
    plain.append('f.name01', 'Ada')
    plain.append('f.photo1', new File(['text'], 'a.txt'))
    plain.append('_go', 'send')
    const back = await cem.post(page.action, plain, HTML)
    assert.equal(back.status, 503, back.text)
    assert.equal(back.headers.get('retry-after'), '2')
    assert.include(back.text, 'value="Ada"')
    assert.include(back.text, 'files must be chosen again')
    const logo = await form.creator.visitor.post<{ code: string }>(
      `/api/forms/${form.slug}/media?use=file&name=a.txt`,
      Buffer.from('text'),
      { 'content-type': 'application/octet-stream' },
    )
    assert.deepEqual([logo.status, logo.body.code], [503, 'E_BUSY'])
    assert.equal(logo.headers.get('retry-after'), '2')
    assert.equal(await upload(second, cem), 201)
    begun.push(await beginUpload(pathOf(second), cem), await beginUpload(pathOf(second), dora))
    assert.equal(await upload(third, emil), 503)
    for (const request of begun) request.destroy()
    while ((await upload(third, emil)) === 503);
    assert.equal(await upload(form, cem), 201)
  })

  test('what cannot be written within five seconds is given up, and can be sent again', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const answers = { name01: 'Patient' }
    const once = { submission_key: randomUUID() }
    const owner = await db.connection('owner').transaction()
    try {
      await owner.rawQuery('lock table submissions in exclusive mode')
      const sent = await Promise.race([submit(form, answers, once), sleep(10_000)])
      assert.equal(sent?.status, 503)
      assert.equal(sent?.body.code, 'E_DATABASE')
    } finally {
      await owner.rollback()
    }
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    assert.equal((await submit(form, answers, once)).status, 201)
  })

  test('what was refused for another reason leaves its place free', async ({ assert }) => {
    const form = await publishedForm()
    limit('SUBMISSIONS_AT_ONCE', 1)
    for (const answers of [{}, { name01: '\0' }, {}]) assert.equal((await submit(form, answers)).status, 422)
    assert.equal((await submit(form, { name01: 'Ada' })).status, 201)
  })
})

/** An upload of which the first bytes have been stored, and no more come. */
async function beginUpload(path: string, { address }: Visitor): Promise<ClientRequest> {
  const unfinished = join(env.get('STORAGE_DIR'), 'files/unfinished')
  const stored = () => readdir(unfinished).catch(() => [])
  const before = (await stored()).length
  const { HOST: host, PORT: port } = process.env
  const headers = { 'x-forwarded-for': address, 'content-length': '10' }
  const request = http.request({ host, port, path, method: 'POST', headers, agent: false })
  request.on('error', () => undefined)
  request.write('abc')
  while ((await stored()).length === before);
  return request
}

/** How many submissions wait to be written. Whatever else waits in the cluster does not count. */
async function waitingToWrite(): Promise<number> {
  const { rows } = await db.connection('owner').rawQuery<{ rows: { count: number }[] }>(
    `select count(*)::int from pg_locks
     where not granted and relation = 'submissions'::regclass and mode = 'RowExclusiveLock'`,
  )
  return rows[0]?.count ?? 0
}
