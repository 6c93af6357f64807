import db from '@adonisjs/lucid/services/db'
import { remove } from '#app/files/storage'
import { within } from '#app/workspaces/within'

/** Forms are looked for so many at a time. */
const FORMS = 20
/** Submissions and files are removed so many at a time: each in one short transaction. */
const STEP = 2_000
/** Tables of which a form may have many rows, with what their index goes by. */
const ROWS = [
  ['submissions', 'received_at'],
  ['deleted_submissions', 'deleted_at'],
]

/** Removes for good what has been in the bin for 30 days, with its files. */
export async function purgeForms(signal: AbortSignal): Promise<void> {
  for (let found = FORMS; found === FORMS;) {
    const { rows } = await db.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
      'select workspace_id, id from forms_to_purge(?)',
      [FORMS],
    )
    for (const { workspace_id, id } of rows) await purgeForm(workspace_id, id, signal)
    found = rows.length
  }
}

/** Bytes first, then rows: what is interrupted is found again. Addresses stay taken. */
async function purgeForm(workspaceId: string, formId: string, signal: AbortSignal): Promise<void> {
  while ((await purgeFiles(workspaceId, formId)) === STEP) signal.throwIfAborted()
  const owned = [workspaceId, formId]
  for (const [table, newest] of ROWS) {
    let removed = STEP
    while (removed === STEP) {
      removed = await within(workspaceId, async ({ trx }) => {
        const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
          `delete from ${table} where workspace_id = ? and id in (
             select id from ${table} where workspace_id = ? and form_id = ?
             order by ${newest} desc, id desc limit ${STEP})`,
          [workspaceId, ...owned],
        )
        return rowCount
      })
      signal.throwIfAborted()
    }
  }
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('delete from forms where workspace_id = ? and id = ? and deleted_at is not null', owned),
  )
}

async function purgeFiles(workspaceId: string, formId: string): Promise<number> {
  const files = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string; storage_key: string }[] }>(
      `select id, storage_key from files where workspace_id = ? and form_id = ? limit ${STEP}`,
      [workspaceId, formId],
    )
    return rows
  })
  for (const file of files) await remove(file.storage_key)
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('delete from files where workspace_id = ? and id = any(?::uuid[])', [
      workspaceId,
      files.map((file) => file.id),
    ]),
  )
  return files.length
}
