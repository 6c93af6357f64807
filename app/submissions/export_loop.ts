import logger from '@adonisjs/core/services/logger'
import { type ClaimedExport, failExport, runExport, sweepExports } from '#app/submissions/export_job'
import { purgeForms } from '#app/submissions/purge_forms'
import { pool } from '#app/workspaces/pool'

/** How often to look for exports that another process left behind, in milliseconds. */
const POLL = 15_000

let running: Promise<void> | undefined
let timer: NodeJS.Timeout | undefined
let again = false
let sweep: Promise<void> | undefined
let stopped = false

/** Begins to look for exports: those that are asked for, and those that a process which died left behind. */
export function startExports(): void {
  stopped = false
  wakeExports()
  timer = setInterval(() => {
    wakeExports()
    sweep ??= sweepAll().finally(() => (sweep = undefined))
  }, POLL)
  timer.unref()
}

/** There is an export to write. One is written at a time. */
export function wakeExports(): void {
  if (stopped) return
  again = true
  running ??= work().finally(() => (running = undefined))
}

/** Stops after the batch that is being written; the export goes on when a process finds it. */
export async function stopExports(): Promise<void> {
  stopped = true
  clearInterval(timer)
  await Promise.all([running, sweep])
}

async function work(): Promise<void> {
  while (again && !stopped) {
    again = false
    for (let job = await claim(); job && !stopped; job = await claim()) await write(job)
  }
}

/** Removes what has had its time: files of exports, and forms from the bin. */
async function sweepAll(): Promise<void> {
  try {
    await sweepExports()
    await purgeForms()
  } catch (error) {
    if (!stopped) logger.warn({ err: error }, 'what has had its time was not removed')
  }
}

async function claim(): Promise<ClaimedExport | undefined> {
  try {
    const { rows } = await pool().query<ClaimedExport>(
      `select workspace_id, id, lease from claim_export(interval '30 seconds')`,
    )
    return rows[0]
  } catch (error) {
    if (!stopped) logger.warn({ err: error }, 'could not look for exports')
    return undefined
  }
}

async function write(claimed: ClaimedExport): Promise<void> {
  try {
    await runExport(claimed, () => stopped)
  } catch (error) {
    logger.error({ err: error, export: claimed.id }, 'an export failed')
    await failExport(claimed).catch(() => {})
  }
}
