import type { FileReference } from '@formwright/kit/answer'
import type { PublishedForm } from '#app/forms/versions'
import { plugins } from '#app/plugins/registry'
import { storedFields } from '#app/respond/submission/addresses'
import type { FormState } from '#app/forms/states'
import { isOutage } from '#app/http/outage'
import { beforeDeadline } from '#app/plugins/deadline'
import { within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'
import { blockProblem } from '#engine/response/block_problem'
import type { BlockProblem, Response as FormResponse, StoredAnswers } from '#engine/response/response'

/** A file of one of its answers. */
export interface OwnedFile {
  id: string
  block: string
  /** the address of the answer */
  path: string
}

/** Answers that are the submission's own, and the files to claim for it. */
export interface OwnAnswers {
  answers: StoredAnswers
  files: OwnedFile[]
  problems: BlockProblem[]
  /** addresses of answers over which the server part threw: they are not stored */
  failed: string[]
}

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i

/** How long the server part of a field has for one answer, in milliseconds. */
const OWN_MS = 5_000

/**
 * Lets fields with a server part make their answers truly this submission's, or refuse them. What a part throws over is no
 * answer, as with `parse`: the log and the check say so, and the others are stored.
 */
export async function ownAnswers(
  form: FormState,
  published: PublishedForm,
  response: FormResponse,
  uploadKey: string,
): Promise<OwnAnswers> {
  const answers = response.stored()
  const owned: OwnAnswers = { answers, files: [], problems: [], failed: [] }
  for (const { block, path, field, answer, answers: own } of storedFields(published.document, answers)) {
    const server = plugins.fieldServer(block.kind)
    if (!server?.own) continue
    const powers = { files: (ids: readonly string[]) => pendingFiles(form, path, uploadKey, ids) }
    try {
      const result = await beforeDeadline(server.own(answer, field.settings, powers), OWN_MS)
      if ('problems' in result) {
        owned.problems.push(...result.problems.map((problem) => blockProblem(block.id, problem, path)))
      } else {
        if (!result.files.every((id) => UUID.test(id))) throw new TypeError('it claimed what is no file')
        owned.files.push(...result.files.map((id) => ({ id, block: block.id, path })))
        own[block.id] = result.answer as Json
      }
    } catch (error) {
      // the fault is the database's
      if (isOutage(error)) throw error
      plugins.report({ kind: block.kind, member: 'own', error })
      delete own[block.id]
      owned.failed.push(path)
    }
  }
  return owned
}

/** Files of this form, field and stay that nobody claimed yet. */
async function pendingFiles(
  form: { workspaceId: string; formId: string },
  path: string,
  uploadKey: string,
  ids: readonly string[],
): Promise<FileReference[]> {
  const uuids = ids.filter((id) => UUID.test(id))
  if (uuids.length === 0) return []
  return within(form.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: FileReference[] }>(
      `select id, name, size::float8 as size, type from files
       where workspace_id = ? and form_id = ? and block_id = ? and upload_key = ? and status = 'pending'
         and id = any(?::uuid[])`,
      [form.workspaceId, form.formId, path, uploadKey, uuids],
    )
    return rows
  })
}
