import type { FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'
import { LONGEST_TEXT } from '#engine/logic/interpreter/text_budget'
import type { Scope } from '#app/workspaces/within'

/** So many submissions are looked at. */
const NEWEST = 1_000

/** A warning at each block whose text was too long to be a value in some of the newest submissions. Each of them says so itself. */
export async function longTexts(
  { trx, workspaceId }: Scope,
  formId: string,
  { blocks }: FormDocument,
): Promise<DocumentProblem[]> {
  const { rows } = await trx.rawQuery<{ rows: { block: string | null; found: number }[] }>(
    `select block, count(*)::float8 as found
     from (select meta from submissions where workspace_id = ? and form_id = ?
           order by received_at desc, id desc limit ${NEWEST}) newest
     left join jsonb_array_elements_text(meta -> 'too_long') block on true
     where meta -> 'too_long' is not null
     group by block`,
    [workspaceId, formId],
  )
  return rows.flatMap(({ block: id, found }) => {
    const block = blocks.find((one) => one.id === id)
    // what is no longer in the form cannot be mended
    if (id !== null && !block) return []
    return {
      severity: 'warning',
      code: 'too-large',
      ...(block && { block: block.id }),
      message: `${block ? nameOf(block) : 'A rule'} made a text too long to have a value in ${found} of the newest submissions: a formula makes at most ${LONGEST_TEXT} characters, and those of a form 4 million together. Limit the length of the answers that it puts together.`,
    }
  })
}
