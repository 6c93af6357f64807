import { operator } from '#app/administration/operator'

/** Events of a workspace that wait in the outbox. */
export interface OutboxBatch {
  workspaceId: string
  ids: string[]
  /** whether anybody may have to be told; otherwise they are submissions that only count */
  hasListeners: boolean
}

/** The oldest rows of the outbox, of all workspaces. They are taken by deleting them inside their workspace. */
export async function outboxBatches(limit: number, except: string[]): Promise<OutboxBatch[]> {
  const { rows } = await operator().rawQuery<{
    rows: { workspace_id: string; ids: string[]; has_listeners: boolean }[]
  }>(
    `with found as materialized (
       select workspace_id, id, form_id, event from outbox where id <> all (?::uuid[]) order by id limit ?
     ),
     listening as materialized (
       select distinct i.workspace_id, i.form_id from integrations i
       join (select distinct workspace_id, form_id from found) f using (workspace_id, form_id)
       where i.enabled
     )
     select workspace_id, has_listeners, array_agg(id order by id) as ids
     from (
       select f.workspace_id, f.id, f.event <> 'submission.created' or l.form_id is not null as has_listeners
       from found f left join listening l using (workspace_id, form_id)
     ) judged
     group by workspace_id, has_listeners`,
    [except, limit],
  )
  return rows.map(({ workspace_id: workspaceId, ids, has_listeners: hasListeners }) => ({
    workspaceId,
    ids,
    hasListeners,
  }))
}
