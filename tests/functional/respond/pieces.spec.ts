import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { Upload } from 'tus-js-client'
import { collectLeftovers } from '#app/files/collector'
import { finishPieces } from '#app/files/pieces'
import env from '#start/env'
import { cuttingProxy } from '#tests/functional/cutting_proxy'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { until } from '#tests/functional/integrations/factories'
import { countRows } from '#tests/functional/place'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const file = (settings = {}) => ({
  ...{ id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo' },
  settings: { maxMegabytes: 40, ...settings },
})

interface Stored {
  data: { id: string; name: string; size: number; type: string }
  code?: string
  details?: { code: string }[]
}

const queryOf = (key: string, name = 'a.bin') => `block=photo1&key=${key}&version=1&name=${name}`
const TUS = { 'tus-resumable': '1.0.0' }
const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' }

/** Begins a file of so many bytes; gives the answer and where to go on. */
async function begin({ slug, visitor }: PublishedForm, key: string, size: number, name?: string) {
  const reply = await visitor.request<Stored>(
    'POST',
    `/api/forms/${slug}/uploads?${queryOf(key, name)}`,
    undefined,
    { ...TUS, 'upload-length': String(size) },
  )
  return { ...reply, path: reply.headers.get('location') ?? '' }
}

function piece({ visitor }: PublishedForm, path: string, offset: number, bytes: Uint8Array) {
  return visitor.request<Stored>('PATCH', path, bytes, { ...PIECE, 'upload-offset': String(offset) })
}

async function offsetOf({ visitor }: PublishedForm, path: string): Promise<number> {
  const reply = await visitor.request('HEAD', path, undefined, TUS)
  return reply.status === 200 ? Number(reply.headers.get('upload-offset')) : -reply.status
}

/** Makes a file of what came. */
function finish({ slug, visitor }: PublishedForm, key: string, path: string, name?: string) {
  const upload = path.split('/').at(-1)
  return visitor.post<Stored>(`/api/forms/${slug}/files?${queryOf(key, name)}&upload=${upload}`)
}

/** The one stored file, as its creator gets it. */
async function storedBytes({ creator, id }: PublishedForm): Promise<Buffer> {
  const [row] = await inWorkspace<{ submission_id: string; id: string }>(
    creator.workspaceId,
    'select submission_id, id from files where submission_id is not null',
  )
  const reply = await creator.visitor.get(
    `/api/forms/${id}/submissions/${row?.submission_id}/files/${row?.id}`,
  )
  return reply.bytes
}

function unfinished(): string[] {
  const folder = join(env.get('STORAGE_DIR'), 'files/unfinished')
  return existsSync(folder) ? readdirSync(folder) : []
}

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

test.group('Files in pieces', () => {
  test('through a line that is cut ten times a large file arrives as it was', async ({ assert, cleanup }) => {
    const before = unfinished()
    const form = await publishedForm([file()])
    const proxy = await cuttingProxy(form.visitor.baseUrl, 2_500_000, 10)
    cleanup(() => proxy.close())
    const key = randomUUID()
    const bytes = randomBytes(32_000_000)
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${proxy.url}/api/forms/${form.slug}/uploads?${queryOf(key)}`,
        chunkSize: 8_000_000,
        retryDelays: Array.from({ length: 10 }, () => 0),
        headers: { 'x-forwarded-for': form.visitor.address },
        onSuccess: () => resolve(upload.url ?? ''),
        onError: reject,
      })
      upload.start()
    })
    assert.equal(proxy.cuts, 10)
    const { pathname } = new URL(url)
    const whole = await finish(form, key, pathname)
    assert.equal(whole.status, 201, whole.text)
    assert.deepInclude(whole.body.data, { name: 'a.bin', size: 32_000_000, type: 'application/octet-stream' })
    // asked again, as after a lost reply, it is the same file; and one that is there takes no more
    assert.deepEqual((await finish(form, key, pathname)).body, whole.body)
    assert.equal(await offsetOf(form, pathname), 32_000_000)
    assert.equal((await piece(form, pathname, 32_000_000, Buffer.from('x'))).status, 413)
    // it is the stay's that sent it
    assert.equal((await finish(form, randomUUID(), pathname)).status, 404)
    const { id } = whole.body.data
    assert.equal((await submit(form, { photo: [id] })).status, 422)
    assert.equal((await submit(form, { photo: [id] }, { submission_key: key })).status, 201)
    assert.equal(sha1(await storedBytes(form)), sha1(bytes))
    assert.deepEqual(unfinished(), before)
  })

  test('what does not fit is refused before the first byte, or when it is whole, and leaves nothing behind', async ({
    assert,
  }) => {
    const form = await publishedForm([file({ accept: ['image/*'], maxMegabytes: 0.01 })])
    const key = randomUUID()
    const large = await begin(form, key, 10_001)
    assert.deepEqual(
      [large.status, large.body.code, large.body.details?.[0]?.code],
      [422, 'E_ANSWERS', 'max'],
    )
    assert.equal((await begin(form, 'x', 10)).status, 422)
    const { path, status } = await begin(form, key, 16, 'a.png')
    assert.equal(status, 201)
    assert.equal((await finish(form, key, path, 'a.png')).body.code, 'E_UNFINISHED')
    assert.equal((await piece(form, path, 0, Buffer.alloc(17))).status, 413)
    assert.equal((await piece(form, path, 8, Buffer.alloc(8))).status, 409)
    assert.equal((await piece(form, path, 0, Buffer.from('%PDF-1.4'))).headers.get('upload-offset'), '8')
    assert.equal(await offsetOf(form, path), 8)
    assert.equal((await piece(form, path, 8, Buffer.from(' no png '))).status, 204)
    const disguised = await finish(form, key, path, 'a.png')
    assert.deepEqual([disguised.status, disguised.body.details?.[0]?.code], [422, 'not-allowed'])
    assert.equal(await offsetOf(form, path), -404)
    const given = await begin(form, key, 10)
    assert.equal((await form.visitor.request('DELETE', given.path, undefined, TUS)).status, 204)
    assert.equal(await offsetOf(form, given.path), -404)
    const kept = await begin(form, key, PNG.length, 'a.png')
    await piece(form, kept.path, 0, PNG)
    await form.creator.visitor.post(`/api/forms/${form.slug}/closure`, {})
    assert.equal((await finish(form, key, kept.path, 'a.png')).status, 410)
    assert.equal((await begin(form, key, 10)).status, 410)
    assert.equal(await offsetOf(form, kept.path), -410)
    assert.equal(await countRows(form.creator.workspaceId, 'files'), 1)
    // nor is it of another form
    const other = await publishedForm([file()])
    assert.equal(await offsetOf(other, kept.path.replace(form.slug, other.slug)), -404)
  })

  test('each refusal is coded JSON with a sentence, and keeps the status and headers of tus', async ({
    assert,
  }) => {
    const form = await publishedForm([file({ maxMegabytes: 1 })])
    const { visitor } = form
    const key = randomUUID()
    const begun = `/api/forms/${form.slug}/uploads?${queryOf(key)}`
    const { path } = await begin(form, key, 10)
    const gone = path.replace(/[^/]+$/, randomUUID())
    const ask = (method: string, to: string, headers: Record<string, string>, body?: Uint8Array) =>
      visitor.request<{ code: string; message: string; request_id: string }>(method, to, body, headers)
    const cases: [status: number, code: string, asked: ReturnType<typeof ask>][] = [
      [412, 'E_TUS_VERSION', ask('POST', begun, { 'upload-length': '10' })],
      [412, 'E_TUS_VERSION', ask('PATCH', path, { ...PIECE, 'tus-resumable': '0.2.0' }, Buffer.from('x'))],
      [400, 'E_TUS_HEADERS', ask('POST', begun, TUS)],
      [400, 'E_TUS_HEADERS', ask('POST', begun, { ...TUS, 'upload-length': 'ten' })],
      [501, 'E_TUS_EXTENSION', ask('POST', begun, { ...TUS, 'upload-defer-length': '1' })],
      [403, 'E_TUS_HEADERS', ask('PATCH', path, PIECE, Buffer.from('x'))],
      [409, 'E_OFFSET', ask('PATCH', path, { ...PIECE, 'upload-offset': '5' }, Buffer.from('x'))],
      [413, 'E_TOO_LARGE', ask('PATCH', path, { ...PIECE, 'upload-offset': '0' }, Buffer.alloc(11))],
      [404, 'E_NO_UPLOAD', ask('PATCH', gone, { ...PIECE, 'upload-offset': '0' }, Buffer.from('x'))],
      [422, 'E_ANSWERS', ask('POST', begun, { ...TUS, 'upload-length': '1000001' })],
    ]
    for (const [status, code, asked] of cases) {
      const { body, headers, ...reply } = await asked
      assert.deepEqual([reply.status, body?.code], [status, code], reply.text)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.match(body.message, /^[A-Z].*\.$/)
      assert.isString(body.request_id)
      assert.equal(headers.get('tus-resumable'), '1.0.0', code)
      if (status === 412) assert.equal(headers.get('tus-version'), '1.0.0')
    }
    // nothing of it did the file any harm
    assert.equal((await piece(form, path, 0, Buffer.alloc(10))).status, 204)
  })

  test('an address may begin so many files, of which nothing has come', async ({ assert, cleanup }) => {
    const operator = db.connection('operator')
    const forget = () => operator.rawQuery(`delete from files where status in ('unfinished', 'pending')`)
    await forget()
    cleanup(forget)
    const form = await publishedForm([file({ maxCount: 3 })])
    const key = randomUUID()
    assert.equal((await begin(form, key, 10)).status, 201)
    const copied = (files: number) =>
      inWorkspace(
        form.creator.workspaceId,
        `insert into files (workspace_id, form_id, block_id, upload_key, uploaded_from, storage_key, name, type, size,
           sha256, id, status, expected, piece_at)
         select workspace_id, form_id, block_id, gen_random_uuid(), uploaded_from, gen_random_uuid()::text, name, type, 0,
           sha256, gen_random_uuid(), status, expected, piece_at
         from (select * from files limit 1) one, generate_series(1, ${files})`,
      )
    await copied(7_998)
    assert.equal((await begin(form, key, 10)).status, 201)
    const refused = await begin(form, key, 10)
    assert.deepEqual([refused.status, refused.body.code], [507, 'E_NO_ROOM'])
  })

  test('what came in pieces waits within the same bounds, and goes two hours after the last', async ({
    assert,
    cleanup,
  }) => {
    const operator = db.connection('operator')
    await operator.rawQuery(`delete from files where status in ('unfinished', 'pending')`)
    const most = env.get('UPLOADS_WAITING_GB')
    cleanup(() => env.set('UPLOADS_WAITING_GB', most ?? 50))
    // 1 kB from an address
    env.set('UPLOADS_WAITING_GB', 0.000_025)
    const form = await publishedForm([file({ maxCount: 3 })])
    const key = randomUUID()
    assert.equal((await begin(form, key, 1001)).body.code, 'E_NO_ROOM')
    // what was begun takes no room before it comes
    const [first, second] = [await begin(form, key, 900), await begin(form, key, 900)]
    assert.equal((await piece(form, first.path, 0, Buffer.alloc(800))).status, 204)
    const refused = await piece(form, second.path, 0, Buffer.alloc(800))
    assert.deepEqual([refused.status, refused.body.code], [507, 'E_NO_ROOM'])
    assert.equal((await piece(form, first.path, 800, Buffer.alloc(100))).status, 204)

    const disk = env.get('DISK_FLOOR_GB')
    env.set('UPLOADS_WAITING_GB', 50)
    env.set('DISK_FLOOR_GB', 1_000_000)
    cleanup(() => env.set('DISK_FLOOR_GB', disk ?? 1))
    for (const { status } of [await begin(form, key, 9), await piece(form, second.path, 0, Buffer.alloc(9))])
      assert.equal(status, 507)
    env.set('DISK_FLOOR_GB', disk ?? 1)

    const age = (path: string, column: string, hours: number) =>
      operator.rawQuery(`update files set ${column} = now() - interval '${hours} hours' where id = ?`, [
        path.split('/').at(-1) ?? '',
      ])
    await age(first.path, 'created_at', 3)
    await age(second.path, 'piece_at', 3)
    const third = await begin(form, key, 900)
    await age(third.path, 'created_at', 25)
    await collectLeftovers(new AbortController().signal)
    assert.equal(await offsetOf(form, first.path), 900)
    assert.equal(await offsetOf(form, second.path), -404)
    assert.equal(await offsetOf(form, third.path), -404)
    // a field has so many put aside, begun ones among them
    for (let more = 0; more < 22; more++) assert.equal((await begin(form, key, 1)).status, 201)
    assert.equal((await begin(form, key, 1)).body.code, 'E_ANSWERS')
  })

  test('the bytes stay where it is not known whether the file was noted as whole', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm([file()])
    const key = randomUUID()
    const bytes = randomBytes(100_000)
    const { path } = await begin(form, key, bytes.length)
    assert.equal((await piece(form, path, 0, bytes)).status, 204)
    const { transaction } = db
    cleanup(() => void Object.assign(db, { transaction }))
    const lost = new Error('Connection terminated unexpectedly')
    // the database commits the second one, and its word does not arrive
    let count = 0
    Object.assign(db, {
      transaction: async (work: (trx: TransactionClientContract) => Promise<unknown>) => {
        count += 1
        const done = await Reflect.apply(transaction, db, [work])
        if (count === 2) throw lost
        return done
      },
    })
    const place = {
      workspaceId: form.creator.workspaceId,
      formId: form.id,
      blockId: 'photo1',
      uploadKey: key,
    }
    const id = path.split('/').at(-1) ?? ''
    const limits = { maxBytes: bytes.length }
    await assert.rejects(
      () => finishPieces({ ...place, by: '10.0.0.1' }, id, 'a.bin', limits, () => undefined),
      lost.message,
    )
    Object.assign(db, { transaction })
    const whole = await finish(form, key, path)
    assert.equal(whole.status, 201)
    const sent = await submit(form, { photo: [whole.body.data.id] }, { submission_key: key })
    assert.equal(sent.status, 201)
    assert.isTrue((await storedBytes(form)).equals(bytes))
  })

  test('a request that hangs ends when the next one comes, here as on another server', async ({
    assert,
    cleanup,
  }) => {
    const other = await ServerProcess.start()
    cleanup(() => other.stop())
    const form = await publishedForm([file()])
    const key = randomUUID()
    const bytes = randomBytes(90_000)
    const { path } = await begin(form, key, bytes.length)
    const hanging = [await hang(form, path, bytes.subarray(0, 30_000))]
    // it is told at once what came by then, for the older one is over
    await until(
      () => offsetOf(form, path),
      (offset) => offset === 30_000,
    )
    const { port } = new URL(other.url)
    hanging.push(await hang(form, path, bytes.subarray(30_000, 60_000), 30_000, port))
    cleanup(() => hanging.forEach((request) => request.destroy()))
    // this server knows nothing of that one: the same bytes come once more, and the later of the two is told so
    assert.equal((await piece(form, path, 30_000, bytes.subarray(30_000))).status, 204)
    const late = await hanging[1]?.finish(bytes.subarray(60_000))
    assert.equal(late, 409)
    assert.equal((await finish(form, key, path)).status, 201)
    const upload = path.split('/').at(-1) ?? ''
    assert.equal((await submit(form, { photo: [upload] }, { submission_key: key })).status, 201)
    assert.equal(sha1(await storedBytes(form)), sha1(bytes))
  })

  test('pieces have a limit of their own', async ({ assert, cleanup }) => {
    const form = await publishedForm([file()])
    const { path } = await begin(form, randomUUID(), 100)
    const most = env.get('UPLOADS_PER_MINUTE')
    cleanup(() => env.set('UPLOADS_PER_MINUTE', most ?? 1_000_000))
    // thirty pieces in a minute are ten in a third of it, one of which was used to ask
    env.set('UPLOADS_PER_MINUTE', 3)
    const asked = []
    for (let at = 0; at < 12; at++) asked.push(await offsetOf(form, path))
    assert.equal(asked[0], 0)
    assert.equal(asked.at(-1), -429)
  })

  test('one in too many pieces of a byte is cut off, and the file goes on', async ({ assert }) => {
    const form = await publishedForm([file()])
    const { path } = await begin(form, randomUUID(), 60_000)
    const { port } = new URL(form.visitor.baseUrl)
    const client = net.connect(Number(port), '127.0.0.1').resume()
    const left = new Promise<void>((resolve) =>
      client.on('error', () => undefined).on('close', () => resolve()),
    )
    const headers = { ...PIECE, host: 'here', 'upload-offset': '0', 'transfer-encoding': 'chunked' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    client.write(`PATCH ${path} HTTP/1.1\r\n${lines.join('')}\r\n${'1\r\na\r\n'.repeat(60_000)}0\r\n\r\n`)
    await left
    const offset = await offsetOf(form, path)
    assert.isBelow(offset, 60_000)
    assert.equal((await piece(form, path, offset, Buffer.alloc(60_000 - offset, 'a'))).status, 204)
    assert.equal(await offsetOf(form, path), 60_000)
  })
})

/** A piece of which more is announced than comes, once what comes has been written; `finish` sends the rest. */
async function hang(
  { visitor }: PublishedForm,
  path: string,
  bytes: Uint8Array,
  offset = 0,
  port = process.env.PORT,
) {
  const headers = {
    ...{ ...PIECE, 'x-forwarded-for': visitor.address },
    ...{ 'upload-offset': String(offset), 'content-length': String(90_000 - offset) },
  }
  const request = http.request({ host: '127.0.0.1', port, path, method: 'PATCH', headers, agent: false })
  const answer = new Promise<number>((resolve) => {
    request.on('response', ({ statusCode }) => resolve(statusCode ?? 0))
    request.on('error', () => resolve(0))
  })
  await new Promise((resolve) => request.write(bytes, resolve))
  return {
    destroy: () => request.destroy(),
    finish(rest: Uint8Array) {
      request.end(rest)
      return answer
    },
  }
}
