import type { FileReference } from '@formwright/kit/answer'
import type { PublishedForm } from '#app/forms/versions'
import { plugins } from '#app/plugins/registry'
import { storedFields } from '#app/respond/submission/addresses'
import { isOutage } from '#app/http/outage'
import { beforeDeadline } from '#app/plugins/deadline'
import { within } from '#app/workspaces/within'
import { usableJson, usableProblems } from '#engine/bound/usable'
import type { Json } from '#engine/document/document'
import { isListOf } from '#engine/faults'
import { blockProblem } from '#engine/response/block_problem'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'

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

/** Which files may be an answer's: those that came under this key and wait, and those the submission has already. */
export interface Own {
  uploadKey?: string
  submission?: string
}

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i

/** So many problems are told. Each file that is not there was looked for by itself: thousands are quickly named. */
const MOST_REFUSED = 100

/** How long the server part of a field has for one answer, in milliseconds. */
const OWN_MS = 5_000

/**
 * Lets fields with a server part make their answers truly this submission's, or refuse them. What a part throws over is no
 * answer, as with `parse`: the log and the check say so, and the others are stored. `rest` is waited for between them. Once very
 * many are refused, the others are not looked at.
 */
export async function ownAnswers(
  form: { workspaceId: string; formId: string },
  published: PublishedForm,
  answers: StoredAnswers,
  own: Own,
  rest: () => Promise<void>,
): Promise<OwnAnswers> {
  const owned: OwnAnswers = { answers, files: [], problems: [], failed: [] }
  for (const { block, path, field, answer, answers: siblings } of storedFields(published.document, answers)) {
    const server = plugins.fieldServer(block.kind)
    if (!server?.own) continue
    if (owned.problems.length >= MOST_REFUSED) break
    await rest()
    const powers = { files: (ids: readonly string[]) => filesFor(form, path, own, ids) }
    try {
      const result = await beforeDeadline(server.own(answer, field.settings, powers), OWN_MS)
      if ('problems' in result) {
        if (result.problems.length === 0 || !usableProblems(result.problems))
          throw new TypeError('it answered what are no problems')
        owned.problems.push(...result.problems.map((problem) => blockProblem(block.id, problem, path)))
      } else {
        if (!isListOf(result.files, (id: string) => UUID.test(id)))
          throw new TypeError('it claimed what is no file')
        if (result.answer === undefined || !usableJson(result.answer))
          throw new TypeError('it answered what is no answer')
        owned.files.push(...result.files.map((id) => ({ id, block: block.id, path })))
        siblings[block.id] = result.answer as Json
      }
    } catch (error) {
      // the fault is the database's
      if (isOutage(error)) throw error
      plugins.report({ kind: block.kind, member: 'own', error })
      delete siblings[block.id]
      owned.failed.push(path)
    }
  }
  return owned
}

/** Files of this form and field: of this stay, claimed by nobody yet, or of the submission, whichever item they came for. */
async function filesFor(
  form: { workspaceId: string; formId: string },
  path: string,
  { uploadKey, submission }: Own,
  ids: readonly string[],
): Promise<FileReference[]> {
  const uuids = ids.filter((id) => UUID.test(id))
  if (uuids.length === 0) return []
  return within(form.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: FileReference[] }>(
      `select id, name, size::float8 as size, type from files
       where workspace_id = :workspace and form_id = :form and id = any(:ids::uuid[])
         and (status = 'pending' and block_id = :path and upload_key = nullif(:key, '')::uuid
           or status = 'claimed' and submission_id = nullif(:submission, '')::uuid
             and substring(block_id from '[^.]+$') = substring(:path from '[^.]+$'))`,
      {
        ...{ workspace: form.workspaceId, form: form.formId, ids: uuids, path },
        ...{ key: uploadKey ?? '', submission: submission ?? '' },
      },
    )
    return rows
  })
}
