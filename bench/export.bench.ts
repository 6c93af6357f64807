import { execFileSync } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import pg from 'pg'
import { boot } from './million/boot.ts'
import { exitCode, figure } from './million/figures.ts'

// CSV of a million submissions with twenty columns. Floors: at least 0.3 of the speed of COPY TO of the same cells,
// less than 150 MB over idle. A million items of sections, in one ZIP, may take no more memory.

const { stop } = await boot()
const { default: env } = await import('#start/env')
const { exportCsv } = await import('#app/submissions/export_csv')
const { exportZip } = await import('#app/submissions/export_zip')
const { exportPath, runExport } = await import('#app/submissions/export_job')
const { within } = await import('#app/workspaces/within')
const { manySubmissions } = await import('./million/many_submissions.ts')
const { manyItems } = await import('./million/many_items.ts')

const { workspaceId, formId, rows } = await manySubmissions()

const rss = () => process.memoryUsage.rss() / 1024 / 1024

/** What COPY TO takes for the same rows: as they are stored, and with each answer in a column of its own. */
async function copy(select: string): Promise<{ seconds: number; bytes: number }> {
  const client = new pg.Client({ connectionString: env.get('DATABASE_URL') })
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId])
  let bytes = 0
  client.connection.on('copyData', ({ chunk }: { chunk: Buffer }) => (bytes += chunk.length))
  const started = performance.now()
  await client.query(`copy (${select}) to stdout with (format csv)`)
  const seconds = (performance.now() - started) / 1000
  await client.query('commit')
  await client.end()
  return { seconds, bytes }
}

const from = `from submissions where workspace_id = '${workspaceId}' and form_id = '${formId}'`
const ids = ['text', 'number', 'choice', 'list'].flatMap((name, kind) =>
  Array.from({ length: [10, 4, 4, 2][kind] }, (_, index) => `answers ->> '${name}${index}00'`),
)
const stored = await copy(`select received_at, answers, id ${from}`)
const cells = await copy(
  `select received_at, ${ids.join(', ')}, id ${from} order by received_at desc, id desc`,
)

const sections = await manyItems(workspaceId)

globalThis.gc?.()
const idle = rss()
let peak = idle
const watcher = setInterval(() => (peak = Math.max(peak, rss())), 20)
let bytes = 0
let lines = -1
const started = performance.now()
for await (const piece of exportCsv(workspaceId, formId, { words: [], filters: [] })) {
  bytes += Buffer.byteLength(piece)
  for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) lines++
  peak = Math.max(peak, rss())
}
const seconds = (performance.now() - started) / 1000
const streaming = peak - idle

globalThis.gc?.()
peak = rss()
const id = await within(workspaceId, async ({ trx }) => {
  const made = await trx.rawQuery<{ rows: { id: string }[] }>(
    'insert into exports (workspace_id, form_id, version) values (?, ?, 1) returning id',
    [workspaceId, formId],
  )
  return made.rows[0].id
})
const begun = performance.now()
await runExport({ workspace_id: workspaceId, id }, new AbortController().signal)
const written = (performance.now() - begun) / 1000
const file = (await stat(exportPath(id))).size
await rm(exportPath(id))
const writing = peak - idle

globalThis.gc?.()
peak = rss()
let zipped = 0
const zipBegun = performance.now()
const view = { words: [], filters: [] }
for await (const piece of exportZip(workspaceId, sections.formId, view, ['Main.csv', 'People.csv']))
  zipped += piece.length
const zipping = (performance.now() - zipBegun) / 1000
clearInterval(watcher)
const zipMemory = peak - idle

const mb = (size: number) => `${(size / 1024 / 1024).toFixed(0)} MB`
figure('rows written', `${lines.toLocaleString('en')}, ${mb(bytes)}`, {
  text: `${rows}`,
  held: lines === rows,
})
figure('COPY TO, rows as stored', `${stored.seconds.toFixed(1)} s, ${mb(stored.bytes)}`)
figure('COPY TO, a column for each answer', `${cells.seconds.toFixed(1)} s, ${mb(cells.bytes)}`)
figure('our CSV', `${seconds.toFixed(1)} s`)
figure('the same by a job, safe on the disk', `${written.toFixed(1)} s, ${mb(file)}`)
figure('ratio to COPY TO of the same cells', (cells.seconds / seconds).toFixed(2), {
  text: '≥ 0.3',
  held: cells.seconds / seconds >= 0.3,
})
figure('ratio to COPY TO of rows as stored', (stored.seconds / seconds).toFixed(2))
figure(
  'memory over idle at the peak of the stream',
  `${streaming.toFixed(0)} MB (idle ${idle.toFixed(0)} MB)`,
  {
    text: '< 150 MB',
    held: streaming < 150,
  },
)
figure('memory over idle at the peak of the job after it', `${writing.toFixed(0)} MB`, {
  text: '< 150 MB',
  held: writing < 150,
})
figure(
  `a ZIP of ${sections.rows.toLocaleString('en')} rows, ${sections.items.toLocaleString('en')} items`,
  `${zipping.toFixed(1)} s, ${mb(zipped)}`,
)
figure('memory over idle at the peak of the ZIP', `${zipMemory.toFixed(0)} MB`, {
  text: '< 150 MB',
  held: zipMemory < 150,
})
console.log(`cores: ${execFileSync('nproc').toString().trim()}`)

await stop()
process.exit(exitCode())
