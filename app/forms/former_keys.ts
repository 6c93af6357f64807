import { tooManyKeys } from '#app/forms/errors'
import type { Scope } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'

/** Keys that fields have had in published versions, each with the id of the field that it led to. */
export type FormerKeys = FormDocument['aliases']

/** The document of a form's newest version, as it is stored; undefined where there is none. */
export async function newestDocument(
  { trx, workspaceId }: Scope,
  formId: string,
): Promise<FormDocument | undefined> {
  const { rows } = await trx.rawQuery<{ rows: { document: FormDocument }[] }>(
    `select document from form_versions where workspace_id = ? and form_id = ? order by number desc limit 1`,
    [workspaceId, formId],
  )
  return rows[0]?.document
}

/** As `keysGiven`, of the form as it is stored. */
export async function formerKeys(scope: Scope, formId: string): Promise<FormerKeys> {
  return keysGiven(await newestDocument(scope, formId))
}

/**
 * The keys that the versions of a form up to its newest have given away: they are never given to another field
 * (docs/decisions.md: References by id).
 */
export function keysGiven(last: FormDocument | undefined): FormerKeys {
  if (!last) return {}
  const keys = last.blocks.flatMap(({ key, id }): [string, string][] =>
    key === undefined ? [] : [[key, id]],
  )
  return Object.fromEntries([...Object.entries(last.aliases), ...keys])
}

/** So many former keys a version hands on: twice as many as a form has fields. */
const MOST = 20_000

/** Throws 422 where a version would hand on more former keys than it may. */
export function refuseTooManyKeys({ aliases }: FormDocument): void {
  if (Object.keys(aliases).length > MOST) throw tooManyKeys(MOST)
}

/** A document in which former keys go on leading to their fields; those that its fields still have are no aliases. */
export function withFormerKeys(document: FormDocument, former: FormerKeys): FormDocument {
  const ids = new Map(document.blocks.map(({ key, id }) => [key, id]))
  const known = Object.entries({ ...document.aliases, ...former })
  const aliases = known.filter(([key, id]) => ids.get(key) !== id)
  return { ...document, aliases: Object.fromEntries(aliases) }
}
