import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import { store } from '#app/files/storage'
import { searchText } from '#app/respond/submission/search_text'
import { exportPath } from '#app/submissions/export_job'
import { within } from '#app/workspaces/within'
import { emptySettings } from '#engine/document/document'
import type { Place } from '#tests/functional/place'

/** A submission as the database has it, without the way it came. Answers the id. */
export async function storeSubmission(
  workspaceId: string,
  formId: string,
  answers: Record<string, unknown>,
  more: { version?: number; receivedAt?: string } = {},
): Promise<string> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `insert into submissions
         (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
       values (?, ?, ?, ?, '', ?::jsonb, ?, coalesce(nullif(?, '')::timestamptz, clock_timestamp()))
       returning id`,
      [
        workspaceId,
        formId,
        more.version ?? 1,
        randomUUID(),
        JSON.stringify(answers),
        searchText(Object.values(answers).filter((answer): answer is string => typeof answer === 'string')),
        more.receivedAt ?? '',
      ],
    )
    return rows[0].id
  })
}

/** A version, in a form that was put there without the API: parameters of its paths. */
export async function placeVersion({ workspaceId, formId }: Place): Promise<Record<string, string>> {
  const document = { format: 1, settings: emptySettings('A form'), blocks: [], aliases: {} }
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into form_versions (workspace_id, form_id, number, document, sha256) values (?, ?, 1, ?::jsonb, '')`,
      [workspaceId, formId, JSON.stringify(document)],
    ),
  )
  return { number: '1' }
}

/** A version, a submission and a file of it: parameters of its paths. */
export async function placeSubmission(place: Place): Promise<Record<string, string>> {
  const { workspaceId, formId } = place
  await placeVersion(place)
  const id = await storeSubmission(workspaceId, formId, {})
  return { id, fileId: await storeFile(workspaceId, formId, id, 'bytes', 'a.txt', 'text/plain') }
}

/** Lets a submission be of a version as it is once the plugin of a kind was removed: nobody knows the kind. */
export async function answeredWithout(
  { id }: { id: string },
  kind: string,
  submissionId: string,
): Promise<void> {
  const owner = db.connection('owner')
  await owner.rawQuery(
    `insert into form_versions (workspace_id, form_id, number, document, sha256, created_by)
     select workspace_id, form_id, 2, replace(document::text, ?, '"comet"')::jsonb, sha256, created_by
     from form_versions where form_id = ?`,
    [`"${kind}"`, id],
  )
  await owner.rawQuery('update submissions set version = 2 where id = ?', [submissionId])
}

/** A claimed file with real bytes, as an upload leaves it. Answers the id. */
export async function storeFile(
  workspaceId: string,
  formId: string,
  submissionId: string,
  bytes: string,
  name: string,
  type: string,
): Promise<string> {
  const kept = await store(Readable.from([Buffer.from(bytes)]), 1000)
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `insert into files
         (workspace_id, form_id, block_id, upload_key, submission_id, status, storage_key, name, type, size, sha256)
       values (?, ?, 'file01', gen_random_uuid(), ?, 'claimed', ?, ?, ?, ?, ?) returning id`,
      [workspaceId, formId, submissionId, kept.storageKey, name, type, kept.size, kept.sha256],
    )
    return rows[0].id
  })
}

/** An export that is done: parameters of its paths. */
export async function placeExport({ workspaceId, formId }: Place): Promise<Record<string, string>> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `insert into exports (workspace_id, form_id, version, status, bytes, expires_at)
       values (?, ?, 1, 'done', 5, now() + interval '1 hour') returning id`,
      [workspaceId, formId],
    )
    await mkdir(dirname(exportPath(rows[0].id)), { recursive: true })
    await writeFile(exportPath(rows[0].id), 'bytes')
    return { id: rows[0].id }
  })
}

/** A submission in the bin of its form: parameters of its paths. */
export async function placeDeletedSubmission(place: Place): Promise<Record<string, string>> {
  const { id, fileId } = await placeSubmission(place)
  await within(place.workspaceId, async ({ trx }) => {
    await trx.rawQuery(
      `with gone as (delete from submissions where id = ? returning *)
       insert into deleted_submissions select gone.*, now(), null from gone`,
      [id],
    )
    await trx.rawQuery(`update files set status = 'deleted' where id = ?`, [fileId])
  })
  return { id, fileId }
}
