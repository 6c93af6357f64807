import type { Changes } from '#api_types/drafts'
import type { VersionChanges } from '#api_types/versions'
import { compareDocuments, named } from '#app/forms/compare_documents'
import { notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'
import type { FormDocument, FormSettings } from '#engine/document/document'
import { liftDocument } from '#engine/document/lift'

interface ComparedRow {
  number: number
  document: FormDocument
}

interface PublishedRow {
  document: FormDocument
  access: FormSettings['access']
}

/** Compares a draft with what is published. */
export async function changesSince(
  workspaceId: string,
  formId: string,
  draft: FormDocument,
): Promise<Changes> {
  const published = await within(workspaceId, (scope) => readPublished(scope, formId))
  if (!published) return { added: draft.blocks.map(named), changed: [], removed: [], settings: [] }
  const document = lifted(published.document)
  const settings = { ...document.settings, access: published.access }
  return inSlices(compareDocuments({ ...document, settings }, draft, plugins.registry()))
}

async function readPublished(scope: Scope, formId: string): Promise<PublishedRow | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: PublishedRow[] }>(
    `select v.document, f.access from forms f
     join form_versions v
       on v.workspace_id = f.workspace_id and v.form_id = f.id and v.number = f.published_version
     where f.workspace_id = ? and f.id = ?`,
    [scope.workspaceId, formId],
  )
  return rows[0]
}

/**
 * How a version differs from another that is older: from the one before it where none is named. 404 where one of them is not
 * kept any more.
 */
export async function versionChanges(
  workspaceId: string,
  formId: string,
  number: number,
  since: number | undefined,
): Promise<VersionChanges> {
  const rows = await within(workspaceId, (scope) => readCompared(scope, formId, number, since))
  const [before, after] = rows.length === 1 ? [undefined, rows[0]] : rows
  if (after?.number !== number || (since !== undefined && before?.number !== since)) throw notFound()
  const now = lifted(after.document)
  if (!before) return { added: now.blocks.map(named), changed: [], removed: [], settings: [], since: null }
  const changes = await inSlices(compareDocuments(lifted(before.document), now, plugins.registry()))
  return { ...changes, since: before.number }
}

/** A version behind the one it is compared with, as far as they are kept. */
async function readCompared(
  { trx, workspaceId }: Scope,
  formId: string,
  number: number,
  since: number | undefined,
): Promise<ComparedRow[]> {
  const { rows } = await trx.rawQuery<{ rows: ComparedRow[] }>(
    `select number, document from form_versions
     where workspace_id = ? and form_id = ? and (number = ? or number = coalesce(nullif(?, 0),
       (select max(number) from form_versions where workspace_id = ? and form_id = ? and number < ?)))
     order by number`,
    [workspaceId, formId, number, since ?? 0, workspaceId, formId, number],
  )
  return rows
}

function lifted(document: FormDocument): FormDocument {
  return liftDocument(document, plugins.registry()).document
}
