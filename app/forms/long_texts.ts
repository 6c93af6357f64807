import type { DocumentProblem } from '#engine/document/problems'
import { LONGEST_TEXT } from '#engine/logic/interpreter/text_budget'
import type { Scope } from '#app/workspaces/within'

/** So many submissions are looked at. */
const NEWEST = 1_000

/** A warning where texts of the newest submissions were too long to have a value. Each of them says so itself. */
export async function longTexts({ trx, workspaceId }: Scope, formId: string): Promise<DocumentProblem[]> {
  const { rows } = await trx.rawQuery<{ rows: { found: number }[] }>(
    `select count(*)::float8 as found
     from (select meta from submissions where workspace_id = ? and form_id = ?
           order by received_at desc, id desc limit ${NEWEST}) newest
     where meta -> 'too_long' is not null`,
    [workspaceId, formId],
  )
  const [{ found }] = rows
  if (found === 0) return []
  const submissions = found === 1 ? 'A submission' : `${found} submissions`
  const message = `${submissions} of the newest made a text too long to have a value: a formula makes at most ${LONGEST_TEXT} characters, and those of a form 4 million together. Limit the length of the answers that calculations put together.`
  return [{ severity: 'warning', code: 'too-large', message }]
}
