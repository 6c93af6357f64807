import { createHash } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import type { MediaFile } from '@formwright/kit/media'
import { collectMedia } from '#app/files/collector'
import { takeMedia } from '#app/files/media/take_media'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { newForm, patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import { PNG } from '#tests/functional/respond/photo'
import { type Creator, Visitor } from '#tests/functional/visitor'

const never = new AbortController().signal
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>alert(1)</script></svg>'
const BYTES = { 'content-type': 'application/octet-stream' }

interface Refused {
  code: string
  message: string
}

function send(creator: Creator, form: string, bytes: Uint8Array | string, use = 'image', name = 'logo.png') {
  const path = `/api/forms/${form}/media?use=${use}&name=${encodeURIComponent(name)}`
  return creator.visitor.post<{ data: MediaFile } & Refused>(path, Buffer.from(bytes), BYTES)
}

/** A PNG that nobody has sent before: a comment behind its end changes the bytes and not the picture. */
let made = 0
function newPng(): Buffer {
  made += 1
  return Buffer.concat([PNG, Buffer.from(`${process.pid} ${made}`)])
}

async function uploaded(creator: Creator, form: string, bytes = newPng()): Promise<MediaFile> {
  const { status, body, text } = await send(creator, form, bytes)
  if (status !== 201) throw new Error(`upload: ${status} ${text}`)
  return body.data
}

/** An AVIF that says so often how large it is that comparing all of that takes for ever. */
function endlessAvif(): Buffer {
  const box = (type: string, ...content: Uint8Array[]) => {
    const all = Buffer.concat([Buffer.alloc(8), ...content])
    all.writeUInt32BE(all.length)
    all.write(type, 4)
    return all
  }
  const sizes = Buffer.alloc(
    2_000_000,
    box('ispe', Buffer.from('00000000 0000000a 0000000a'.replaceAll(' ', ''), 'hex')),
  )
  const meta = box('meta', Buffer.alloc(4), box('iprp', box('ipco', sizes)))
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avif')), meta])
}

/** A block whose settings hold a picture: what kind it is does not matter to what keeps it. */
function showing(picture: MediaFile | undefined, position = 'a5') {
  const content = { ...textBlock('shown1', 'Shown'), settings: picture ? { picture } : {} }
  const { id: block_id, kind, ...rest } = content
  return { op: 'put', block_id, kind, position, content: rest }
}

async function change(creator: Creator, form: string, op: object): Promise<void> {
  const { status, text } = await patch(creator, form, await revisionOf(creator, form), [op])
  if (status !== 200) throw new Error(`patch: ${status} ${text}`)
}

/** Lets time pass for what is unused in a workspace. */
async function age(creator: Creator, hours: number): Promise<void> {
  await within(creator.workspaceId, ({ trx }) =>
    trx.rawQuery(`update media set unused_since = unused_since - interval '${hours} hours'`),
  )
}

async function rowsOf(creator: Creator) {
  return within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string; storage_key: string }[] }>(
      'select id, storage_key from media where workspace_id = ? order by created_at',
      [creator.workspaceId],
    )
    return rows
  })
}

const onDisk = (key: string) => join(env.get('STORAGE_DIR'), 'files', key.slice(0, 2), key)
const anybody = () => new Visitor()

test.group('Media files', () => {
  test('a picture is measured, served to anybody for good, and one file however often it is sent', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const bytes = newPng()
    const first = await send(creator, form.slug, bytes, 'image', '../Logo “1”.jpg')
    assert.equal(first.status, 201)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { src, ...known } = first.body.data
    assert.deepEqual(known, {
      name: 'Logo “1”.jpg',
      type: 'image/png',
      size: bytes.length,
      width: 1,
      height: 1,
    })
    assert.match(src, new RegExp(`^/media/[0-9a-f-]{36}/${sha256}$`))
    assert.equal((await send(creator, form.slug, bytes, 'image', 'Logo “1”.jpg')).body.data.src, src)
    assert.lengthOf(await rowsOf(creator), 1)

    const shown = await anybody().get(src)
    assert.equal(shown.status, 200)
    assert.isTrue(shown.bytes.equals(bytes))
    assert.equal(shown.headers.get('content-type'), 'image/png')
    assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
    assert.match(shown.headers.get('content-security-policy') ?? '', /^default-src 'none'.*sandbox$/)
    assert.isNull(shown.headers.get('set-cookie'))
    const again = await anybody().get(src, { 'if-none-match': shown.headers.get('etag') ?? '' })
    assert.equal(again.status, 304)
    assert.lengthOf(again.bytes, 0)

    // players ask for pieces
    const PIECES: [range: string, status: number, from?: number, to?: number][] = [
      ['bytes=0-1', 206, 0, 2],
      ['bytes=5-', 206, 5],
      ['bytes=-4', 206, -4],
      [`bytes=2-${'9'.repeat(15)}`, 206, 2],
      [`bytes=${bytes.length}-`, 200],
      ['bytes=4-2', 200],
      ['bytes=-0', 200],
      ['bytes=0-1,4-5', 200],
      ['pages=1', 200],
    ]
    for (const [range, status, from, to] of PIECES) {
      const piece = await anybody().get(src, { range })
      assert.equal(piece.status, status, range)
      assert.isTrue(piece.bytes.equals(bytes.subarray(from, to)), range)
      assert.equal(piece.headers.get('content-length'), String(piece.bytes.length))
    }
    const { headers } = await anybody().get(src, { range: 'bytes=0-1' })
    assert.equal(headers.get('content-range'), `bytes 0-1/${bytes.length}`)

    // the hash alone, the id alone, or something like them, leads nowhere
    const [, , id] = src.split('/')
    for (const path of [
      `/media/${id}/${'0'.repeat(64)}`,
      `/media/00000000-0000-4000-8000-000000000000/${sha256}`,
      `/media/${id}/..%2f${sha256}`,
      `/media/${id}`,
    ])
      assert.equal((await anybody().get(path)).status, 404, path)
  })

  test('an upload answers without cookies: the session may have another token by then', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([])
    const stored = await send(creator, form.id, newPng())
    const refused = await send(creator, form.id, '')
    assert.deepEqual([stored.status, refused.status], [201, 422])
    for (const { headers } of [stored, refused]) assert.deepEqual(headers.getSetCookie(), [])
  })

  test('other files are downloads; what could run does so nowhere', async ({ assert }) => {
    const { creator, form } = await newForm()
    const svg = await send(creator, form.slug, SVG, 'image', 'logo.svg')
    assert.containsSubset(svg.body.data, { type: 'image/svg+xml', width: 40, height: 30 })
    // one that a drawing program wrote, and one that is as large as its place
    const [drawn, placed] = [
      '<?xml version="1.0"?>\n<!-- Made by hand -->\n<!DOCTYPE svg>\n<svg width="100%" viewBox="0 0 200 100"/>',
      '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"/>',
    ].map((text) => send(creator, form.slug, text, 'image', 'logo.svg'))
    assert.containsSubset((await drawn).body.data, { type: 'image/svg+xml', width: 200, height: 100 })
    const { src: _, ...unmeasured } = (await placed).body.data
    assert.deepEqual(unmeasured, { name: 'logo.svg', type: 'image/svg+xml', size: 68 })
    const page = await send(
      creator,
      form.slug,
      '<!doctype html><script>alert(1)</script>',
      'file',
      'terms.html',
    )
    assert.equal(page.body.data.type, 'text/html')
    for (const [file, disposition] of [
      [svg, 'inline'],
      [page, 'attachment'],
    ] as const) {
      const { headers } = await anybody().get(file.body.data.src)
      assert.match(headers.get('content-disposition') ?? '', new RegExp(`^${disposition}; filename=`))
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    }
  })

  test('what is refused is refused with a sentence, and nothing of it stays', async ({ assert }) => {
    const { creator, form } = await newForm()
    const wide = Buffer.from(PNG)
    wide.writeUInt32BE(20_000, 16)
    const cases: [bytes: Uint8Array | string, use: string, status: number, code: string][] = [
      ['just text', 'image', 415, 'E_NO_PICTURE'],
      ['<html><img></html>', 'image', 415, 'E_NO_PICTURE'],
      ['', 'file', 422, 'E_EMPTY_FILE'],
      [Buffer.from('ffd8ffe00000', 'hex'), 'image', 422, 'E_BROKEN_PICTURE'],
      [wide, 'image', 422, 'E_HUGE_PICTURE'],
      [Buffer.concat([PNG, Buffer.alloc(30_000_000)]), 'image', 413, 'E_TOO_LARGE'],
      [PNG, 'video', 422, 'E_VALIDATION'],
    ]
    for (const [bytes, use, status, code] of cases) {
      const reply = await send(creator, form.slug, bytes, use)
      assert.deepEqual([reply.status, reply.body.code], [status, code])
      assert.match(reply.body.message, /^[A-Z].*\.$/)
    }
    // its body is no JSON, so the token alone says that the page is ours
    const forged = await creator.visitor.post<Refused>(
      `/api/forms/${form.slug}/media?use=image&name=a.png`,
      PNG,
      {
        ...BYTES,
        'x-csrf-token': 'forged',
      },
    )
    assert.deepEqual([forged.status, forged.body.code], [403, 'E_CSRF'])
    assert.isEmpty(await rowsOf(creator))

    await uploaded(creator, form.slug)
    await within(creator.workspaceId, ({ trx }) => trx.rawQuery('update media set size = 999999950'))
    const full = await send(creator, form.slug, newPng())
    assert.deepEqual([full.status, full.body.code], [422, 'E_MEDIA_FULL'])
    assert.lengthOf(await rowsOf(creator), 1)
  })

  test('a picture that takes for ever to be measured holds nobody up', async ({ assert }) => {
    const { creator, form } = await newForm()
    await uploaded(creator, form.slug)
    const before = process.threadCpuUsage()
    const { status, body } = await send(creator, form.slug, endlessAvif(), 'image', 'a.avif')
    const { user, system } = process.threadCpuUsage(before)
    assert.deepEqual([status, body.code], [422, 'E_BROKEN_PICTURE'])
    assert.isBelow((user + system) / 1000, 1_000)
    // the thread that was at it is another one now
    await uploaded(creator, form.slug)
  }).timeout(30_000)

  test('the same bytes are served under each name that they were sent under', async ({ assert }) => {
    const { creator, form } = await newForm()
    const bytes = newPng()
    const named = async (name: string) => (await send(creator, form.slug, bytes, 'image', name)).body.data
    const [first, second] = [await named('first.png'), await named('second.png')]
    for (const [file, name] of [
      [first, 'first.png'],
      [second, 'second.png'],
    ] as const) {
      const { status, headers } = await anybody().get(file.src)
      assert.equal(status, 200)
      assert.include(headers.get('content-disposition') ?? '', `filename="${name}"`)
    }
    // on the disk, and in what the workspace may store, they are there once
    const rows = await rowsOf(creator)
    assert.deepEqual(new Set(rows.map(({ storage_key }) => storage_key)).size, 1)
    await change(creator, form.id, showing(second))
    await collectMedia(never)
    await age(creator, 25)
    await collectMedia(never)
    assert.equal((await anybody().get(first.src)).status, 404)
    assert.equal((await anybody().get(second.src)).status, 200)
  })

  test('bytes that are lost are no answer that anybody keeps', async ({ assert }) => {
    const { creator, form } = await newForm()
    const { src } = await uploaded(creator, form.slug)
    const [{ storage_key }] = await rowsOf(creator)
    await rm(onDisk(storage_key))
    const { status, headers } = await anybody().get(src)
    assert.equal(status, 404)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.isNull(headers.get('etag'))
  })

  test('bytes stay where it is not known whether their row was stored', async ({ assert }) => {
    const { creator, form } = await newForm()
    const bytes = newPng()
    const { transaction } = db
    const lost = new Error('Connection terminated unexpectedly')
    // the database commits, and its word does not arrive
    Object.assign(db, {
      transaction: async (work: (trx: TransactionClientContract) => Promise<unknown>) => {
        Object.assign(db, { transaction })
        await db.transaction(async (trx) => void (await work(trx)))
        throw lost
      },
    })
    const source = ReadableStream.from([bytes])
    await assert.rejects(() => takeMedia(creator.workspaceId, 'image', 'logo.png', source), lost.message)
    const { src } = await uploaded(creator, form.slug, bytes)
    assert.isTrue((await anybody().get(src)).bytes.equals(bytes))
  })

  test('what no draft and no version shows goes after a day; what one shows stays', async ({ assert }) => {
    const { creator, form } = await newForm()
    const [inDraft, inVersion, unused] = [
      await uploaded(creator, form.slug),
      await uploaded(creator, form.slug),
      await uploaded(creator, form.slug),
    ]
    const paths = (await rowsOf(creator)).map(({ storage_key }) => onDisk(storage_key))
    await change(creator, form.id, showing(inVersion))
    await publish(creator, form.id)
    await change(creator, form.id, showing(inDraft))
    await age(creator, 25)
    await collectMedia(never)
    for (const { src } of [inDraft, inVersion]) assert.equal((await anybody().get(src)).status, 200)
    assert.equal((await anybody().get(unused.src)).status, 404)
    await assert.rejects(() => access(paths[2]))

    // taken out of the draft it has a day, in which it may come back
    await change(creator, form.id, showing(undefined))
    await collectMedia(never)
    await age(creator, 23)
    await collectMedia(never)
    assert.equal((await anybody().get(inDraft.src)).status, 200)
    await change(creator, form.id, showing(inDraft))
    await age(creator, 25)
    await collectMedia(never)
    assert.equal((await anybody().get(inDraft.src)).status, 200)
    await change(creator, form.id, showing(undefined))
    await collectMedia(never)
    await age(creator, 25)
    await collectMedia(never)
    assert.equal((await anybody().get(inDraft.src)).status, 404)
    assert.equal((await anybody().get(inVersion.src)).status, 200)
  })

  test('what is pasted into a form of another workspace outlives the first', async ({ assert }) => {
    const here = await newForm()
    const there = await newForm()
    const picture = await uploaded(here.creator, here.form.slug)
    await change(here.creator, here.form.id, showing(picture))
    await change(there.creator, there.form.id, showing(picture))
    assert.lengthOf(await rowsOf(there.creator), 1)
    await change(here.creator, here.form.id, showing(undefined))
    await collectMedia(never)
    await age(here.creator, 25)
    await collectMedia(never)
    assert.isEmpty(await rowsOf(here.creator))
    assert.equal((await anybody().get(picture.src)).status, 200)

    // what came with the copy counts as what was uploaded, each content once
    const full = async (bytes: number) =>
      within(there.creator.workspaceId, ({ trx }) => trx.rawQuery('update media set size = ?', [bytes]))
    const [another, again] = [newPng(), newPng()]
    const more = await uploaded(here.creator, here.form.slug, another)
    const known = await uploaded(here.creator, here.form.slug, again)
    const copied = showing(more, 'a6')
    await uploaded(there.creator, there.form.slug, again)
    await full(499_999_990)
    const base = await revisionOf(there.creator, there.form.id)
    const other = { ...showing(undefined, 'a7'), block_id: 'shown2' }
    const refused = await patch(there.creator, there.form.id, base, [other, copied])
    assert.deepEqual([refused.status, refused.body.code], [422, 'E_MEDIA_FULL'])
    assert.deepEqual(
      Object(refused.body.details).ops.map(({ index }: { index: number }) => index),
      [1],
    )
    const whole = { title: 'Copy', blocks: [textBlock('shown1', 'Shown', { settings: { picture: more } })] }
    const made = await there.creator.visitor.post<Refused>(
      `/api/workspaces/${there.creator.workspaceId}/forms`,
      whole,
    )
    assert.deepEqual([made.status, made.body.code], [422, 'E_MEDIA_FULL'])
    await change(there.creator, there.form.id, { ...showing(known, 'a8'), block_id: 'shown3' })

    // the bytes go with the last of them
    await change(there.creator, there.form.id, { op: 'remove', block_id: 'shown3' })
    const [{ storage_key }] = await rowsOf(there.creator)
    await change(there.creator, there.form.id, showing(undefined))
    await collectMedia(never)
    await age(there.creator, 25)
    await collectMedia(never)
    assert.equal((await anybody().get(picture.src)).status, 404)
    await assert.rejects(() => access(onDisk(storage_key)))
  })
})
