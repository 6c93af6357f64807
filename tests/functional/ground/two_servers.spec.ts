import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { within } from '#app/workspaces/within'
import { newForm, publish } from '#tests/functional/forms/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { addWebhook, logOf, until } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { fill } from '#tests/functional/place'
import { Visitor } from '#tests/functional/visitor'

interface Export {
  data: { id: string; status: string; rows: number }
}

const WAIT = 0.3

test.group('Two servers on one database', () => {
  test('each attempt is made once and none before its time, each export is written once, each answer is counted once', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open((_, index) => ({ status: index % 2 === 0 ? 500 : 200 }))
    const settings = { DELIVERY_SCHEDULE: `0,${WAIT},${WAIT},${WAIT}` }
    const servers = [await ServerProcess.start(settings), await ServerProcess.start(settings)]
    cleanup(async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await receiver.close()
    })
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const integration = await addWebhook(creator, form, receiver.url)
    const visitors = servers.map(({ url }) => {
      const visitor = new Visitor(url)
      visitor.cookies = new Map(creator.visitor.cookies)
      return visitor
    })
    const count = 30
    const sent = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        visitors[at % 2]?.post(`/api/forms/${form.slug}/submissions`, {
          submission_key: randomUUID(),
          answers: { name01: String(at) },
        }),
      ),
    )
    assert.deepEqual([...new Set(sent.map((reply) => reply?.status))], [201])
    const ended = await until(
      () => logOf(creator, form, integration, '?limit=100'),
      (rows) => rows.length === count && rows.every(({ status }) => status !== 'pending'),
      30_000,
    )
    const each = Map.groupBy(receiver.arrivals, ({ headers }) => headers['webhook-id'])
    assert.equal(each.size, count)
    for (const { id, attempts } of ended) {
      const times = (each.get(id) ?? []).map(({ at }) => at)
      assert.lengthOf(times, attempts)
      for (const [at, time] of times.slice(1).entries()) {
        assert.isAtLeast(time - (times[at] ?? 0), WAIT * 1_000)
      }
      assert.equal(new Set((each.get(id) ?? []).map(({ body }) => body)).size, 1)
    }
    const shown = await until(
      () => creator.visitor.get<{ data: { submissions: number } }>(`/api/forms/${form.id}`),
      ({ body }) => body.data.submissions >= count,
    )
    assert.equal(shown.body.data.submissions, count)

    await fill(
      creator.workspaceId,
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
       select :workspace, :form, 1, gen_random_uuid(), '', '{}' from generate_series(1, 12000)`,
      { workspace: creator.workspaceId, form: form.id },
    )
    const asked = await Promise.all(
      [0, 1, 0, 1].map((which) => visitors[which]?.post<Export>(`/api/forms/${form.id}/exports`, {})),
    )
    // a person has three under way, whichever server they ask
    assert.deepEqual(asked.map((reply) => reply?.status).sort(), [202, 202, 202, 429])
    const all = await until(
      () =>
        within(creator.workspaceId, async ({ trx }) => {
          const { rows } = await trx.rawQuery<{ rows: { status: string; rows: number; attempts: number }[] }>(
            'select status, rows::int, attempts from exports where form_id = ?',
            [form.id],
          )
          return rows
        }),
      (rows) => rows.every(({ status }) => !['waiting', 'running'].includes(status)),
      60_000,
    )
    assert.deepEqual(
      all.map(({ status, rows, attempts }) => [status, rows, attempts]),
      Array.from({ length: 3 }, () => ['done', count + 12_000, 1]),
    )
  }).timeout(150_000)
})
