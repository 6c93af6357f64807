import { firstAddress } from '#app/forms/addresses'
import { writeRows } from '#app/forms/change_draft'
import { refuseOverfull } from '#app/forms/document_room'
import { type DraftRow, liveRows, readDraft } from '#app/forms/draft'
import { refuseTooManyForms } from '#app/forms/form_room'
import type { Scope } from '#app/workspaces/within'
import { LONGEST_TITLE } from '#engine/document/limits'

/**
 * Makes a new draft out of a form's draft as it is now, with its settings, its media and its password. Answers its id.
 * Versions, submissions and integrations stay with the form: what is sent to the copy is to go nowhere that nobody has
 * chosen for it. Throws 422 where the workspace has as many forms as it may.
 */
export async function duplicateForm(scope: Scope, formId: string, userId: string): Promise<string> {
  const draft = await readDraft(scope, formId)
  await refuseTooManyForms(scope)
  const { rows: forms } = await scope.trx.rawQuery<{ rows: { id: string; title: string }[] }>(
    'select uuidv7() as id, title from forms where workspace_id = ? and id = ?',
    [scope.workspaceId, formId],
  )
  const { id, title: original } = forms[0]
  const characters = [...new Intl.Segmenter().segment(`Copy of ${original}`)].slice(0, LONGEST_TITLE)
  const title = characters.map(({ segment }) => segment).join('')
  const rows = liveRows(draft).map((row): DraftRow => ({
    ...row,
    revision: 1,
    content: row.kind === 'settings.general' ? { ...row.content, title } : row.content,
  }))
  const slug = await firstAddress(scope, id, title)
  await scope.trx.rawQuery(
    `insert into forms (workspace_id, id, slug, title, draft_revision, password_hash, created_by, updated_by)
     select workspace_id, ?, ?, ?, 1, password_hash, ?, ? from forms where workspace_id = ? and id = ?`,
    [id, slug, title, userId, userId, scope.workspaceId, formId],
  )
  await writeRows(scope, id, rows, userId)
  await refuseOverfull(scope)
  return id
}
