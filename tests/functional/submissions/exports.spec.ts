import { appendFile, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { type ClaimedExport, exportPath, runExport } from '#app/submissions/export_job'
import { within } from '#app/workspaces/within'
import { newForm, publish } from '#tests/functional/forms/making'
import { storeSubmission } from '#tests/functional/submissions/storing'
import type { Creator } from '#tests/functional/visitor'

interface Export {
  data: {
    id: string
    status: string
    rows: number
    bytes: number
    file: string | null
    expires_at: string | null
  }
}

async function manyRows(creator: Creator, formId: string, rows: number) {
  await within(creator.workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
       select ?, ?, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'n' || n), 'row ' || n
       from generate_series(1, ?::int) n`,
      [creator.workspaceId, formId, rows],
    ),
  )
}

/** Takes an export as the loop does, whoever else might look for one. */
async function claim(creator: Creator, id: string): Promise<ClaimedExport> {
  return within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: ClaimedExport[] }>(
      `update exports set status = 'running', lease = gen_random_uuid(), leased_until = now() + interval '1 hour'
       where id = ? returning workspace_id, id, lease`,
      [id],
    )
    return rows[0]
  })
}

/** An export nobody works at yet. */
async function waiting(creator: Creator, formId: string): Promise<string> {
  return within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `insert into exports (workspace_id, form_id, version, leased_until) values (?, ?, 1, 'infinity') returning id`,
      [creator.workspaceId, formId],
    )
    return rows[0].id
  })
}

const names = (text: string): string[] => {
  const [, ...rows]: string[][] = parse(text, { bom: true })
  return rows.map((row) => row[1])
}

test.group('Exports', () => {
  test('a job writes the file, says how far it is, and the file can be had', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 12_345)
    const asked = await creator.visitor.post<Export>(`/api/forms/${form.slug}/exports`, {})
    assert.equal(asked.status, 202)
    const url = `/api/forms/${form.slug}/exports/${asked.body.data.id}`
    let shown = await creator.visitor.get<Export>(url)
    while (['waiting', 'running'].includes(shown.body.data.status))
      shown = await creator.visitor.get<Export>(url)
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
    const id = await waiting(creator, form.id)
    const first = await claim(creator, id)
    let asked = 0
    await runExport(first, () => ++asked > 1)
    // what a process that died had written but not noted down
    await appendFile(exportPath(id), 'half a li')
    await storeSubmission(creator.workspaceId, form.id, { name01: 'newer' })
    const second = await claim(creator, id)
    await runExport(first, () => false)
    await runExport(second, () => false)
    const written = names(await readFile(exportPath(id), 'utf8'))
    assert.lengthOf(written, 7_000)
    assert.equal(new Set(written).size, 7_000)
    assert.notInclude(written, 'newer')
    const { rows } = await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: { status: string; rows: number }[] }>(
        'select status, rows::int as rows from exports where id = ?',
        [id],
      ),
    )
    assert.deepEqual(rows, [{ status: 'done', rows: 7_000 }])
  })

  test('an export holds what the view shows', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await manyRows(creator, form.id, 300)
    const url = `/api/forms/${form.slug}/exports`
    const filter = JSON.stringify({ all: [{ block: 'name01', op: 'ends-with', value: '0' }] })
    const asked = await creator.visitor.post<Export>(url, { search: 'row 1', filter })
    let shown = asked
    while (!shown.body.data.file) shown = await creator.visitor.get<Export>(`${url}/${asked.body.data.id}`)
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
