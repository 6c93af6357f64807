import { setTimeout as rest } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { eachByItself } from '#app/jobs/each_by_itself'
import { within } from '#app/workspaces/within'

/** Forms with fewer submissions are filtered fast enough row by row. */
const MANY = 50_000
/** Submissions of one segment, at most and at least. */
export const SEGMENT = 4_000
const LEAST = 250
/** What one segment may take, in milliseconds: who deletes a submission of the form waits so long. */
const LONG = 1_000
/** After each segment it rests so many times as long as that took, so that submissions have the machine. */
const RESTS = 9

/** Packs what forms with many submissions have got since the last time, oldest first. */
export async function packSegments(signal: AbortSignal, rests = RESTS): Promise<void> {
  const { rows } = await db.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
    'select workspace_id, id from forms_to_pack(?, ?)',
    [MANY, SEGMENT],
  )
  await eachByItself(rows, signal, ({ workspace_id, id }) => packForm(workspace_id, id, signal, rests))
}

/** Packs a form in runs that do not take long, however much each submission says and however slow the machine is. */
async function packForm(
  workspaceId: string,
  formId: string,
  signal: AbortSignal,
  rests: number,
): Promise<void> {
  for (let rows = await firstRun(workspaceId, formId); ;) {
    const began = performance.now()
    let packed: number | undefined
    try {
      packed = await packSegment(workspaceId, formId, rows)
    } catch (error) {
      if (rows === LEAST || !tookTooLong(error)) throw error
      packed = 0
    }
    if (packed === undefined) return
    const took = performance.now() - began
    rows = fitting(took > LONG ? rows / 2 : took < LONG / 3 ? rows * 2 : rows)
    await rest(rests * took, undefined, { signal })
  }
}

function fitting(rows: number): number {
  return Math.round(Math.max(LEAST, Math.min(SEGMENT, rows)))
}

/** As many as the newest run has, or a few more: what fitted then will fit now. */
async function firstRun(workspaceId: string, formId: string): Promise<number> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { rows: number }[] }>(
      `select rows from submission_segments where workspace_id = ? and form_id = ?
       order by from_at desc, from_id desc limit 1`,
      [workspaceId, formId],
    )
    return fitting(rows[0] ? rows[0].rows * 2 : SEGMENT)
  })
}

/** True when the database ended a transaction because of its time. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P04'
}

/** Packs the next segment of a form. Answers how many submissions it holds; undefined when there is none to pack. */
export async function packSegment(
  workspaceId: string,
  formId: string,
  rows = SEGMENT,
): Promise<number | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const answered = await trx.rawQuery<{ rows: { packed: number | null }[] }>(
      'select pack_segment(?, ?, ?) as packed',
      [workspaceId, formId, rows],
    )
    return answered.rows[0].packed ?? undefined
  })
}
