import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import logger from '@adonisjs/core/services/logger'
import type { Place } from '#app/forms/place'
import { BOM, csvLine } from '#app/submissions/csv'
import { filterSql, type Sql } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { readRows } from '#app/submissions/read_rows'
import { headings, lineOf } from '#app/submissions/export_csv'
import { readView, type View } from '#app/submissions/view'
import type { Table } from '#app/submissions/columns'
import { within } from '#app/workspaces/within'
import env from '#start/env'

/** Rows of one short transaction. */
const BATCH = 2_000
/** How far the file is on the disk is written down after this many batches. */
const BATCHES = 5
/** How long a file can be had, and how long before its bytes are swept away at the latest, in hours. */
const LIFE = 24

const folder = join(env.get('STORAGE_DIR'), 'exports')

/** An export that is this process's to write, for as long as the lease is its own. */
export interface ClaimedExport {
  workspace_id: string
  id: string
  lease: string
}

/** Where the file of an export lies. */
export function exportPath(id: string): string {
  return join(folder, `${id}.csv`)
}

interface Job {
  form_id: string
  search: string
  filter: string
  until: string
  version: number
  rows: number
  bytes: number
  place: Place | null
}

/**
 * Writes one export, or goes on with one that was interrupted: its file is cut back to what is known to be on the
 * disk, and the next row is read from there. Whoever works at it extends its lease with every note of its progress.
 */
export async function runExport(claimed: ClaimedExport, stopped: () => boolean): Promise<void> {
  const { workspace_id: workspaceId, id } = claimed
  const job = await load(claimed)
  if (!job) return
  const view = readView(job.search, job.filter)
  const { table, filters } = await within(workspaceId, async (scope) => {
    const loaded = await loadTable(scope, job.form_id, job.version)
    return { table: loaded, filters: filterSql(view.filters, loaded.comparable) }
  })
  await mkdir(folder, { recursive: true })
  const file = await open(exportPath(id), job.place ? 'r+' : 'w', 0o600)
  try {
    await file.truncate(job.bytes)
    let { rows, bytes } = job
    const write = async (text: string) => {
      const { bytesWritten } = await file.write(Buffer.from(text), 0, null, bytes)
      bytes += bytesWritten
    }
    if (!job.place) await write(BOM + csvLine(headings(table)))
    let place: Place | undefined = job.place ?? undefined
    for (let batch = 1; ; batch++) {
      const read = await nextRows(workspaceId, { job, view, filters }, place)
      if (read.rows.length > 0) await write(linesOf(table, read.rows))
      rows += read.rows.length
      place = read.next
      if (place && batch % BATCHES > 0 && !stopped()) continue
      await file.datasync()
      const stop = stopped()
      if (!(await note(claimed, { rows, bytes, place, stop })) || !place || stop) return
    }
  } finally {
    await file.close()
  }
}

function nextRows(
  workspaceId: string,
  { job, view, filters }: { job: Job; view: View; filters: readonly Sql[] },
  place: Place | undefined,
) {
  return within(workspaceId, (scope) =>
    readRows(scope, { formId: job.form_id, view, filters }, BATCH, place, job.until),
  )
}

function linesOf(table: Table, rows: Parameters<typeof lineOf>[1][]): string {
  return rows.map((row) => lineOf(table, row)).join('')
}

async function load({ workspace_id, id, lease }: ClaimedExport): Promise<Job | undefined> {
  return within(workspace_id, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Job[] }>(
      `select form_id, search, filter, until::text as until, version, rows::float8 as rows, bytes::float8 as bytes,
              place
       from exports where workspace_id = ? and id = ? and lease = ? and status = 'running'`,
      [workspace_id, id, lease],
    )
    return rows[0]
  })
}

/** Writes down how far an export is; false when it is another's by now. Whoever stops leaves it to the next one. */
async function note(
  { workspace_id: workspaceId, id, lease }: ClaimedExport,
  { rows, bytes, place, stop }: { rows: number; bytes: number; place?: Place; stop: boolean },
): Promise<boolean> {
  const done = !place
  return within(workspaceId, async ({ trx }) => {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `update exports set rows = ?, bytes = ?, place = ?::jsonb, attempts = 1,
              leased_until = case when ? then '-infinity' else now() + interval '30 seconds' end,
              status = case when ? then 'done' else status end,
              finished_at = case when ? then now() end,
              expires_at = case when ? then now() + make_interval(hours => ${LIFE}) end
       where workspace_id = ? and id = ? and status = 'running' and lease = ?`,
      [rows, bytes, JSON.stringify(place ?? null), stop, done, done, done, workspaceId, id, lease],
    )
    return rowCount === 1
  })
}

/** Says that an export cannot be written; it is not tried again. */
export async function failExport({ workspace_id: workspaceId, id, lease }: ClaimedExport): Promise<void> {
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `update exports set status = 'failed', finished_at = now(), reason = 'The file could not be written.'
       where workspace_id = ? and id = ? and lease = ?`,
      [workspaceId, id, lease],
    ),
  )
}

/** Removes files that nobody may have any more. */
export async function sweepExports(): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs < (LIFE + 1) * 3_600_000) continue
    await rm(path, { force: true })
    logger.debug({ name }, 'an old export was removed')
  }
}
