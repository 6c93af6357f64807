import { busy } from '#app/http/load_shedding'
import type { Scope } from '#app/workspaces/within'

/** What visits that are not sent yet may hold, in bytes as they are counted: from one address, of a form, of a workspace. */
const MOST = { visitor: 20_000_000, form: 500_000_000, workspace: 1_000_000_000 }

/** One that is under way goes on with as much as this, whatever the others hold. */
const SMALL = 16_000

/**
 * Throws `E_BUSY` where a visit of so many bytes would be more than may wait to be sent. Those that come in the same moment
 * may exceed that by what is under way.
 */
export async function refuseWithoutRoom(
  { trx, workspaceId }: Scope,
  visit: { formId: string; from: string; bytes: number; begun: boolean },
): Promise<void> {
  if (visit.begun && visit.bytes <= SMALL) return
  const { rows } = await trx.rawQuery<{ rows: Record<keyof typeof MOST, number>[] }>(
    `select coalesce(sum(bytes) filter (where visited_from = ?), 0)::float8 as visitor,
            coalesce(sum(bytes) filter (where form_id = ?), 0)::float8 as form,
            coalesce(sum(bytes), 0)::float8 as workspace
     from response_sessions where workspace_id = ?`,
    [visit.from, visit.formId, workspaceId],
  )
  const [held] = rows
  if (
    held.visitor + visit.bytes > MOST.visitor ||
    held.form + visit.bytes > MOST.form ||
    held.workspace + visit.bytes > MOST.workspace
  )
    throw busy()
}
