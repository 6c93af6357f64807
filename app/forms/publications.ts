import { setImmediate } from 'node:timers/promises'
import type { Publication } from '#api_types/drafts'
import { fingerprintSteps } from '#app/forms/canonical'
import { refuseOverfull } from '#app/forms/document_room'
import { draftDocument, formerNamesOf, readDraft } from '#app/forms/draft'
import { checkFailed, notPublished, revisionMoved } from '#app/forms/errors'
import { notifyForm } from '#app/forms/events'
import { keysGiven, newestDocument, refuseTooManyKeys, withFormerKeys } from '#app/forms/former_keys'
import { fullCheck } from '#app/forms/full_check'
import { unsentCodes } from '#app/forms/unsent_codes'
import { nextVersion } from '#app/forms/list_versions'
import { ANSWERED_VERSIONS, forgetOldVersions, refuseTooOften } from '#app/forms/old_versions'
import { forgetState, formState } from '#app/forms/states'
import { growthSteps, refuseTooMuchGrowth } from '#app/forms/version_growth'
import { type PublishedForm, versionOf, warm } from '#app/forms/versions'
import { notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { type Scope, within } from '#app/workspaces/within'

/**
 * A published version, compiled; the newest one unless a number is given. Undefined when the form is a draft, or was
 * deleted, or that version never was, was withdrawn or is too old. Comes from memory but for the first time.
 */
export async function publishedForm(
  workspaceId: string,
  formId: string,
  version?: number,
): Promise<PublishedForm | undefined> {
  const state = await formState(formId)
  if (!state || state.workspaceId !== workspaceId || state.publishedVersion === null) return undefined
  const number = version ?? state.publishedVersion
  if (number <= state.withdrawnThrough) return undefined
  if (number <= state.publishedVersion - ANSWERED_VERSIONS) return undefined
  return versionOf(workspaceId, formId, number)
}

interface LockedForm {
  draft_revision: number
  published_version: number | null
}

/**
 * Makes a new immutable version out of the draft at `revision`: checked first, then the form is locked and the
 * revision compared, so that what is published is what was checked. Access settings apply from now on.
 */
export async function publish(
  workspaceId: string,
  formId: string,
  { revision, note, userId }: { revision: number; note?: string; userId: string },
): Promise<Publication> {
  const { draft, newest } = await within(workspaceId, async (scope) => ({
    draft: await readDraft(scope, formId),
    newest: await newestDocument(scope, formId),
  }))
  if (draft.revision !== revision) throw revisionMoved(draft.revision)
  const document = withFormerKeys(await draftDocument(draft), keysGiven(newest))
  refuseTooManyKeys(document)
  const problems = [
    ...(await fullCheck(document, formerNamesOf(draft))),
    ...(await within(workspaceId, (scope) => unsentCodes(scope, document))),
  ]
  if (problems.some((problem) => problem.severity === 'error')) throw checkFailed(problems)
  const sha256 = await inSlices(fingerprintSteps(document))
  const growth = await inSlices(growthSteps(document, newest))
  const json = JSON.stringify(document)
  await setImmediate()
  const { version, room } = await within(workspaceId, async (scope) => {
    const form = await lockForm(scope, formId)
    if (form.draft_revision !== revision) throw revisionMoved(form.draft_revision)
    await refuseTooOften(scope, formId)
    const room = await refuseTooMuchGrowth(scope, formId, growth)
    const number = await nextVersion(scope, formId)
    await scope.trx.rawQuery(
      `insert into form_versions (workspace_id, form_id, number, document, sha256, note, created_by, added)
       values (?, ?, ?, ?::jsonb, ?, nullif(?, ''), ?, ?)`,
      [workspaceId, formId, number, json, sha256, note ?? '', userId, growth.added],
    )
    await refuseOverfull(scope)
    await scope.trx.rawQuery(
      `update forms set published_version = ?, published_digest = draft_digest, published_places = draft_places,
              published_order = draft_order(workspace_id, id), published_at = now(), access = ?::jsonb, updated_at = now(), updated_by = ?
       where workspace_id = ? and id = ?`,
      [number, JSON.stringify(document.settings.access), userId, workspaceId, formId],
    )
    return { version: number, room }
  })
  stateChanged(formId)
  await forgetOldVersions(workspaceId, formId, version, room)
  await warm(workspaceId, formId, version)
  return { version, revision }
}

/** Takes the form back: it is a draft again, and answers to its versions so far are not accepted any more. */
export async function unpublish(workspaceId: string, formId: string, userId: string): Promise<void> {
  await within(workspaceId, async (scope) => {
    const form = await lockForm(scope, formId)
    if (form.published_version === null) throw notPublished()
    await scope.trx.rawQuery(
      `update form_versions set withdrawn_at = now()
       where workspace_id = ? and form_id = ? and withdrawn_at is null`,
      [workspaceId, formId],
    )
    await scope.trx.rawQuery(
      `update forms set published_version = null, published_digest = null, published_places = null,
              published_order = null, published_at = null, closed_at = null, updated_at = now(), updated_by = ?
       where workspace_id = ? and id = ?`,
      [userId, workspaceId, formId],
    )
  })
  stateChanged(formId)
}

/** Closes a published form, or opens it again. Doing so twice changes nothing. */
export async function setClosed(
  workspaceId: string,
  formId: string,
  closed: boolean,
  userId: string,
): Promise<void> {
  await within(workspaceId, async (scope) => {
    const form = await lockForm(scope, formId)
    if (form.published_version === null) throw notPublished()
    await scope.trx.rawQuery(
      `update forms set closed_at = case when ? then coalesce(closed_at, now()) end, updated_at = now(), updated_by = ?
       where workspace_id = ? and id = ?`,
      [closed, userId, workspaceId, formId],
    )
  })
  stateChanged(formId)
}

/** To be called after every committed change of what the public side sees: this node shows it from now on. */
export function stateChanged(formId: string): void {
  forgetState(formId)
  notifyForm(formId, { name: 'form', data: {} })
}

async function lockForm(scope: Scope, formId: string): Promise<LockedForm> {
  const { rows } = await scope.trx.rawQuery<{ rows: LockedForm[] }>(
    `select draft_revision::float8 as draft_revision, published_version from forms
     where workspace_id = ? and id = ? and deleted_at is null for update`,
    [scope.workspaceId, formId],
  )
  const form = rows[0]
  if (!form) throw notFound()
  return form
}
