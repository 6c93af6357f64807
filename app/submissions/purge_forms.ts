import db from '@adonisjs/lucid/services/db'
import { remove } from '#app/files/storage'
import { finishDeletion } from '#app/integrations/delete_integration'
import { eachByItself } from '#app/jobs/each_by_itself'
import { within } from '#app/workspaces/within'

/** Ids of forms are looked for so many at a time. */
const FORMS = 1_000
/** Submissions and files are removed so many at a time: each in one short transaction. */
const STEP = 2_000
/** Tables of which a form may have many rows, with what their index goes by: taken with the form they would take too long. */
const ROWS = [
  { table: 'submissions', order: 'received_at desc, id desc', submission: 'id' },
  { table: 'deleted_submissions', order: 'deleted_at desc, id desc', submission: 'id' },
  { table: 'claims', order: 'key', submission: 'null::uuid' },
] as const

/** Removes for good what has been in the bin for 30 days, with its files. */
export async function purgeForms(signal: AbortSignal): Promise<void> {
  for (let found = FORMS; found === FORMS;) {
    const { rows } = await db.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
      'select workspace_id, id from forms_to_purge(?)',
      [FORMS],
    )
    await eachByItself(rows, signal, ({ workspace_id, id }) => purgeForm(workspace_id, id, signal))
    found = rows.length
  }
}

/** Bytes first, then rows: what is interrupted is found again. Addresses stay taken. */
async function purgeForm(workspaceId: string, formId: string, signal: AbortSignal): Promise<void> {
  while ((await purgeFiles(workspaceId, formId)) === STEP) signal.throwIfAborted()
  for (const rows of ROWS) {
    while ((await purgeRows(workspaceId, formId, rows)) === STEP) signal.throwIfAborted()
  }
  const owned = [workspaceId, formId]
  const integrations = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      'select id from integrations where workspace_id = ? and form_id = ?',
      owned,
    )
    return rows
  })
  for (const { id } of integrations) await finishDeletion(workspaceId, id, signal)
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('delete from forms where workspace_id = ? and id = ? and deleted_at is not null', owned),
  )
}

/** Removes some rows of a form, and who edited them where they are submissions. Answers how many there were. */
async function purgeRows(
  workspaceId: string,
  formId: string,
  { table, order, submission }: (typeof ROWS)[number],
): Promise<number> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { ids: string[]; removed: number }[] }>(
      `with gone as (
         delete from ${table} where ctid = any (array(
           select ctid from ${table} where workspace_id = ? and form_id = ? order by ${order} limit ${STEP}))
         returning ${submission} as id
       )
       select count(*)::int as removed, coalesce(array_agg(id) filter (where id is not null), '{}') as ids from gone`,
      [workspaceId, formId],
    )
    const [{ removed, ids }] = rows
    await trx.rawQuery(
      'delete from submission_edits where workspace_id = ? and submission_id = any(?::uuid[])',
      [workspaceId, ids],
    )
    return removed
  })
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
