import { access, appendFile, mkdir, readFile, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import { exportPath, runExport, sweepExports, writeExports } from '#app/submissions/export_job'
import { within } from '#app/workspaces/within'
import { newForm, publish } from '#tests/functional/forms/factories'
import { until } from '#tests/functional/integrations/factories'
import { storeSubmission } from '#tests/functional/submissions/storing'
import type { Creator } from '#tests/functional/visitor'
import env from '#start/env'
import { fill } from '#tests/functional/place'

interface Export {
  data: {
    id: string
    status: string
    rows: number
    bytes: number
    total: number | null
    search: string
    file: string | null
    expires_at: string | null
  }
}

async function manyRows(creator: Creator, formId: string, rows: number) {
  await fill(
    creator.workspaceId,
    `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
     select ?, ?, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'n' || n), 'row ' || n
     from generate_series(1, ?::int) n`,
    [creator.workspaceId, formId, rows],
  )
}

/** An export nobody works at yet. */
async function waiting(creator: Creator, formId: string): Promise<{ workspace_id: string; id: string }> {
  return within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
      `insert into exports (workspace_id, form_id, version) values (?, ?, 1) returning workspace_id, id`,
      [creator.workspaceId, formId],
    )
    return rows[0]
  })
}

interface Record {
  status: string
  rows: number
  attempts: number
  reason: string | null
}

async function record(creator: Creator, id: string): Promise<Record | undefined> {
  return within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Record[] }>(
      'select status, rows::int as rows, attempts, reason from exports where id = ?',
      [id],
    )
    return rows[0]
  })
}

const never = new AbortController().signal

const names = (text: string): string[] => {
  const [, ...rows]: string[][] = parse(text, { bom: true })
  return rows.map((row) => row[1])
}

test.group('Exports', (group) => {
  group.setup(async () => {
    await startJobs([writeExports])
    return stopJobs
  })

  test('a job writes the file, says how far it is, and the file can be had', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 12_345)
    const asked = await creator.visitor.post<Export>(`/api/forms/${form.slug}/exports`, {})
    assert.equal(asked.status, 202)
    const url = `/api/forms/${form.slug}/exports/${asked.body.data.id}`
    const shown = await until(
      () => creator.visitor.get<Export>(url),
      ({ body }) => !['waiting', 'running'].includes(body.data.status),
    )
    assert.deepInclude(shown.body.data, { status: 'done', rows: 12_345 })
    const file = await creator.visitor.get(String(shown.body.data.file))
    assert.equal(file.status, 200)
    assert.equal(file.headers.get('content-length'), String(shown.body.data.bytes))
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="A form /)
    assert.equal(new Set(names(file.text)).size, 12_345)
    const csv = await creator.visitor.get(`/api/forms/${form.slug}/submissions.csv`)
    assert.equal(file.text, csv.text)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update exports set expires_at = now() where id = ?`, [asked.body.data.id]),
    )
    assert.equal((await creator.visitor.get<Export>(url)).body.data.status, 'expired')
    assert.equal((await creator.visitor.get(`${url}/file`)).status, 404)
  })

  test('an interrupted one goes on where the file was safe, and takes in nothing newer', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 7_000)
    const ids = await waiting(creator, form.id)
    const { id } = ids
    await assert.rejects(() => runExport(ids, AbortSignal.abort()))
    assert.deepEqual(await record(creator, id), { status: 'running', rows: 500, attempts: 0, reason: null })
    // what a process that died had written but not noted down
    await appendFile(exportPath(id), 'half a li')
    await storeSubmission(creator.workspaceId, form.id, { name01: 'newer' })
    await runExport(ids, never)
    const written = names(await readFile(exportPath(id), 'utf8'))
    assert.lengthOf(written, 7_000)
    assert.equal(new Set(written).size, 7_000)
    assert.notInclude(written, 'newer')
    assert.deepEqual(await record(creator, id), { status: 'done', rows: 7_000, attempts: 1, reason: null })
  })

  test('who was overtaken by another process notes nothing down any more', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 40_000)
    const ids = await waiting(creator, form.id)
    const overtaken = runExport(ids, never)
    await until(
      () => record(creator, ids.id),
      (row) => row?.status === 'running',
    )
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update exports set attempts = attempts + 1 where id = ?', [ids.id]),
    )
    await overtaken
    assert.equal((await record(creator, ids.id))?.status, 'running')
    await runExport(ids, never)
    assert.equal(new Set(names(await readFile(exportPath(ids.id), 'utf8'))).size, 40_000)
  })

  test('one that is interrupted five times has failed, and says so', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const ids = await waiting(creator, form.id)
    const attempts = (count: number) =>
      within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(`update exports set status = 'running', attempts = ? where id = ?`, [count, ids.id]),
      )
    await attempts(5)
    await runExport(ids, never)
    const reason = 'The file could not be written.'
    assert.deepEqual(await record(creator, ids.id), { status: 'failed', rows: 0, attempts: 5, reason })
    await attempts(4)
    await runExport(ids, never)
    assert.equal((await record(creator, ids.id))?.status, 'done')
  })

  test('people see their own exports, and end them', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 10)
    const url = `/api/forms/${form.slug}/exports`
    const whole = await creator.visitor.post<Export>(url, {})
    const some = await creator.visitor.post<Export>(url, { search: 'row 1' })
    const strangers = await waiting(creator, form.id)
    const list = await creator.visitor.get<{ data: Export['data'][] }>(url)
    assert.deepEqual(
      list.body.data.map(({ id, total, search }) => ({ id, total, search })),
      [
        { id: some.body.data.id, total: null, search: 'row 1' },
        { id: whole.body.data.id, total: whole.body.data.total, search: '' },
      ],
    )
    const one = `${url}/${whole.body.data.id}`
    await until(
      () => creator.visitor.get<Export>(one),
      ({ body }) => body.data.file !== null,
    )
    assert.equal((await creator.visitor.delete(one)).status, 204)
    assert.equal((await creator.visitor.get(one)).status, 404)
    await assert.rejects(() => access(exportPath(whole.body.data.id)))
    assert.equal((await creator.visitor.delete(one)).status, 404)
    assert.equal((await creator.visitor.delete(`${url}/${strangers.id}`)).status, 404)
    // a job whose export is gone has nothing to do
    await runExport({ workspace_id: creator.workspaceId, id: whole.body.data.id }, never)
    await assert.rejects(() => access(exportPath(whole.body.data.id)))
  })

  test('a person has three under way at most, and is told', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 2)
    const ask = () => creator.visitor.post<Export & { code: string }>(`/api/forms/${form.id}/exports`, {})
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into exports (workspace_id, form_id, created_by, version)
         select ?, ?, ?, 1 from generate_series(1, 3)`,
        [creator.workspaceId, form.id, creator.userId],
      ),
    )
    const refused = await ask()
    assert.deepEqual([refused.status, refused.body.code], [429, 'E_EXPORTS_UNDER_WAY'])
    await within(creator.workspaceId, ({ trx }) => trx.rawQuery(`update exports set status = 'failed'`))
    assert.equal((await ask()).status, 202)
  })

  test('of what a person had written the ten newest files stay', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 2)
    const done = await within(creator.workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
        `insert into exports (workspace_id, form_id, created_by, version, status, created_at, expires_at)
         select ?, ?, ?, 1, 'done', now() - n * interval '1 minute', now() + interval '1 hour'
         from generate_series(1, 11) n returning id`,
        [creator.workspaceId, form.id, creator.userId],
      )
      return rows.map(({ id }) => id)
    })
    await mkdir(dirname(exportPath('')), { recursive: true })
    for (const id of done) await appendFile(exportPath(id), 'rows')
    const url = `/api/forms/${form.id}/exports`
    assert.equal((await creator.visitor.post(url, {})).status, 202)
    await assert.rejects(() => access(exportPath(done[10])))
    await assert.rejects(() => access(exportPath(done[9])))
    await access(exportPath(done[8]))
    assert.equal((await creator.visitor.get<Export>(`${url}/${done[9]}`)).body.data.status, 'expired')
    assert.equal((await creator.visitor.get<Export>(`${url}/${done[8]}`)).body.data.status, 'done')
  })

  test('a disk with too little free takes none, and nothing of it stays', async ({ assert, cleanup }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 2)
    const ids = await waiting(creator, form.id)
    cleanup(() => env.set('DISK_FLOOR_GB', 1))
    env.set('DISK_FLOOR_GB', 1_000_000)
    await runExport(ids, never)
    const told = await record(creator, ids.id)
    assert.equal(told?.status, 'failed')
    assert.include(told?.reason, 'too little room')
    await assert.rejects(() => access(exportPath(ids.id)))
  })

  test('files that nobody may have any more are swept away, with what is known of old exports', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const ids = [await waiting(creator, form.id), await waiting(creator, form.id)]
    for (const one of ids) await runExport(one, never)
    const [old, young] = ids.map(({ id }) => exportPath(id))
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
    await utimes(old, hours(26), hours(26))
    await utimes(young, hours(24), hours(24))
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update exports set created_at = now() - interval '31 days' where id = ?`, [ids[0].id]),
    )
    await sweepExports()
    await assert.rejects(() => access(old))
    await access(young)
    assert.isUndefined(await record(creator, ids[0].id))
    assert.equal((await record(creator, ids[1].id))?.status, 'done')
  })

  test('an export holds what the view shows', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 300)
    const url = `/api/forms/${form.slug}/exports`
    const filter = JSON.stringify({ all: [{ field: 'name01', op: 'ends-with', value: '0' }] })
    const asked = await creator.visitor.post<Export>(url, { search: 'row 1', filter })
    const shown = await until(
      () => creator.visitor.get<Export>(`${url}/${asked.body.data.id}`),
      ({ body }) => body.data.file !== null,
    )
    const file = await creator.visitor.get(shown.body.data.file ?? '')
    const csv = await creator.visitor.get(
      `/api/forms/${form.slug}/submissions.csv?${new URLSearchParams({ search: 'row 1', filter })}`,
    )
    assert.equal(file.text, csv.text)
    assert.isAbove(names(file.text).length, 5)
    assert.equal((await creator.visitor.post(url, { filter: 'x' })).status, 422)
    assert.equal((await creator.visitor.post(url, { surprise: 1 })).status, 422)
  })
})
