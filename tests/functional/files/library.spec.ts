import { test } from '@japa/runner'
import type { MediaLibrary } from '#api_types/media'
import type { MediaFile } from '@formwright/kit/media'
import { collectMedia } from '#app/files/collector'
import { within } from '#app/workspaces/within'
import { newForm, patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import { placeForm } from '#tests/functional/place'
import { PNG } from '#tests/functional/respond/photo'
import { type Creator, Visitor } from '#tests/functional/visitor'

const BYTES = { 'content-type': 'application/octet-stream' }
const NOTHING = '00000000-0000-4000-8000-000000000000'

const newPng = () => Buffer.concat([PNG, Buffer.from(crypto.randomUUID())])

async function upload(creator: Creator, form: string, name: string, bytes = newPng()): Promise<MediaFile> {
  const path = `/api/forms/${form}/media?use=file&name=${encodeURIComponent(name)}`
  const { status, body, text } = await creator.visitor.post<{ data: MediaFile }>(path, bytes, BYTES)
  if (status !== 201) throw new Error(`upload: ${status} ${text}`)
  return body.data
}

async function library(creator: Creator, form: string, query = ''): Promise<MediaLibrary> {
  const { status, body, text } = await creator.visitor.get<MediaLibrary>(`/api/forms/${form}/media${query}`)
  if (status !== 200) throw new Error(`library: ${status} ${text}`)
  return body
}

const names = ({ data }: MediaLibrary) => data.map(({ name }) => name)

/** A block of the draft that shows this picture, or none. */
async function show(creator: Creator, form: string, picture: MediaFile | undefined): Promise<void> {
  const { id: block_id, kind, ...rest } = textBlock('shown1', 'Shown')
  const content = { ...rest, settings: picture ? { picture } : {} }
  const op = { op: 'put', block_id, kind, position: 'a5', content }
  const { status, text } = await patch(creator, form, await revisionOf(creator, form), [op])
  if (status !== 200) throw new Error(`patch: ${status} ${text}`)
}

test.group('Media library of a form', () => {
  test('has what was uploaded into this form, newest first, page by page, by name and by type', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const { slug: other } = await placeForm(creator.workspaceId)
    assert.deepEqual(await library(creator, form.slug), {
      data: [],
      next_cursor: null,
      room: { bytes: 0, files: 0, max_bytes: 1_000_000_000, max_files: 10_000 },
    })
    const bytes = newPng()
    const first = await upload(creator, form.slug, 'first.png', bytes)
    await upload(creator, form.slug, 'Terms 100%.txt', Buffer.from(`terms ${crypto.randomUUID()}`))
    await upload(creator, form.slug, 'third.png')
    await upload(creator, other, 'elsewhere.png')

    const whole = await library(creator, form.slug)
    assert.deepEqual(names(whole), ['third.png', 'Terms 100%.txt', 'first.png'])
    const { id, in_versions, elsewhere, ...file } = whole.data[2]
    assert.deepEqual({ ...file }, { ...first })
    assert.isTrue(first.src.startsWith(`/media/${id}/`))
    assert.deepEqual([in_versions, elsewhere], [false, false])
    assert.equal(whole.room.files, 4)
    assert.deepEqual(names(await library(creator, other)), ['elsewhere.png'])

    const page = await library(creator, form.slug, '?limit=2')
    assert.deepEqual(names(page), ['third.png', 'Terms 100%.txt'])
    const rest = await library(creator, form.slug, `?limit=2&cursor=${page.next_cursor}`)
    assert.deepEqual([names(rest), rest.next_cursor], [['first.png'], null])

    for (const [query, found] of [
      ['?name=TERMS', ['Terms 100%.txt']],
      [`?name=${encodeURIComponent('0%.')}`, ['Terms 100%.txt']],
      ['?name=_', []],
      ['?types=image/', ['third.png', 'first.png']],
      ['?types=image/gif,text/', ['Terms 100%.txt']],
      ['?types=image/&name=third', ['third.png']],
      ['?use=image', ['third.png', 'first.png']],
    ] as const)
      assert.deepEqual(names(await library(creator, form.slug, query)), [...found], query)
    for (const query of ['?limit=1000', '?cursor=1', `?types=${encodeURIComponent("image/%'")}`])
      assert.equal((await creator.visitor.get(`/api/forms/${form.slug}/media${query}`)).status, 422, query)

    // sent once more it is the same file, and the newest; and into another form one of that, too
    await upload(creator, form.slug, 'first.png', bytes)
    await upload(creator, other, 'first.png', bytes)
    const again = await library(creator, form.slug)
    assert.deepEqual(names(again), ['first.png', 'third.png', 'Terms 100%.txt'])
    assert.equal(again.data[0].id, id)
    assert.equal(again.room.files, 4)
    assert.deepEqual(names(await library(creator, other)), ['first.png', 'elsewhere.png'])

    // larger than pictures are taken in: there to be downloaded, not to be shown
    await upload(creator, form.slug, 'large.png', Buffer.concat([PNG, Buffer.alloc(10_000_001)]))
    assert.lengthOf((await library(creator, form.slug)).data, 4)
    assert.notInclude(names(await library(creator, form.slug, '?use=image')), 'large.png')

    // another form shows what this one does not
    await show(creator, other, first)
    assert.deepEqual(
      (await library(creator, form.slug)).data.filter(({ elsewhere }) => elsewhere).map(({ name }) => name),
      ['first.png'],
    )
    assert.isFalse((await library(creator, other)).data[0].elsewhere)
  })

  test('has what the form shows from elsewhere, and nothing of other workspaces', async ({ assert }) => {
    const here = await newForm()
    const there = await newForm()
    const picture = await upload(here.creator, here.form.slug, 'ours.png')
    await upload(here.creator, here.form.slug, 'unseen.png')
    await show(there.creator, there.form.id, picture)
    assert.deepEqual(names(await library(there.creator, there.form.slug)), ['ours.png'])
    const id = picture.src.split('/')[2]
    const path = `/api/forms/${here.form.slug}/media`
    assert.equal((await there.creator.visitor.get(path)).status, 404)
    assert.equal((await there.creator.visitor.delete(`${path}/${id}`)).status, 404)
    assert.lengthOf((await library(here.creator, here.form.slug)).data, 2)
  })

  test('gives away what neither draft nor version shows, and keeps the rest', async ({ assert }) => {
    const { creator, form } = await newForm()
    const path = `/api/forms/${form.slug}/media`
    const remove = async ({ src }: MediaFile) => {
      const { status, body } = await creator.visitor.delete<{ code?: string }>(`${path}/${src.split('/')[2]}`)
      return [status, body?.code]
    }
    const [unused, drafted, published] = [
      await upload(creator, form.slug, 'unused.png'),
      await upload(creator, form.slug, 'drafted.png'),
      await upload(creator, form.slug, 'published.png'),
    ]
    await show(creator, form.id, published)
    await publish(creator, form.id)
    await show(creator, form.id, drafted)
    const { data } = await library(creator, form.slug)
    assert.deepEqual(
      data.filter(({ in_versions }) => in_versions).map(({ name }) => name),
      ['published.png'],
    )
    assert.deepEqual(await remove(published), [409, 'E_MEDIA_USED'])
    assert.deepEqual(await remove(drafted), [409, 'E_MEDIA_USED'])
    assert.deepEqual(await remove(unused), [204, undefined])
    assert.deepEqual(await remove(unused), [404, 'E_NOT_FOUND'])
    assert.equal((await creator.visitor.delete(`${path}/${NOTHING}`)).status, 404)
    assert.deepEqual(names(await library(creator, form.slug)), ['published.png', 'drafted.png'])

    // undo may bring it back for a day; then it is gone, and its room is free
    assert.equal((await new Visitor().get(unused.src)).status, 200)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update media set unused_since = unused_since - interval '25 hours'`),
    )
    await collectMedia(new AbortController().signal)
    assert.equal((await new Visitor().get(unused.src)).status, 404)
    assert.equal((await library(creator, form.slug)).room.files, 2)
  })
})
