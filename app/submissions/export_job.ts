import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import type { Cursor } from '#app/forms/cursor'
import { linkSignals } from '#app/http/abort'
import { withAdvisoryLock } from '#app/jobs/advisory_lock'
import type { JobIds, Work } from '#app/jobs/jobs'
import { BOM, csvLine } from '#app/submissions/csv'
import { filterSql, type Comparison } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { readRows } from '#app/submissions/read_rows'
import { BATCH, headings, lineOf } from '#app/submissions/export_csv'
import { readView, type View } from '#app/submissions/view'
import type { Table } from '#app/submissions/columns'
import { within } from '#app/workspaces/within'
import env from '#start/env'

/** How far the file is on the disk is written down after this many batches. */
const BATCHES = 20
/** How long a file can be had, and how long before its bytes are swept away at the latest, in hours. */
const LIFE = 24
/** How long it is known that there was an export, in days. */
const KEEP = 30
/** So often an export is begun or gone on with. One that ends the process each time ends with this. */
const ATTEMPTS = 5

const folder = join(env.get('STORAGE_DIR'), 'exports')

/** Where the file of an export lies. */
export function exportPath(id: string): string {
  return join(folder, `${id}.csv`)
}

interface Begun {
  attempts: number
  form_id: string
  search: string
  filter: string
  until: string
  version: number
  rows: number
  bytes: number
  cursor: Cursor | null
}

/** Writes the exports that are asked for. The row counts its attempts and gives up before the queue would. */
export const writeExports: Work = {
  queue: 'exports',
  retries: 1_000,
  pollSeconds: 2,
  async run(ids, stop) {
    const mine = await withAdvisoryLock(`export ${ids.id}`, async (lost) => {
      const { signal, end } = linkSignals([stop, lost])
      await runExport(ids, signal).finally(end)
    })
    if (!mine) throw new Error('another process still writes this export')
  },
}

/**
 * Writes one export, or goes on with one that was interrupted: its file is cut back to what is known to be on the
 * disk, and the next row is read from there. Told to stop, it leaves the rest to the next one and throws.
 */
export async function runExport(ids: JobIds, stop: AbortSignal): Promise<void> {
  const { workspace_id: workspaceId, id } = ids
  const job = await begin(workspaceId, id)
  if (!job) return
  const view = readView(job.search, job.filter)
  const { table, filters } = await within(workspaceId, async (scope) => {
    const loaded = await loadTable(scope, job.form_id, job.version)
    return { table: loaded, filters: filterSql(view.filters, loaded.comparable) }
  })
  await mkdir(folder, { recursive: true })
  const file = await open(exportPath(id), job.cursor ? 'r+' : 'w', 0o600)
  try {
    await file.truncate(job.bytes)
    let { rows, bytes } = job
    const write = async (text: string) => {
      // a disk that is almost full takes a part without a word; what is over is refused with the next try
      for (let left = Buffer.from(text); left.length > 0;) {
        const { bytesWritten } = await file.write(left, 0, null, bytes)
        bytes += bytesWritten
        left = left.subarray(bytesWritten)
      }
    }
    if (!job.cursor) await write(BOM + csvLine(headings(table)))
    let cursor: Cursor | undefined = job.cursor ?? undefined
    for (let batch = 1; ; batch++) {
      const read = await nextRows(workspaceId, { job, view, filters }, cursor)
      if (read.rows.length > 0) await write(linesOf(table, read.rows))
      rows += read.rows.length
      cursor = read.next
      if (cursor && batch % BATCHES > 0 && !stop.aborted) continue
      await file.datasync()
      const progress = { rows, bytes, cursor, stopped: cursor !== undefined && stop.aborted }
      if (!(await note(workspaceId, id, job.attempts, progress)) || !cursor) return
      stop.throwIfAborted()
    }
  } finally {
    await file.close()
  }
}

function nextRows(
  workspaceId: string,
  { job, view, filters }: { job: Begun; view: View; filters: readonly Comparison[] },
  cursor: Cursor | undefined,
) {
  return within(workspaceId, (scope) =>
    readRows(scope, { formId: job.form_id, view, filters }, BATCH, cursor, job.until),
  )
}

function linesOf(table: Table, rows: Parameters<typeof lineOf>[1][]): string {
  return rows.map((row) => lineOf(table, row)).join('')
}

/** Counts the attempt before anything is done; undefined when there is nothing to do, or it was tried too often. */
async function begin(workspaceId: string, id: string): Promise<Begun | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Begun[] }>(
      `update exports set attempts = attempts + 1, status = 'running'
       where workspace_id = ? and id = ? and status in ('waiting', 'running') and attempts < ${ATTEMPTS}
       returning attempts, form_id, search, filter, until::text as until, version, rows::float8 as rows,
                 bytes::float8 as bytes, cursor`,
      [workspaceId, id],
    )
    if (rows.length === 0) {
      await trx.rawQuery(
        `update exports set status = 'failed', finished_at = now(), reason = 'The file could not be written.'
         where workspace_id = ? and id = ? and status in ('waiting', 'running')`,
        [workspaceId, id],
      )
    }
    return rows[0]
  })
}

/**
 * Writes down how far an export is; false when it is another's by now, or nobody wants it any more. An attempt that
 * was asked to stop is not counted.
 */
async function note(
  workspaceId: string,
  id: string,
  attempt: number,
  { rows, bytes, cursor, stopped }: { rows: number; bytes: number; cursor?: Cursor; stopped: boolean },
): Promise<boolean> {
  const done = !cursor
  return within(workspaceId, async ({ trx }) => {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `update exports set rows = ?, bytes = ?, cursor = ?::jsonb,
              attempts = case when ? then attempts - 1 else attempts end,
              status = case when ? then 'done' else status end,
              finished_at = case when ? then now() end,
              expires_at = case when ? then now() + make_interval(hours => ${LIFE}) end
       where workspace_id = ? and id = ? and status = 'running' and attempts = ?`,
      [rows, bytes, JSON.stringify(cursor ?? null), stopped, done, done, done, workspaceId, id, attempt],
    )
    return rowCount === 1
  })
}

/** Removes files that nobody may have any more, and what is known of exports of long ago. */
export async function sweepExports(): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs >= (LIFE + 1) * 3_600_000) await rm(path, { force: true })
  }
  await db.rawQuery(`select forget_exports(make_interval(days => ${KEEP}))`)
}
