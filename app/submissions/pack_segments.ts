import { setTimeout as rest } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { within } from '#app/workspaces/within'

/** Forms with fewer submissions are filtered fast enough row by row. */
const MANY = 50_000
/** Submissions of one segment. */
const SEGMENT = 4_000
/** After each segment it rests so many times as long as that took, so that submissions have the machine. */
const RESTS = 4

/** Packs what forms with many submissions have got since the last time, oldest first. */
export async function packSegments(signal: AbortSignal): Promise<void> {
  const { rows } = await db.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
    'select workspace_id, id from forms_to_pack(?, ?)',
    [MANY, SEGMENT],
  )
  for (const { workspace_id, id } of rows) {
    for (;;) {
      const began = performance.now()
      if ((await packSegment(workspace_id, id)) === undefined) break
      await rest(RESTS * (performance.now() - began), undefined, { signal })
    }
    signal.throwIfAborted()
  }
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
