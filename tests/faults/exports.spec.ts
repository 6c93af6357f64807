import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { Installation } from '#tests/faults/installation'
import { publishForm } from '#tests/faults/setting'
import { until } from '#tests/functional/integrations/factories'

const ROWS = 150_000
const PATIENCE = 120_000

interface Progress {
  status: string
  rows: number
  attempts: number
}

test.group('Exports', () => {
  test('an export goes on after a stop and after a kill in the middle, within seconds, and every row is there once', async ({
    assert,
    cleanup,
  }) => {
    const installation = await Installation.make()
    cleanup(() => installation.remove())
    await installation.start()
    const form = await publishForm(installation.url, 'https://example.com/')
    const database = await installation.look()
    cleanup(() => database.end())
    await database.query(
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
       select $1, $2, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'n' || n) from generate_series(1, $3) n`,
      [form.workspaceId, form.id, ROWS],
    )
    const progress = async () => {
      const { rows } = await database.query<Progress>(
        'select status, rows::int as rows, attempts from exports',
      )
      return rows[0]
    }

    const asked = await form.creator.post(`/api/forms/${form.id}/exports`, {})
    assert.equal(asked.status, 202)
    await until(progress, ({ rows }) => rows > 0, PATIENCE)
    const stopped = await installation.terminate()
    assert.equal(stopped.code, 0)
    assert.isBelow(stopped.ms, 10_000)
    const first = await progress()
    assert.deepInclude(first, { status: 'running', attempts: 0 })
    assert.isBelow(first.rows, ROWS)

    await installation.start()
    await until(progress, ({ rows }) => rows > first.rows, PATIENCE)
    await installation.kill()
    const second = await progress()
    assert.deepInclude(second, { status: 'running', attempts: 1 })
    assert.isBelow(second.rows, ROWS)

    const began = performance.now()
    await installation.start()
    const done = await until(progress, ({ status }) => status === 'done' || status === 'failed', PATIENCE)
    assert.deepEqual(done, { status: 'done', rows: ROWS, attempts: 2 })
    assert.isBelow(performance.now() - began, 45_000)

    const list = await form.creator.get<{ data: { file: string }[] }>(`/api/forms/${form.id}/exports`)
    const file = await form.creator.get(list.body.data[0].file)
    assert.equal(file.status, 200)
    const [, ...rows]: string[][] = parse(file.text, { bom: true })
    assert.lengthOf(rows, ROWS)
    assert.equal(new Set(rows.map(([, name]) => name)).size, ROWS)
    assert.equal(new Set(rows.map((row) => row[row.length - 1])).size, ROWS)
  })
})
