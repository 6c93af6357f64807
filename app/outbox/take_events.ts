import type { Scope } from '#app/workspaces/within'

/** An event of a form that nobody has worked yet. */
export interface OutboxRow {
  id: string
  form_id: string
  event: string
  submission_id: string
  payload: { received_at?: string }
  created_at: Date
}

/** Rows of the outbox, oldest first, without taking them. */
export async function readEvents(scope: Scope, ids: readonly string[]): Promise<OutboxRow[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: OutboxRow[] }>(
    `select id, form_id, event, submission_id, payload, created_at from outbox
     where workspace_id = ? and id = any (?) order by id`,
    [scope.workspaceId, [...ids]],
  )
  return rows
}

/** Takes the rows out of the outbox; those that another process is just taking are left to it. */
export async function takeEvents(scope: Scope, ids: readonly string[]): Promise<OutboxRow[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: OutboxRow[] }>(
    `with mine as (
       select workspace_id, id from outbox where workspace_id = ? and id = any (?) order by id for update skip locked
     )
     delete from outbox o using mine where o.workspace_id = mine.workspace_id and o.id = mine.id
     returning o.id, o.form_id, o.event, o.submission_id, o.payload, o.created_at`,
    [scope.workspaceId, [...ids]],
  )
  return rows
}

/** One update per form and round, however many submissions came. */
export async function countEvents(scope: Scope, rows: readonly OutboxRow[]): Promise<void> {
  const counted = rows.filter(
    (row) => row.event === 'submission.created' || row.event === 'submission.deleted',
  )
  // in one order, so that two processes never wait for each other
  const forms = [...Map.groupBy(counted, (row) => row.form_id)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [formId, events] of forms) {
    const created = events.filter((row) => row.event === 'submission.created')
    const more = 2 * created.length - events.length
    const newest = created.map(cameAt).sort((a, b) => b.getTime() - a.getTime())[0]
    await scope.trx.rawQuery(
      // below nothing for a moment, where another process has the news of a submission and this one that of its end
      `insert into form_counts as c (workspace_id, form_id, submissions, last_submission_at)
       values (?, ?, ?, nullif(?, '')::timestamptz)
       on conflict (workspace_id, form_id) do update
       set submissions = c.submissions + excluded.submissions,
           last_submission_at = greatest(c.last_submission_at, excluded.last_submission_at)`,
      [scope.workspaceId, formId, more, newest?.toISOString() ?? ''],
    )
    if (created.length < events.length) await countFromTheTop(scope, formId)
  }
}

/** When its submission came: long before the event where that was restored. */
function cameAt({ payload, created_at }: OutboxRow): Date {
  return payload.received_at === undefined ? created_at : new Date(payload.received_at)
}

/** After a deletion the newest submission may be another one. */
async function countFromTheTop(scope: Scope, formId: string): Promise<void> {
  await scope.trx.rawQuery(
    `update form_counts set last_submission_at =
       (select received_at from submissions where workspace_id = ? and form_id = ? order by received_at desc, id desc limit 1)
     where workspace_id = ? and form_id = ?`,
    [scope.workspaceId, formId, scope.workspaceId, formId],
  )
}
