import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import type { Cursor } from '#app/http/cursor'
import { linkSignals } from '#app/http/abort'
import { goOn } from '#app/http/load_shedding'
import { isNoRoom } from '#app/files/room_errors'
import { refuseFullDisk } from '#app/files/storage'
import { withAdvisoryLock } from '#app/jobs/advisory_lock'
import type { JobIds, Work } from '#app/jobs/jobs'
import type { Table } from '#app/submissions/columns'
import { entryNames, type ExportFormat } from '#app/submissions/csv'
import { filterSql } from '#app/submissions/filter_sql'
import { tableUpTo } from '#app/submissions/load_table'
import { readRows } from '#app/submissions/read_rows'
import { batchAfter, firstLines, piecesOf } from '#app/submissions/export_csv'
import { exportFolder, packZip } from '#app/submissions/export_zip'
import { BOTTOM } from '#app/submissions/stored_rows'
import { readView } from '#app/submissions/view'
import { within } from '#app/workspaces/within'

/** How far the file is on the disk is written down after this many batches. */
const BATCHES = 20
/** How long a file can be had, and how long before its bytes are swept away at the latest, in hours. */
const LIFE = 24
/** So often an export is begun or gone on with. One that ends the process each time ends with this. */
const ATTEMPTS = 5

/** Where the finished file of an export lies. */
export function exportPath(id: string, format: ExportFormat = 'csv'): string {
  return join(exportFolder, `${id}.${format}`)
}

/** Removes whatever files an export has. */
export async function removeExport(id: string): Promise<void> {
  const names = await readdir(exportFolder).catch(() => [])
  const own = names.filter((name) => name.startsWith(`${id}.`))
  await Promise.all(own.map((name) => rm(join(exportFolder, name), { force: true })))
}

interface BegunExport {
  attempts: number
  form_id: string
  search: string
  filter: string
  until: string
  version: number
  rows: number
  /** how much of each of its files is on the disk */
  written: number[]
  cursor: Cursor | null
  title: string
}

/** How far an export is. */
interface Progress {
  rows: number
  written: readonly number[]
  /** where to go on */
  cursor?: Cursor
  stopped?: boolean
  /** the file, once it is done */
  done?: { format: ExportFormat; bytes: number }
}

/** Writes the exports that are asked for. The row counts its attempts and gives up before the queue would. */
export const writeExports: Work = {
  queue: 'exports',
  retries: 1_000,
  pollSeconds: 2,
  atOnce: 2,
  async run(ids, stop) {
    const mine = await withAdvisoryLock(`export ${ids.id}`, async (lost) => {
      const { signal, end } = linkSignals([stop, lost])
      await runExport(ids, signal).finally(end)
    })
    if (!mine) throw new Error('another process still writes this export')
  },
}

/**
 * Writes one export, or goes on with one that was interrupted: its files are cut back to what is known to be on the
 * disk, and the next row is read from there. Told to stop, it leaves the rest to the next one and throws.
 */
export async function runExport(ids: JobIds, stop: AbortSignal): Promise<void> {
  const { workspace_id: workspaceId, id } = ids
  const job = await begin(workspaceId, id)
  if (!job) return
  try {
    await writeExport(workspaceId, id, job, stop)
  } catch (error) {
    if (!isNoRoom(error)) throw error
    await giveUp(workspaceId, id, 'There was too little room on the disk of the server. Export it later.')
  }
}

async function writeExport(
  workspaceId: string,
  id: string,
  job: BegunExport,
  stop: AbortSignal,
): Promise<void> {
  const table = await goOn(() => tableUpTo(workspaceId, job.form_id, job.version))
  await mkdir(exportFolder, { recursive: true })
  const paths = [
    exportPath(id),
    ...table.sections.map((_, index) => join(exportFolder, `${id}.${index}.csv`)),
  ]
  const noteDown = (progress: Progress) => goOn(() => note(workspaceId, id, job.attempts, progress))
  const through = await writeFiles(workspaceId, job, table, paths, noteDown, stop)
  if (!through || table.sections.length === 0) return
  await refuseFullDisk(exportFolder)
  try {
    const headings = table.sections.map(({ heading }) => heading)
    const entries = entryNames(job.title, headings).map((name, index) => ({ name, path: paths[index] }))
    const bytes = await packZip(entries, exportPath(id, 'zip'), stop)
    if (!(await noteDown({ ...through, done: { format: 'zip', bytes } }))) return
  } catch (error) {
    if (stop.aborted) await noteDown({ ...through, cursor: BOTTOM, stopped: true })
    throw error
  }
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

/**
 * Writes all rows into the files of an export. Answers how far it is then; undefined where nobody wants it any more. One
 * file alone is the whole export; several are to be packed, so there is nothing left to read but something to do.
 */
async function writeFiles(
  workspaceId: string,
  job: BegunExport,
  table: Table,
  paths: readonly string[],
  noteDown: (progress: Progress) => Promise<boolean>,
  stop: AbortSignal,
): Promise<Progress | undefined> {
  const view = readView(job.search, job.filter)
  const filters = filterSql(view.filters, table.comparable)
  const files = await GrowingFiles.open(paths, job.cursor ? job.written : undefined)
  try {
    if (!job.cursor) await files.write(firstLines(table))
    let { rows } = job
    let cursor: Cursor | undefined = job.cursor ?? undefined
    let limit = batchAfter(table)
    for (let batch = 1; ; batch++) {
      if (batch % BATCHES === 1) await refuseFullDisk(exportFolder)
      const [most, after] = [limit, cursor]
      const read = await goOn(() =>
        within(workspaceId, (scope) =>
          readRows(scope, { formId: job.form_id, view, filters }, most, after, job.until),
        ),
      )
      for (const pieces of piecesOf(table, read.rows)) await files.write(pieces)
      rows += read.rows.length
      cursor = read.next
      limit = batchAfter(table, read.rows)
      if (cursor && batch % BATCHES > 0 && !stop.aborted) continue
      await files.sync()
      const { written } = files
      if (!cursor && paths.length === 1) {
        await noteDown({ rows, written, done: { format: 'csv', bytes: written[0] } })
        return undefined
      }
      if (!(await noteDown({ rows, written, cursor: cursor ?? BOTTOM, stopped: stop.aborted })))
        return undefined
      stop.throwIfAborted()
      if (!cursor) return { rows, written }
    }
  } finally {
    await files.close()
  }
}

/** Files that are written side by side, from what is known to be on the disk. */
class GrowingFiles {
  readonly #files: readonly FileHandle[]
  /** how much each of them holds */
  readonly written: number[]

  private constructor(files: readonly FileHandle[], written: readonly number[]) {
    this.#files = files
    this.written = [...written]
  }

  /** Cuts each back to what was written of it, or begins anew. */
  static async open(paths: readonly string[], written?: readonly number[]): Promise<GrowingFiles> {
    const files: FileHandle[] = []
    const sizes = paths.map((_, index) => written?.[index] ?? 0)
    try {
      for (const [index, path] of paths.entries()) {
        files.push(await open(path, written ? 'r+' : 'w', 0o600))
        await files[index].truncate(sizes[index])
      }
    } catch (error) {
      await new GrowingFiles(files, sizes).close()
      throw error
    }
    return new GrowingFiles(files, sizes)
  }

  /** Adds a text to each. */
  async write(texts: readonly string[]): Promise<void> {
    for (const [index, file] of this.#files.entries()) {
      // a disk that is almost full takes a part without a word; what is over is refused with the next try
      for (let left = Buffer.from(texts[index]); left.length > 0;) {
        const { bytesWritten } = await file.write(left, 0, null, this.written[index])
        this.written[index] += bytesWritten
        left = left.subarray(bytesWritten)
      }
    }
  }

  async sync(): Promise<void> {
    for (const file of this.#files) await file.datasync()
  }

  async close(): Promise<void> {
    for (const file of this.#files) await file.close()
  }
}

/** Counts the attempt before anything is done; undefined when there is nothing to do, or it was tried too often. */
async function begin(workspaceId: string, id: string): Promise<BegunExport | undefined> {
  const begun = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: BegunExport[] }>(
      `update exports set attempts = attempts + 1, status = 'running'
       where workspace_id = ? and id = ? and status in ('waiting', 'running') and attempts < ${ATTEMPTS}
       returning attempts, form_id, search, filter, until::text as until, version, rows::float8 as rows,
                 written::float8[] as written, cursor,
                 (select title from forms f where f.workspace_id = exports.workspace_id and f.id = form_id) as title`,
      [workspaceId, id],
    )
    return rows[0]
  })
  if (!begun) await giveUp(workspaceId, id, 'The file could not be written.')
  return begun
}

/** Says why an export that is under way comes to nothing; nothing of it stays on the disk. */
async function giveUp(workspaceId: string, id: string, reason: string): Promise<void> {
  const { rowCount } = await within(workspaceId, ({ trx }) =>
    trx.rawQuery<{ rowCount: number }>(
      `update exports set status = 'failed', finished_at = now(), reason = ?
       where workspace_id = ? and id = ? and status in ('waiting', 'running')`,
      [reason, workspaceId, id],
    ),
  )
  if (rowCount > 0) await removeExport(id)
}

/**
 * Writes down how far an export is; false when it is another's by now, or nobody wants it any more. An attempt that
 * was asked to stop is not counted.
 */
async function note(
  workspaceId: string,
  id: string,
  attempt: number,
  { rows, written, cursor, stopped = false, done }: Progress,
): Promise<boolean> {
  return within(workspaceId, async ({ trx }) => {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `update exports set rows = ?, written = ?::bigint[], cursor = ?::jsonb,
              attempts = case when ? then attempts - 1 else attempts end
              ${done ? DONE : ''}
       where workspace_id = ? and id = ? and status = 'running' and attempts = ?`,
      [
        ...[rows, [...written], JSON.stringify(cursor ?? null), stopped],
        ...(done ? [done.format, done.bytes] : []),
        ...[workspaceId, id, attempt],
      ],
    )
    return rowCount === 1
  })
}

const DONE = `, status = 'done', format = ?, bytes = ?, finished_at = now(),
              expires_at = now() + make_interval(hours => ${LIFE})`

/** Removes files that nobody may have any more, and what is known of exports of long ago. */
export async function sweepExports(): Promise<void> {
  const names = await readdir(exportFolder).catch(() => [])
  for (const name of names) {
    const path = join(exportFolder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs >= (LIFE + 1) * 3_600_000) await rm(path, { force: true })
  }
  await db.rawQuery('select forget_exports()')
}
