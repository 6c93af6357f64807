import { formsFull } from '#app/forms/errors'
import type { Scope } from '#app/workspaces/within'

/**
 * So many bytes the drafts and the versions of a workspace have together, as they are read, those in its bin included. Two
 * who write at once may both find the last of the room: beyond it is no more than what a few can send at a time.
 */
export const MOST_BYTES = 2_000_000_000

/** What they have now, as SQL with the workspace as its parameter: one row for each form, which the database keeps. */
export const BYTES_OF_WORKSPACE = `
  select coalesce(sum(draft_bytes + version_bytes), 0) from forms where workspace_id = ?`

/**
 * To be called once a draft or a version was written, or with the bytes that one would add: throws 422 where the workspace
 * holds more then than it may.
 */
export async function refuseOverfull({ trx, workspaceId }: Scope, more = 0): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { bytes: number }[] }>(
    `select (${BYTES_OF_WORKSPACE})::float8 as bytes`,
    [workspaceId],
  )
  if (rows[0].bytes + more > MOST_BYTES) throw formsFull(MOST_BYTES)
}
