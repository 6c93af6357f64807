import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/making'
import { countRows } from '#tests/functional/place'
import { open, press, publishedForm, submit } from '#tests/functional/respond/answering'

test.group('Taking a submission', () => {
  test('stores answers by key or by id, with an event for the outbox', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { key: 'name' }),
      textBlock('town01', 'Town', { key: 'town' }),
    ])
    const reply = await submit(form, { name: 'Ada', town01: 'London' })
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.body.data.ignored, [])
    assert.match(reply.body.data.received_at, /^\d{4}-.*Z$/)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('the same key and content get the same answer; other content is refused', async ({ assert }) => {
    const form = await publishedForm()
    const submission_key = randomUUID()
    const first = await submit(form, { name01: 'Ada' }, { submission_key })
    const again = await submit(form, { name01: 'Ada' }, { submission_key })
    assert.equal(again.status, 201, again.text)
    assert.equal(again.body.data.id, first.body.data.id)
    assert.equal(again.body.data.received_at, first.body.data.received_at)
    const other = await submit(form, { name01: 'Eve' }, { submission_key })
    assert.equal(other.status, 409)
    assert.equal(other.body.code, 'E_KEY_REUSED')
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('what is sent at the same moment is stored once each, whatever its neighbours are', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const twice = randomUUID()
    const replies = await Promise.all([
      ...Array.from({ length: 40 }, (_, n) => submit(form, { name01: `Visitor ${n}` })),
      ...['Ada', 'Ada', 'Eve'].map((name01) => submit(form, { name01 }, { submission_key: twice })),
      submit(form, { name01: 'Upper' }, { submission_key: randomUUID().toUpperCase() }),
    ])
    const visitors = replies.slice(0, 40)
    assert.isTrue([...visitors, replies[43]].every((reply) => reply?.status === 201))
    assert.equal(new Set(visitors.map(({ body }) => body.data.id)).size, 40)
    // whoever of the three came first: one submission, and the other content is told so
    const [ada, again, eve] = replies.slice(40)
    assert.equal(ada?.body.data?.id, again?.body.data?.id)
    const refused = ada?.status === 201 ? [eve] : [ada, again]
    assert.isTrue(refused.every((reply) => reply?.body.code === 'E_KEY_REUSED'))
    assert.notEqual(ada?.status, eve?.status)
    const { workspaceId } = form.creator
    assert.equal(await countRows(workspaceId, 'submissions'), 42)
    const { within } = await import('#app/workspaces/within')
    const names = await within(workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string; name: string }[] }>(
        `select id, answers ->> 'name01' as name from submissions`,
      )
      return new Map(rows.map(({ id, name }) => [id, name]))
    })
    for (const [n, reply] of visitors.entries()) assert.equal(names.get(reply.body.data.id), `Visitor ${n}`)
  })

  test('unknown answers are left out and listed; unknown keys of the request are refused', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const lenient = await submit(form, { name01: 'Ada', nobody: 1 })
    assert.equal(lenient.status, 201, lenient.text)
    assert.deepEqual(lenient.body.data.ignored, ['nobody'])
    const strict = await submit(form, { name01: 'Ada' }, { anwsers: {} })
    assert.equal(strict.status, 422)
    assert.equal(strict.body.code, 'E_UNKNOWN_KEYS')
  })

  test('what is larger than answers can be is refused while it comes', async ({ assert }) => {
    const form = await publishedForm()
    const whole = await submit(form, { name01: 'x'.repeat(1024 * 1024) })
    assert.deepEqual([whole.status, whole.body.code], [413, 'E_TOO_LARGE'])
    assert.equal(whole.body.request_id, whole.headers.get('x-request-id'))
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const plain = await press(form.visitor, page, 'send', { 'f.name01': 'x'.repeat(2 * 1024 * 1024) })
    assert.equal(plain.status, 413)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
  })

  test('answers that are missing or wrong are refused with their place', async ({ assert }) => {
    const form = await publishedForm()
    const reply = await submit(form, {})
    assert.equal(reply.status, 422)
    assert.equal(reply.body.code, 'E_ANSWERS')
    assert.deepInclude(reply.body.details[0], { block: 'name01', code: 'required' })
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
  })

  test('what the database cannot keep sign for sign is refused, not stored otherwise', async ({ assert }) => {
    const form = await publishedForm()
    for (const name01 of ['a\0b', '\ud800']) {
      const reply = await submit(form, { name01 })
      assert.equal(reply.status, 422, JSON.stringify(name01))
    }
  })
})
