import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import {
  formIn,
  HTML,
  open,
  type PageForm,
  press,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { inWorkspace } from '#tests/functional/respond/rows'
import { Visitor } from '#tests/functional/visitor'
import { PNG } from '#tests/functional/respond/photo'
import { until } from '#tests/functional/integrations/factories'
import env from '#start/env'

const fileBlock = (settings = {}) => ({
  id: 'photo1',
  kind: 'file',
  v: 1,
  key: 'photo',
  label: 'A photo',
  settings,
})

/** Posts a page with a file the way browsers do: entries in the order of the page. */
function pressWithFile(visitor: Visitor, page: PageForm, go: string, entries: [string, string | File][]) {
  const body = new FormData()
  for (const [name, value] of [...Object.entries(page.hidden), ...entries, ['_go', go] as const])
    body.append(name, value)
  return visitor.post(page.action, body, HTML)
}

const photo = () => new File([PNG], '../photo.png', { type: 'text/html' })

/** Files that are being taken in. */
function unfinished(): string[] {
  const folder = join(env.get('STORAGE_DIR'), 'files/unfinished')
  return existsSync(folder) ? readdirSync(folder) : []
}

test.group('Files', () => {
  test('a closed form, a foreign field and a file too many are refused before anything is kept', async ({
    assert,
  }) => {
    const form = await publishedForm([fileBlock({ maxCount: 2 }), textBlock('name01', 'Name')])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const photos = (count: number) =>
      Array.from({ length: count }, (): [string, string | File] => ['f.photo1', photo()])
    const many = await pressWithFile(form.visitor, page, 'send', photos(3))
    assert.equal(many.status, 422)
    assert.include(many.text, 'At most 2 files')
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    const before = await countRows(form.creator.workspaceId, 'files')
    assert.equal((await pressWithFile(form.visitor, page, 'send', [['f.name01', photo()]])).status, 415)
    await form.creator.visitor.post(`/api/forms/${form.slug}/closure`, {})
    assert.equal((await pressWithFile(form.visitor, page, 'send', photos(1))).status, 410)
    assert.equal(await countRows(form.creator.workspaceId, 'files'), before)
  })

  test('a file sent without JavaScript survives problems, can be removed, and is claimed once', async ({
    assert,
  }) => {
    const form = await publishedForm([fileBlock(), textBlock('name01', 'Name', { required: true })])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.isTrue(page.multipart)
    assert.isBelow(page.html.indexOf('name="_key"'), page.html.indexOf('type="file"'))
    const wrong = await pressWithFile(form.visitor, page, 'send', [
      ['f.photo1', photo()],
      ['f.name01', ''],
    ])
    assert.equal(wrong.status, 422, wrong.text)
    assert.include(wrong.text, 'photo.png')
    const again = formIn(wrong.text)
    const kept = /name="f.photo1" value="([^"]*)"/.exec(wrong.text)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const { id } = JSON.parse(kept)
    const removed = await pressWithFile(form.visitor, again, `remove:${id}`, [
      ['f.photo1', kept],
      ['f.name01', 'Ada'],
    ])
    assert.equal(removed.status, 303, removed.text)
    const without = await open(form.visitor, removed.headers.get('location') ?? '')
    assert.notInclude(without.html, 'photo.png')
    assert.include(without.html, 'value="Ada"')
    const sent = await pressWithFile(form.visitor, without, 'send', [
      ['f.photo1', photo()],
      ['f.name01', 'Ada'],
    ])
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('what was refused with Back or Remove is named with its reason, and nothing else is lost', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'second', kind: 'page-break', v: 1, settings: {} },
      fileBlock({ accept: ['image/*'], maxMegabytes: 0.001, maxCount: 1 }),
      textBlock('town01', 'Town'),
    ])
    const { visitor } = form
    const turned = await press(visitor, await open(visitor, `/forms/${form.slug}`), 'next', {
      'f.name01': 'Ada',
    })
    const second = turned.headers.get('location') ?? ''
    const refused: [File, string][] = [
      [
        new File([PNG, Buffer.alloc(1000)], 'big.png'),
        'big.png is larger than 0.001 MB. Choose a smaller file.',
      ],
      [new File(['<p>no picture</p>'], 'a.png'), 'a.png is not an image. Choose another file.'],
      [new File([], 'void.png'), 'void.png is empty. Choose another file.'],
    ]
    const entries = refused.map(([file]): [string, File] => ['f.photo1', file])
    for (const go of ['back', 'remove:gone']) {
      const page = await open(visitor, second)
      const posted = await pressWithFile(visitor, page, go, [['f.town01', `Bath ${go}`], ...entries])
      assert.equal(posted.status, 303, posted.text)
      const shown = await open(visitor, posted.headers.get('location') ?? '')
      for (const [, why] of refused) assert.equal(shown.html.split(`<p>${why}</p>`).length, 2, why)
      assert.include(
        go === 'back' ? shown.html : (await open(visitor, second)).html,
        go === 'back' ? 'Ada' : `Bath ${go}`,
      )
    }
    // More than may wait for one answer: the file that found no room is named.
    const page = await open(visitor, second)
    const many = Array.from({ length: 60 }, (_, n): [string, File] => [
      'f.photo1',
      new File([PNG], `${n}.png`),
    ])
    const posted = await pressWithFile(visitor, page, 'back', many)
    const shown = await open(visitor, posted.headers.get('location') ?? '')
    assert.match(shown.html, /<p>\d+\.png is one too many: there is room for 1\.<\/p>/)
  })

  test('several files are answered in the order in which they were chosen', async ({ assert }) => {
    const form = await publishedForm([fileBlock({ maxCount: 12 })])
    const names = Array.from({ length: 12 }, (_, n) => `${n}.png`)
    const entries = names.map((name): [string, File] => ['f.photo1', new File([PNG], name)])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const sent = await pressWithFile(form.visitor, page, 'send', entries)
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    const [stored] = await inWorkspace<{ answers: { photo1: { name: string }[] } }>(
      form.creator.workspaceId,
      'select answers from submissions',
    )
    assert.deepEqual(
      stored.answers.photo1.map(({ name }) => name),
      names,
    )
  })

  test('a page with a file that is sent twice, as after a lost reply, is stored once', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), fileBlock()])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const entries = (bytes: Buffer): [string, string | File][] => [
      ['f.name01', 'Ada'],
      ['f.photo1', new File([bytes], 'photo.png')],
    ]
    for (const again of [false, true]) {
      const sent = await pressWithFile(form.visitor, page, 'send', entries(PNG))
      assert.match(sent.headers.get('location') ?? '', /\/endings\//, `again: ${again} ${sent.text}`)
    }
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
    // another file is another answer, whatever it is called
    const other = await pressWithFile(form.visitor, page, 'send', entries(Buffer.concat([PNG, PNG])))
    assert.match(other.headers.get('location') ?? '', /\/responses\//, other.text)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('the type is judged by content, and the field says what it takes', async ({ assert }) => {
    const form = await publishedForm([fileBlock({ accept: ['image/*'], maxMegabytes: 0.001 })])
    const key = randomUUID()
    const send = (body: Buffer, name: string) =>
      form.visitor.post<{ data: { type: string; name: string }; details: { code: string }[] }>(
        `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=${name}`,
        body,
        { 'content-type': 'image/png' },
      )
    const good = await send(PNG, 'a.png')
    assert.equal(good.status, 201)
    assert.include(good.body.data, { type: 'image/png', name: 'a.png' })
    // cut to what there is room for, never through the middle of an emoji
    const long = await send(PNG, encodeURIComponent(`${'👍'.repeat(300)}a.png`))
    assert.equal(long.body.data.name, `${'👍'.repeat(195)}a.png`)
    const disguised = await send(Buffer.from('<html><script>alert(1)</script>'), 'a.png')
    assert.equal(disguised.status, 422)
    assert.equal(disguised.body.details[0]?.code, 'not-allowed')
    const large = await send(Buffer.concat([PNG, Buffer.alloc(1000)]), 'a.png')
    assert.equal(large.status, 422)
    assert.equal(large.body.details[0]?.code, 'max')
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 2)
  })

  test('only the stay that sent a file may claim it, in its own field and form', async ({ assert }) => {
    const form = await publishedForm([fileBlock()])
    const other = await publishedForm([fileBlock()])
    const key = randomUUID()
    const upload = await form.visitor.post<{ data: { id: string } }>(
      `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=a.png`,
      PNG,
    )
    const file = upload.body.data
    assert.equal((await submit(form, { photo: [file] })).status, 422)
    assert.equal((await submit(other, { photo: [file] }, { submission_key: key })).status, 422)
    assert.equal((await submit(form, { photo: [file.id] }, { submission_key: key })).status, 201)
    assert.equal((await submit(form, { photo: [file], name: 1 }, { submission_key: key })).status, 409)
  })

  test('thousands of files that nobody sent are not looked for one by one', async ({ assert }) => {
    const photos = { settings: { title: 'A person', repeating: true, min: 0, max: 500 } }
    const form = await publishedForm([
      { id: 'people', kind: 'section', v: 1, key: 'people', label: 'People', ...photos },
      { ...fileBlock(), parent: 'people' },
    ])
    const people = Array.from({ length: 300 }, () => ({ photo: [randomUUID()] }))
    const { status, body } = await submit(form, { people })
    assert.equal(status, 422)
    const { details } = body
    assert.isArray(details)
    assert.lengthOf(Object.values({ ...details }), 100)
  })

  test('a multipart post is refused where no file is expected, and a file before the hidden inputs', async ({
    assert,
  }) => {
    const plain = await publishedForm()
    const page = await open(plain.visitor, `/forms/${plain.slug}`)
    const refused = await pressWithFile(plain.visitor, page, 'send', [['f.name01', 'Ada']])
    assert.equal(refused.status, 415)
    const form = await publishedForm([fileBlock()])
    const early = new FormData()
    early.append('f.photo1', photo())
    early.append('_page', 'start')
    assert.equal((await form.visitor.post(`/forms/${form.slug}`, early, HTML)).status, 415)
    // one page of a form has a field for files; its others take none
    const paged = await publishedForm([
      fileBlock(),
      { id: 'second', kind: 'page-break', v: 1, settings: {} },
      textBlock('name01', 'Name'),
    ])
    const first = await open(paged.visitor, `/forms/${paged.slug}`)
    assert.isTrue(first.multipart)
    const turned = await pressWithFile(paged.visitor, first, 'next', [['f.photo1', photo()]])
    const second = await open(paged.visitor, turned.headers.get('location') ?? '')
    assert.isFalse(second.multipart)
    assert.equal((await pressWithFile(paged.visitor, second, 'send', [['f.name01', 'Ada']])).status, 415)
    assert.equal((await pressWithFile(paged.visitor, second, 'send', [['f.photo1', photo()]])).status, 415)
    assert.equal(await countRows(paged.creator.workspaceId, 'files'), 1)
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 0)
    assert.equal(
      (await press(form.visitor, await open(form.visitor, `/forms/${form.slug}`), 'send')).status,
      303,
    )
  })

  test('a content type that nobody can read is refused, not failed at', async ({ assert }) => {
    const { visitor, slug } = await publishedForm([fileBlock()])
    for (const type of ['multipart/form-data; boundary=', 'multipart/form-data', 'multipart/form-data; =;'])
      assert.equal(
        (await visitor.request('POST', `/forms/${slug}`, 'a', { 'content-type': type })).status,
        415,
        type,
      )
  })

  test('a file that breaks off on its way leaves nothing behind', async ({ assert }) => {
    const form = await publishedForm([fileBlock()])
    const { visitor } = form
    const page = await open(visitor, `/forms/${form.slug}`)
    const key = randomUUID()
    const part = (name: string, value: string) =>
      `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = `--cut\r\ncontent-disposition: form-data; name="f.photo1"; filename="a.txt"\r\n\r\nbeginning`
    const ways = [
      {
        path: `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=a.txt`,
        type: 'application/octet-stream',
        begin: 'beginning',
      },
      {
        path: page.action,
        type: 'multipart/form-data; boundary=cut',
        begin: [...Object.entries(page.hidden).map(([name, value]) => part(name, value)), file].join(''),
      },
    ]
    for (const { path, type, begin } of ways) {
      const before = unfinished()
      const { hostname, port } = new URL(visitor.baseUrl)
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n${begin}`,
      )
      await until(
        async () => unfinished(),
        (names) => names.length > before.length,
      )
      socket.destroy()
      await until(
        async () => unfinished(),
        (names) => names.length === before.length,
      )
    }
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 0)
  })

  test('what the disk has no room for is not acknowledged, and leaves nothing behind', async ({
    assert,
    cleanup,
  }) => {
    const storage = mkdtempSync(join(tmpdir(), 'formwright-full-'))
    // files may have 8 blocks: as on a full disk, a write then does a part of its work, and the next one fails
    const server = await ServerProcess.start({ STORAGE_DIR: storage }, 'ulimit -f 8')
    cleanup(async () => {
      await server.stop()
      rmSync(storage, { recursive: true })
    })
    const form = await publishedForm([fileBlock()])
    const visitor = new Visitor(server.url)
    const key = randomUUID()
    const upload = (bytes: number) =>
      visitor.post<{ code: string; data: { id: string } }>(
        `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=a.txt`,
        Buffer.alloc(bytes, 'a'),
      )
    for (const bytes of [20_000, 200_000]) {
      const refused = await upload(bytes)
      assert.deepEqual([refused.status, refused.body.code], [507, 'E_NO_ROOM'], String(bytes))
    }
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 0)
    const left = readdirSync(storage, { recursive: true, withFileTypes: true })
    assert.deepEqual(
      left.filter((entry) => entry.isFile()).map(({ name }) => name),
      [],
    )
    const page = await open(visitor, `/forms/${form.slug}`)
    const plain = await pressWithFile(visitor, page, 'send', [
      ['f.photo1', new File([Buffer.alloc(20_000, 'a')], 'a.txt')],
    ])
    assert.equal(plain.status, 200)
    assert.include(plain.text, 'Choose your files again')
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    const small = await upload(2_000)
    assert.equal(small.status, 201)
    const sent = await submit({ ...form, visitor }, { photo: [small.body.data.id] }, { submission_key: key })
    assert.equal(sent.status, 201)
  })

  test('what waits to be claimed is bounded by address, form, workspace and instance', async ({
    assert,
    cleanup,
  }) => {
    await db.connection('operator').rawQuery(`delete from files where status = 'pending'`)
    const most = env.get('UPLOADS_WAITING_GB')
    cleanup(() => env.set('UPLOADS_WAITING_GB', most ?? 50))
    // 25 kB on the instance, 10 kB of a workspace, 5 kB of a form, 1 kB from an address
    env.set('UPLOADS_WAITING_GB', 0.000_025)
    const before = unfinished()
    const form = await publishedForm([fileBlock({ required: false }), textBlock('name01', 'Name')])
    const key = randomUUID()
    const upload = (to = form, bytes = 900) =>
      to.visitor.post<{ code: string; data: { id: string } }>(
        `/api/forms/${to.slug}/files?block=photo1&key=${key}&version=1&name=a.txt`,
        Buffer.alloc(bytes, 'a'),
      )
    const elsewhere = `update files set uploaded_from = gen_random_uuid()::text where status = 'pending'`
    const claimed = await upload()
    assert.equal(claimed.status, 201)
    const refused = await upload()
    assert.deepEqual([refused.status, refused.body.code], [507, 'E_NO_ROOM'])
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 1)
    assert.deepEqual(unfinished(), before)

    // without JavaScript the page is shown again, and everything but files can be sent
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const plain = await pressWithFile(form.visitor, page, 'send', [
      ['f.photo1', new File([Buffer.alloc(500)], 'a.txt')],
      ['f.name01', 'Ada'],
    ])
    assert.equal(plain.status, 200)
    assert.include(plain.text, 'Choose your files again')
    assert.include(plain.text, 'Ada')
    assert.equal((await submit(form, { name01: 'Ada' })).status, 201)

    // what is claimed does not wait
    assert.equal((await submit(form, { photo: [claimed.body.data.id] }, { submission_key: key })).status, 201)
    for (let files = 0; files < 5; files++) {
      assert.equal((await upload()).status, 201)
      await inWorkspace(form.creator.workspaceId, elsewhere)
    }
    assert.equal((await upload()).status, 507, 'a form')
    const others = await publishedForm([fileBlock()])
    assert.equal((await upload(others)).status, 201, 'another form')
  })

  test('a disk with too little free takes no files, and submissions as before', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => env.set('DISK_FLOOR_GB', 1))
    env.set('DISK_FLOOR_GB', 1_000_000)
    const form = await publishedForm([fileBlock(), textBlock('name01', 'Name')])
    const path = `/api/forms/${form.slug}/files?block=photo1&key=${randomUUID()}&version=1&name=a.txt`
    const refused = await form.visitor.post<{ code: string }>(path, Buffer.from('a'))
    assert.deepEqual([refused.status, refused.body.code], [507, 'E_NO_ROOM'])
    assert.equal((await submit(form, { name01: 'Ada' })).status, 201)
  })
})
