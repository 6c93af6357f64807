import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page, Single } from '#api_types/answer'
import type { Form } from '#api_types/forms'
import { beginRequest, finishRequest, sweepIdempotentRequests } from '#app/access_tokens/idempotent_requests'
import { within } from '#app/workspaces/within'
import { textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { newProgram, newToken, Program } from '#tests/functional/program'
import { publishedForm } from '#tests/functional/respond/answering'
import { newCreator, Visitor } from '#tests/functional/visitor'

async function scene() {
  const creator = await newCreator()
  const path = `/api/workspaces/${creator.workspaceId}/forms`
  const program = await newProgram(creator.visitor, creator.workspaceId, ['forms:write'])
  const key = randomUUID()
  const send = <T = Single<Form>>(body: unknown, by: Program = program) =>
    by.post<T>(path, body, { 'idempotency-key': key })
  return { creator, path, program, key, send }
}

test.group('Idempotency keys', () => {
  test('a repeat gets the answer of the first, and nothing is made twice', async ({ assert }) => {
    const { creator, send } = await scene()
    const first = await send({ title: 'Once' })
    assert.equal(first.status, 201)
    assert.isNull(first.headers.get('idempotency-replayed'))
    const again = await send({ title: 'Once' })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(await countRows(creator.workspaceId, 'forms'), 1)
  })

  test('of ten at once one is done; the others get its answer or are told to wait', async ({ assert }) => {
    const { creator, send } = await scene()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => send<Single<Form> & { code: string }>({ title: 'Once' })),
    )
    for (const { status, body } of replies)
      assert.isTrue(status === 201 || body.code === 'E_IDEMPOTENCY_UNDER_WAY', `${status} ${body.code}`)
    assert.equal(await countRows(creator.workspaceId, 'forms'), 1)
    assert.equal((await send({ title: 'Once' })).status, 201)
    assert.equal(await countRows(creator.workspaceId, 'forms'), 1)
  })

  test('the same key with another request is a mistake; another token has keys of its own', async ({
    assert,
  }) => {
    const { creator, send } = await scene()
    await send({ title: 'One' })
    const other = await send<{ code: string }>({ title: 'Two' })
    assert.deepEqual([other.status, other.body.code], [409, 'E_IDEMPOTENCY_KEY'])
    const second = await newProgram(creator.visitor, creator.workspaceId, ['forms:write'])
    assert.equal((await send({ title: 'Two' }, second)).status, 201)
    assert.equal(await countRows(creator.workspaceId, 'forms'), 2)
  })

  test('a program sends answers once, too; whoever has no token has only the key of the submission', async ({
    assert,
  }) => {
    const { creator, id } = await publishedForm([textBlock('name01', 'Name')])
    const program = await newProgram(creator.visitor, creator.workspaceId, ['submissions:write'])
    const path = `/api/forms/${id}/submissions`
    const headers = { 'idempotency-key': randomUUID() }
    const answers = { name01: 'Ada' }
    const body = { submission_key: randomUUID(), answers }
    const first = await program.post(path, body, headers)
    assert.equal(first.status, 201)
    const again = await program.post(path, body, headers)
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true'])
    assert.deepEqual(again.body, first.body)
    const anew = { submission_key: randomUUID(), answers }
    const other = await program.post<{ code: string }>(path, anew, headers)
    assert.deepEqual([other.status, other.body.code], [409, 'E_IDEMPOTENCY_KEY'])
    const refused = { 'idempotency-key': randomUUID() }
    assert.equal((await program.post(path, { ...anew, answers: { nothing: 1 } }, refused)).status, 422)
    assert.equal((await program.post(path, anew, refused)).status, 201, 'after a refusal the key is free')
    assert.equal(await countRows(creator.workspaceId, 'submissions'), 2)
    const visitor = new Visitor()
    for (const submission_key of [randomUUID(), randomUUID()])
      assert.equal((await visitor.post(path, { submission_key, answers }, headers)).status, 201)
    assert.equal(await countRows(creator.workspaceId, 'submissions'), 4)
  })

  test('what was refused may be sent again with the same key', async ({ assert }) => {
    const { send } = await scene()
    assert.equal((await send({ title: 1 })).status, 422)
    assert.equal((await send({ title: 'Now right' })).status, 201)
  })

  test('a request whose end nobody knows is not done again', async ({ assert }) => {
    const { creator, path, key, send } = await scene()
    const made = await newToken(creator.visitor, creator.workspaceId, ['forms:write'])
    const program = new Program(made.token)
    const caller = {
      id: made.id,
      workspaceId: creator.workspaceId,
      userId: creator.userId,
      scopes: made.scopes,
    }
    // the process died between what was asked for and its answer
    await beginRequest({ caller, key, request: 'unknown' })
    const reused = await program.post<{ code: string }>(path, { title: 'x' }, { 'idempotency-key': key })
    assert.deepEqual([reused.status, reused.body.code], [409, 'E_IDEMPOTENCY_KEY'])
    const other = randomUUID()
    assert.equal((await program.post(path, { title: 'y' }, { 'idempotency-key': other })).status, 201)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update idempotent_requests set status = null, answer = null where key = ?', [other]),
    )
    const unknown = await program.post<{ code: string }>(path, { title: 'y' }, { 'idempotency-key': other })
    assert.deepEqual([unknown.status, unknown.body.code], [409, 'E_IDEMPOTENCY_UNDER_WAY'])
    assert.equal((await send({ title: 'z' })).status, 201)
  })

  test('answers are kept encrypted for a day, and go with their token', async ({ assert }) => {
    const { creator, program, send } = await scene()
    const { body } = await send({ title: 'Canary of the answer' })
    const kept = () =>
      within(creator.workspaceId, async ({ trx }) => {
        const { rows } = await trx.rawQuery<{ rows: object[] }>('select * from idempotent_requests')
        return JSON.stringify(rows)
      })
    assert.notInclude(await kept(), body.data.id)
    assert.notInclude(await kept(), 'Canary')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update idempotent_requests set created_at = now() - interval '23 hours'`),
    )
    await sweepIdempotentRequests()
    assert.equal((await send({ title: 'Canary of the answer' })).headers.get('idempotency-replayed'), 'true')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update idempotent_requests set created_at = now() - interval '25 hours'`),
    )
    const anew = await send({ title: 'Canary of the answer' })
    assert.notEqual(anew.body.data.id, body.data.id)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update idempotent_requests set created_at = now() - interval '25 hours'`),
    )
    await sweepIdempotentRequests()
    assert.equal(await kept(), '[]')
    await send({ title: 'Another' })
    const path = `/api/workspaces/${creator.workspaceId}/access-tokens`
    const [token] = (await creator.visitor.get<Page<{ id: string }>>(path)).body.data
    await creator.visitor.delete(`${path}/${token.id}`)
    assert.equal(await kept(), '[]')
    assert.equal((await program.get('/api/access-tokens/current')).status, 401)
  })

  test('a token has 10,000 keys a day, and answers of up to 64 kB are kept', async ({ assert }) => {
    const { creator, path, program, send, key } = await scene()
    await send({ title: 'Once' })
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into idempotent_requests (workspace_id, token_id, key, request)
         select workspace_id, token_id, 'key-' || n, request from idempotent_requests, generate_series(2, 10000) n`,
      ),
    )
    const headers = { 'idempotency-key': randomUUID() }
    const refused = await program.post<{ code: string }>(path, { title: 'One more' }, headers)
    assert.deepEqual([refused.status, refused.body.code], [429, 'E_IDEMPOTENCY_ROOM'])
    assert.isAbove(Number(refused.headers.get('retry-after')), 86_000)
    assert.equal(await countRows(creator.workspaceId, 'forms'), 1)
    const [token] = (
      await creator.visitor.get<Page<{ id: string }>>(`/api/workspaces/${creator.workspaceId}/access-tokens`)
    ).body.data
    const { workspaceId, userId } = creator
    const asked = { caller: { id: token.id, workspaceId, userId, scopes: [] }, key, request: 'a' }
    await within(workspaceId, ({ trx }) => trx.rawQuery(`update idempotent_requests set request = 'a'`))
    await finishRequest(asked, 201, { text: 'a'.repeat(60_000) })
    assert.equal((await beginRequest(asked))?.status, 201)
    await finishRequest(asked, 201, { text: 'a'.repeat(70_000) })
    await assert.rejects(() => beginRequest(asked), /too large to keep/)
  })

  test('a key is short ASCII, and a browser has no use for one', async ({ assert }) => {
    const { creator, path, program } = await scene()
    for (const key of ['', 'with space', 'é', 'x'.repeat(201)]) {
      const header = Buffer.from(key).toString('latin1')
      const reply = await program.post(path, { title: 'x' }, { 'idempotency-key': header })
      assert.equal(reply.status, 422, key)
    }
    const headers = { 'idempotency-key': 'same' }
    for (const title of ['One', 'Two'])
      assert.equal((await creator.visitor.post(path, { title }, headers)).status, 201)
  })
})
