import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Single } from '#api_types/answer'
import type { RestoredTogether } from '#api_types/submissions'
import { packSegment } from '#app/submissions/pack_segments'
import { purgeSubmissions } from '#app/submissions/purge_submissions'
import { textBlock } from '#tests/functional/forms/factories'
import { whileHeld } from '#tests/functional/held'
import { fill } from '#tests/functional/place'
import { newProgram } from '#tests/functional/program'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { storeFile, storeSubmission } from '#tests/functional/submissions/storing'

const seats = {
  ...{ id: 'bslot1', kind: 'select', v: 1, key: 'slot', label: 'Slot' },
  settings: { options: [{ id: 'early', label: 'Early', capacity: 20 }] },
}

const path = ({ id }: PublishedForm, more: string) => `/api/forms/${id}/${more}`
const remove = (form: PublishedForm, id: string) =>
  form.creator.visitor.delete(path(form, `submissions/${id}`))
const restore = (form: PublishedForm, id: string) =>
  form.creator.visitor.post<Single<RestoredTogether>>(path(form, 'bin/restorations'), { ids: [id] })

/** A form with seats of which somebody has one, and old submissions: the one that has a seat, too, is in the bin. */
async function place(): Promise<{ form: PublishedForm; inBin: string; others: string[]; file: string }> {
  const form = await publishedForm([seats, textBlock('name01', 'Name')])
  const { workspaceId } = form.creator
  const taken = await submit(form, { slot: 'early' })
  if (taken.status !== 201) throw new Error(taken.text)
  const old = (minute: number, answers: Record<string, unknown>) =>
    storeSubmission(workspaceId, form.id, answers, { receivedAt: `2026-01-01T00:0${minute}:00Z` })
  const inBin = await old(0, { bslot1: 'early' })
  const file = await storeFile(workspaceId, form.id, inBin, 'bytes', 'a.txt', 'text/plain')
  const others = [await old(1, {}), await old(2, {}), await old(3, {})]
  await remove(form, inBin)
  return { form, inBin, others, file }
}

/** The count of seats: while it is held, whoever wants one waits. */
const SEATS = `select from claims where key = 'bslot1 early' for update`

/** A submission in the bin, and how the same is sent once more. */
async function removedOne() {
  const form = await publishedForm([seats, textBlock('name01', 'Name')])
  await submit(form, { slot: 'early' })
  const key = randomUUID()
  const send = () => submit(form, { slot: 'early' }, { submission_key: key })
  const first = (await send()).body.data.id
  await remove(form, first)
  return { form, first, send }
}

test.group('A submission that is restored', () => {
  test('and another that is edited meanwhile do not wait for each other in a circle', async ({ assert }) => {
    const { form, inBin, others } = await place()
    const { visitor, workspaceId } = form.creator
    assert.equal(await packSegment(workspaceId, form.id, 2), 2)
    const program = await newProgram(visitor, workspaceId, ['submissions:read', 'submissions:write'])
    let both: Promise<unknown[]> | undefined
    let replies: { edited?: number; restored?: string[] } = {}
    await whileHeld(form.creator.workspaceId, SEATS, async (waits) => {
      const edited = program.request('PATCH', path(form, `answers/${others[0]}`), {
        answers: { slot: 'early' },
      })
      await waits(1)
      const restored = restore(form, inBin)
      both = Promise.all([
        edited.then(({ status }) => (replies = { ...replies, edited: status })),
        restored.then(({ body }) => (replies = { ...replies, restored: body.data.restored })),
      ])
      await waits(2)
    })
    await both
    assert.deepEqual(replies, { edited: 200, restored: [inBin] })
    const [held] = await inWorkspace<{ seats: number; segments: number }>(
      workspaceId,
      `select (select taken from claims where key = 'bslot1 early') as seats,
              (select count(*)::int from submission_segments) as segments`,
    )
    assert.deepEqual(held, { seats: 3, segments: 0 })
  })

  test('is not deleted for good meanwhile, nor are its files', async ({ assert }) => {
    const { form, inBin, file } = await place()
    let restored: ReturnType<typeof restore> | undefined
    let purged: Promise<void> | undefined
    await whileHeld(form.creator.workspaceId, SEATS, async (waits) => {
      restored = restore(form, inBin)
      await waits(1)
      const due = 'update deleted_submissions set deleted_at = to_timestamp(0) where id = ?'
      purged = fill(form.creator.workspaceId, due, [inBin]).then(() =>
        purgeSubmissions(new AbortController().signal),
      )
      await Promise.race([purged, waits(2)])
    })
    await purged
    assert.deepEqual((await restored)?.body.data.restored, [inBin])
    const bytes = await form.creator.visitor.get(path(form, `submissions/${inBin}/files/${file}`))
    assert.deepEqual([bytes.status, bytes.text], [200, 'bytes'])
  })

  test('and the same that is sent once more meanwhile do not wait for each other in a circle', async ({
    assert,
  }) => {
    const { form, first, send } = await removedOne()
    let sent: ReturnType<typeof send> | undefined
    let restored: ReturnType<typeof restore> | undefined
    await whileHeld(form.creator.workspaceId, SEATS, async (waits) => {
      restored = restore(form, first)
      await waits(1)
      sent = send()
      await waits(2)
    })
    assert.deepEqual((await restored)?.body.data?.restored, [first])
    assert.equal((await sent)?.status, 201)
  })

  test('and the same that is just being sent once more are two', async ({ assert }) => {
    const { form, first, send } = await removedOne()
    let sent: ReturnType<typeof send> | undefined
    let restored: ReturnType<typeof restore> | undefined
    await whileHeld(form.creator.workspaceId, SEATS, async (waits) => {
      sent = send()
      await waits(1)
      restored = restore(form, first)
      await waits(2)
    })
    const second = (await sent)?.body.data.id
    assert.deepEqual((await restored)?.body.data?.restored, [first])
    assert.notEqual(second, first)
    assert.equal((await send()).body.data.id, second)
  })
})

test.group('Submissions that are deleted together', () => {
  test('and the count of what they claim do not wait for each other in a circle', async ({ assert }) => {
    const form = await publishedForm([textBlock('name01', 'Name', { unique: true })])
    const { visitor, workspaceId } = form.creator
    // in the order of their ids the last one came first
    const ids: string[] = []
    for (const [minute, name01] of ['Ada', 'Bob', 'Cleo'].entries()) {
      const receivedAt = `2026-01-01T00:0${9 - minute}:00Z`
      ids.push(await storeSubmission(workspaceId, form.id, { name01 }, { receivedAt }))
    }
    let deleted: Promise<{ status: number }> | undefined
    let sent: Promise<{ status: number }> | undefined
    await whileHeld(
      form.creator.workspaceId,
      `select from submissions where id = '${ids[1]}' for update`,
      async (waits) => {
        deleted = visitor.post(path(form, 'deletions'), { ids })
        await waits(1)
        sent = submit(form, { name01: 'Dan' })
        await waits(2)
      },
    )
    assert.deepEqual([(await deleted)?.status, (await sent)?.status], [200, 201])
    assert.deepEqual(await inWorkspace(workspaceId, 'select taken from claims'), [{ taken: 1 }])
  })
})
