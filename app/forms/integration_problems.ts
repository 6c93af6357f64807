import type { Scope } from '#app/workspaces/within'
import type { Condition, FormDocument } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'
import { fieldsOf } from '#engine/logic/condition_fields'
import { BlockNames } from '#engine/plan/names'

interface AskingIntegration {
  id: string
  kind: string
  name: string
  condition: Condition
}

/** Warns of the integrations of a form whose conditions ask questions that are no longer in it, oldest first. */
export async function integrationProblems(
  scope: Scope,
  formId: string,
  document: FormDocument,
  formerLabel: (id: string) => string | undefined,
): Promise<DocumentProblem[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: AskingIntegration[] }>(
    `select id, kind, name, condition from integrations
     where workspace_id = ? and form_id = ? and condition is not null order by created_at, id`,
    [scope.workspaceId, formId],
  )
  if (rows.length === 0) return []
  const present = new Set(document.blocks.map(({ id }) => id))
  const names = new BlockNames(document.blocks, formerLabel)
  return rows.flatMap(({ id, kind, name, condition }): DocumentProblem[] => {
    const gone = fieldsOf(condition).filter((field) => !present.has(field))
    if (gone.length === 0) return []
    const which = `The condition of the ${asWords(kind).toLowerCase()} “${name}”`
    const message = `${which} asks ${questions(gone.map((field) => names.gone(field)))} no longer in the form.`
    return [{ severity: 'warning', code: 'unknown-reference', integration: id, message }]
  })
}

/** What they were called, as long as that is known of all of them. */
function questions(labels: readonly (string | undefined)[]): string {
  const known = labels.filter((label) => label !== undefined)
  const last = known.at(-1)
  if (last === undefined || known.length < labels.length)
    return labels.length === 1 ? 'a question that is' : 'questions that are'
  return known.length === 1 ? `${last}, which is` : `${known.slice(0, -1).join(', ')} and ${last}, which are`
}
