import { test } from '@japa/runner'
import { transaction } from '#app/workspaces/transaction'
import { patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { formIn, open, press, publishedForm, submit } from '#tests/functional/respond/answering'
import type { Creator } from '#tests/functional/visitor'

const seats = (capacity: number, more: Record<string, unknown> = {}) => ({
  ...{ id: 'bslot1', kind: 'select', v: 1, key: 'slot', label: 'Slot' },
  settings: {
    options: [
      { id: 'early', label: 'Early', capacity },
      { id: 'late', label: 'Late' },
    ],
    ...more,
  },
})

async function placeOf(creator: Creator, form: string, block: string): Promise<string | undefined> {
  const { body } = await creator.visitor.get<{ data: { rows: { block_id: string; position: string }[] } }>(
    `/api/forms/${form}/draft`,
  )
  return body.data.rows.find(({ block_id }) => block_id === block)?.position
}

const UNLIMITED = [
  { id: 'early', label: 'Early' },
  { id: 'late', label: 'Late' },
]

/** Publishes the form with its choice as it is now. */
async function change(creator: Creator, id: string, block: ReturnType<typeof seats>): Promise<void> {
  const { v, key, label, settings } = block
  const position = await placeOf(creator, id, 'bslot1')
  const op = { op: 'put', block_id: 'bslot1', kind: 'select', position, content: { v, key, label, settings } }
  const done = await patch(creator, id, await revisionOf(creator, id), [op])
  if (done.status !== 200) throw new Error(done.text)
  await publish(creator, id)
}

test.group('Capacity of options', () => {
  test('of 200 who choose an option at once exactly 20 get it; deleting one makes room', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), seats(20)])
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => submit(form, { name01: `Visitor ${n}`, slot: 'early' })),
    )
    const taken = replies.filter(({ status }) => status === 201)
    assert.lengthOf(taken, 20)
    const refused = replies.find(({ status }) => status !== 201)
    assert.equal(refused?.status, 422)
    assert.containsSubset(refused?.body.details, [
      { block: 'bslot1', code: 'not-accepted', params: { reason: 'full', option: 'Early', usedUp: 'early' } },
    ])
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 20)
    assert.equal((await submit(form, { slot: 'late' })).status, 201)
    const gone = `/api/forms/${form.id}/submissions/${taken[0]?.body.data.id}`
    assert.equal((await form.creator.visitor.delete(gone)).status, 204)
    const again = await Promise.all(Array.from({ length: 5 }, () => submit(form, { slot: 'early' })))
    assert.lengthOf(
      again.filter(({ status }) => status === 201),
      1,
    )
  })

  test('a page says how many are left; who comes too late without JavaScript keeps what was typed', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), seats(2)])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.include(page.html, '2 left')
    assert.notInclude(page.html, 'capacity')
    await Promise.all([submit(form, { slot: 'early' }), submit(form, { slot: 'early' })])
    const late = await press(form.visitor, page, 'send', { 'f.name01': 'Ada', 'f.bslot1': 'early' })
    assert.equal(late.status, 422)
    assert.include(late.text, '“Early” is full now. Choose something else.')
    assert.include(late.text, 'value="Ada"')
    const next = await press(form.visitor, formIn(late.text), 'send', {
      'f.name01': 'Ada',
      'f.bslot1': 'late',
    })
    assert.equal(next.status, 303)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 3)
  })

  test('while earlier answers take long to be counted pages come, and answers are asked for again', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), seats(50, { options: UNLIMITED })])
    const { creator, id, slug, visitor } = form
    await submit(form, { slot: 'early' })
    await change(creator, id, seats(2))
    await transaction(async (trx) => {
      await trx.rawQuery("select set_config('app.workspace_id', ?, true)", [creator.workspaceId])
      await trx.rawQuery('select from submissions for update')
      const page = await open(visitor, `/forms/${slug}`)
      assert.include(page.html, 'Early')
      assert.notMatch(page.html, /\d left/)
      const refused = await submit(form, { slot: 'early' })
      assert.deepEqual([refused.status, refused.body.code], [503, 'E_BUSY'])
      assert.equal((await submit(form, { name01: 'Ada' })).status, 201)
    })
    assert.equal((await submit(form, { slot: 'early' })).status, 201)
    assert.equal((await submit(form, { slot: 'early' })).status, 422)
  })

  test('a capacity that comes later counts those that were there, and holds for who saw the form before', async ({
    assert,
  }) => {
    const form = await publishedForm([seats(50)])
    for (let n = 0; n < 3; n += 1) await submit(form, { slot: 'early' })
    const { creator, id } = form
    await change(creator, id, seats(4))
    assert.equal((await submit(form, { slot: 'early' }, { version: 1 })).status, 201)
    assert.equal((await submit(form, { slot: 'early' }, { version: 1 })).status, 422)
    // an option that had none
    const late = { id: 'late', label: 'Late', capacity: 2 }
    assert.equal((await submit(form, { slot: 'late' })).status, 201)
    await change(creator, id, seats(9, { options: [{ id: 'early', label: 'Early', capacity: 5 }, late] }))
    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.match(page.html, /Early.*1 left.*Late.*1 left/s)
    assert.equal((await submit(form, { slot: 'late' })).status, 201)
    assert.equal((await submit(form, { slot: 'late' })).status, 422)
    assert.equal((await submit(form, { slot: 'early' })).status, 201)
    assert.equal((await submit(form, { slot: 'early' })).status, 422)
  })
})
