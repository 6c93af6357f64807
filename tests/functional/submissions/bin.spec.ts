import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Page } from '#api_types/answer'
import type { DeletedSubmission, Submission, SubmissionPage } from '#api_types/submissions'
import { collectLeftovers } from '#app/files/collector'
import { purgeForms } from '#app/submissions/purge_forms'
import { purgeSubmissions } from '#app/submissions/purge_submissions'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { type FormItem, textBlock } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries, until } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { countRows, fill } from '#tests/functional/place'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { storeFile } from '#tests/functional/submissions/storing'

const bin = ({ id }: PublishedForm, more = '') => `/api/forms/${id}/bin${more}`
const one = ({ id }: PublishedForm, submission: string) => `/api/forms/${id}/submissions/${submission}`

const listed = async (form: PublishedForm, cursor = '') =>
  (await form.creator.visitor.get<Page<DeletedSubmission>>(bin(form, cursor))).body

const restore = (form: PublishedForm, id: string) =>
  form.creator.visitor.post<{ code: string; message: string }>(bin(form, `/${id}/restoration`), {})

async function added(form: PublishedForm, answers: Record<string, unknown>, key?: string): Promise<string> {
  const reply = await submit(form, answers, key === undefined ? {} : { submission_key: key })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data.id
}

async function deleted(form: PublishedForm, answers: Record<string, unknown>): Promise<string> {
  const id = await added(form, answers)
  await form.creator.visitor.delete(one(form, id))
  return id
}

const age = (form: PublishedForm, id: string, days: number) =>
  fill(
    form.creator.workspaceId,
    'update deleted_submissions set deleted_at = now() - make_interval(days => ?::int) where id = ?',
    [days, id],
  )

async function bytesOf({ creator }: PublishedForm, file: string): Promise<string> {
  const key = await within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { storage_key: string }[] }>(
      'select storage_key from files where id = ?',
      [file],
    )
    return rows[0].storage_key
  })
  return join(env.get('STORAGE_DIR'), 'files', key.slice(0, 2), key)
}

const seats = {
  ...{ id: 'bslot1', kind: 'select', v: 1, key: 'slot', label: 'Slot' },
  settings: { options: [{ id: 'early', label: 'Early', capacity: 1 }] },
}

test.group('The bin of submissions', () => {
  test('is called by an answer that is no secret, in the bin and before', async ({ assert }) => {
    const secret = { ...textBlock('secret', 'Password'), settings: { secret: true } }
    const form = await publishedForm([secret, textBlock('name01', 'Name')])
    const id = await added(form, { secret: 'open sesame', name01: 'Ada' })
    const { body } = await form.creator.visitor.get<{ data: Submission }>(one(form, id))
    assert.equal(body.data.title, 'Ada')
    await form.creator.visitor.delete(one(form, id))
    await deleted(form, { secret: 'open sesame' })
    const titles = (await listed(form)).data.map(({ title }) => title)
    assert.deepEqual(titles, [null, 'Ada'])
  })

  test('what was deleted is listed, and comes back as it was, with its files', async ({ assert }) => {
    const form = await publishedForm()
    const { visitor, workspaceId } = form.creator
    const id = await added(form, { name01: 'Ada Lovelace' })
    const newer = await added(form, { name01: 'Bob' })
    const file = await storeFile(workspaceId, form.id, id, 'bytes', 'a.txt', 'text/plain')
    const before = await visitor.get<{ data: Submission }>(one(form, id))
    await visitor.delete(one(form, id))
    assert.equal((await visitor.get(one(form, id))).status, 404)
    assert.equal((await visitor.get(`${one(form, id)}/files/${file}`)).status, 404)
    const { data, next_cursor } = await listed(form)
    assert.isNull(next_cursor)
    assert.lengthOf(data, 1)
    assert.include(data[0], { id, title: 'Ada Lovelace', received_at: before.body.data.received_at })
    assert.equal(data[0].deleted_by?.name, 'Ada Example')
    const days = (Date.parse(data[0].gone_at) - Date.parse(data[0].deleted_at)) / 86_400_000
    assert.equal(days, 30)

    // it is read there as it was
    const inBin = await visitor.get<{ data: Submission }>(bin(form, `/${id}`))
    assert.deepEqual(inBin.body.data, { ...before.body.data, newer: null, older: null })
    assert.equal((await visitor.get(bin(form, `/${id}/files/${file}`))).text, 'bytes')
    assert.equal((await visitor.get(bin(form, `/${newer}`))).status, 404)

    assert.equal((await restore(form, newer)).status, 404)
    assert.equal((await restore(form, id)).status, 204)
    assert.equal((await visitor.get(bin(form, `/${id}`))).status, 404)
    assert.equal((await visitor.get(bin(form, `/${id}/files/${file}`))).status, 404)
    assert.deepEqual((await visitor.get(one(form, id))).body, before.body)
    assert.equal((await visitor.get(`${one(form, id)}/files/${file}`)).text, 'bytes')
    const found = await visitor.get<SubmissionPage>(`/api/forms/${form.id}/submissions?search=lovelace`)
    assert.deepEqual(
      found.body.data.rows.map((row) => row.id),
      [id],
    )
    assert.deepEqual((await listed(form)).data, [])
    const again = await restore(form, id)
    assert.equal(again.status, 404)
    assert.equal(again.body.code, 'E_NOT_IN_BIN')
  })

  test('it gets back what it had only while nobody else has it', async ({ assert }) => {
    const form = await publishedForm(
      [textBlock('mail01', 'Address', { unique: true }), seats, textBlock('name01', 'Name')],
      { access: { maxSubmissions: 2 } },
    )
    const { visitor, workspaceId } = form.creator
    const id = await deleted(form, { mail01: 'ada@x.org', slot: 'early' })
    const other = await added(form, { mail01: 'ADA@x.org', slot: 'early' })
    const refused = await restore(form, id)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'E_USED_UP')
    assert.include(refused.body.message, 'what it answered to “Address”, “Slot” is taken by now')
    assert.lengthOf((await listed(form)).data, 1)
    assert.equal(await countRows(workspaceId, 'submissions'), 1)

    await visitor.delete(one(form, other))
    const more = [await added(form, { name01: 'A' }), await added(form, { name01: 'B' })]
    const full = await restore(form, id)
    assert.equal(full.status, 409)
    assert.include(full.body.message, 'the form has the 2 submissions it takes')
    await visitor.delete(one(form, more[0] ?? ''))
    assert.equal((await restore(form, id)).status, 204)
    assert.equal((await restore(form, other)).status, 409)
    assert.equal((await submit(form, { name01: 'C' })).status, 409)
    await visitor.delete(one(form, more[1] ?? ''))
    assert.equal((await submit(form, { slot: 'early' })).status, 422)
    assert.equal((await submit(form, { mail01: 'bob@x.org' })).status, 201)
  })

  test('of several who restore the same place at once one gets it', async ({ assert }) => {
    const form = await publishedForm([seats, textBlock('name01', 'Name')])
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await deleted(form, { slot: 'early' }))
    const replies = await Promise.all([...ids, ...ids].map((id) => restore(form, id)))
    assert.lengthOf(
      replies.filter(({ status }) => status === 204),
      1,
    )
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
    assert.lengthOf((await listed(form)).data, 5)
  })

  test('what was sent again after the deletion is another one', async ({ assert }) => {
    const form = await publishedForm()
    const key = randomUUID()
    const id = await added(form, { name01: 'Ada' }, key)
    await form.creator.visitor.delete(one(form, id))
    const again = await added(form, { name01: 'Ada' }, key)
    assert.notEqual(again, id)
    assert.equal((await restore(form, id)).status, 204)
    const repeat = await submit(form, { name01: 'Ada' }, { submission_key: key })
    assert.equal(repeat.body.data.id, again)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 2)
  })

  test('what is deleted for good, or thirty days ago, is gone with its files; nothing else', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const { visitor, workspaceId } = form.creator
    const [purged, kept, old, young] = [
      await deleted(form, { name01: 'For good' }),
      await deleted(form, { name01: 'Kept' }),
      await deleted(form, { name01: '31 days' }),
      await deleted(form, { name01: '29 days' }),
    ]
    await age(form, old, 31)
    await age(form, young, 29)
    const files = new Map<string, string>()
    for (const id of [purged, kept]) {
      const file = await storeFile(workspaceId, form.id, id, 'bytes', 'a.txt', 'text/plain')
      await fill(workspaceId, `update files set status = 'deleted' where id = ?`, [file])
      files.set(id, await bytesOf(form, file))
    }
    assert.equal((await visitor.delete(bin(form, `/${purged}`))).status, 204)
    assert.equal((await visitor.delete(bin(form, `/${purged}`))).status, 404)
    for (const id of [purged, old]) assert.equal((await restore(form, id)).status, 404)
    const titles = async () => (await listed(form)).data.map(({ title }) => title)
    assert.deepEqual(await titles(), ['Kept', '29 days'])

    const { signal } = new AbortController()
    await purgeSubmissions(signal)
    await collectLeftovers(signal)
    assert.equal(await countRows(workspaceId, 'deleted_submissions'), 2)
    await assert.rejects(() => access(files.get(purged) ?? ''))
    await access(files.get(kept) ?? '')

    assert.equal((await visitor.delete(bin(form))).status, 200)
    assert.deepEqual(await titles(), [])
    await purgeSubmissions(signal)
    await collectLeftovers(signal)
    for (const table of ['deleted_submissions', 'files']) {
      assert.equal(await countRows(workspaceId, table), 0, table)
    }
  })

  test('it goes with its form, and is no business of another', async ({ assert }) => {
    const form = await publishedForm()
    const { visitor, workspaceId } = form.creator
    const id = await deleted(form, { name01: 'Ada' })
    const other = await publishedForm()
    assert.equal((await restore({ ...other, id: other.id }, id)).status, 404)
    assert.deepEqual((await listed(other)).data, [])
    await visitor.delete(`/api/forms/${form.id}`)
    assert.equal((await restore(form, id)).status, 404)
    await fill(workspaceId, 'update forms set deleted_at = to_timestamp(0) where id = ?', [form.id])
    await purgeForms(new AbortController().signal)
    assert.equal(await countRows(workspaceId, 'deleted_submissions'), 0)
  })

  test('many are listed page by page, the last one first', async ({ assert }) => {
    const form = await publishedForm()
    await fill(
      form.creator.workspaceId,
      `insert into deleted_submissions (workspace_id, form_id, version, submission_key, content_hash, answers, deleted_at)
       select workspace_id, id, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'No. ' || n), now() - n * interval '1 minute'
       from forms, generate_series(1, 60) n where id = ?`,
      [form.id],
    )
    const first = await listed(form)
    const second = await listed(form, `?cursor=${first.next_cursor}`)
    assert.isNull(second.next_cursor)
    assert.deepEqual(
      [...first.data, ...second.data].map(({ title }) => title),
      Array.from({ length: 60 }, (_, n) => `No. ${n + 1}`),
    )
  })

  test('who was told that it is gone is told of it again, and it counts as before', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    const background = startDeliveries()
    cleanup(async () => {
      await background.stop()
      await receiver.close()
    })
    const form = await publishedForm()
    const { creator } = form
    const count = async (wanted: number) =>
      until(
        async () => (await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)).body.data,
        ({ submissions }) => submissions === wanted,
      )
    const events = ['submission.created', 'submission.deleted']
    await addWebhook(creator, form, receiver.url, { events })
    const id = await added(form, { name01: 'Ada' })
    await receiver.arrived(1)
    const came = (await creator.visitor.get<{ data: Submission }>(one(form, id))).body.data.received_at
    await creator.visitor.delete(one(form, id))
    assert.equal((await restore(form, id)).status, 204)
    const arrivals = await receiver.arrived(3)
    assert.sameMembers(
      arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type),
      ['submission.created', 'submission.deleted', 'submission.created'],
    )
    await count(1)
    await creator.visitor.delete(one(form, id))
    await count(0)
    assert.equal((await restore(form, id)).status, 204)
    await count(1)
    await within(creator.workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { last_submission_at: Date }[] }>(
        'select last_submission_at from form_counts where form_id = ?',
        [form.id],
      )
      assert.equal(rows[0].last_submission_at.toISOString(), came)
    })
  })
})
