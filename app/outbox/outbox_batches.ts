import { operator } from '#app/administration/operator'

/** Events of a workspace that wait in the outbox. */
export interface OutboxBatch {
  workspaceId: string
  ids: string[]
  /** who may have to be told of each of them, at most; of 0 they are submissions that only count */
  listeners: number
}

/**
 * The oldest rows of the outbox: the oldest of each workspace first, then the second of each, so that one with very many leaves
 * room to the others. They are taken by deleting them inside their workspace.
 */
export async function outboxBatches(limit: number, except: string[]): Promise<OutboxBatch[]> {
  const { rows } = await operator().rawQuery<{
    rows: { workspace_id: string; ids: string[]; listeners: number }[]
  }>(
    `with recursive waiting as (
       (select workspace_id from outbox order by workspace_id limit 1)
       union all
       select (select o.workspace_id from outbox o where o.workspace_id > w.workspace_id order by o.workspace_id limit 1)
       from waiting w where w.workspace_id is not null
     ),
     found as materialized (
       select next.workspace_id, next.id, next.form_id, next.event
       from waiting w cross join lateral (
         select o.workspace_id, o.id, o.form_id, o.event, row_number() over (order by o.id) as turn
         from outbox o where o.workspace_id = w.workspace_id and o.id <> all (:except::uuid[]) order by o.id limit :limit
       ) next
       order by next.turn, next.id limit :limit
     ),
     listening as materialized (
       select i.workspace_id, i.form_id, count(*)::int as listeners from integrations i
       join (select distinct workspace_id, form_id from found) f using (workspace_id, form_id)
       where i.enabled group by i.workspace_id, i.form_id
     )
     select workspace_id, max(listeners) as listeners, array_agg(id order by id) as ids
     from (
       select f.workspace_id, f.id, coalesce(l.listeners, (f.event <> 'submission.created')::int) as listeners
       from found f left join listening l using (workspace_id, form_id)
     ) judged
     group by workspace_id, listeners > 0`,
    { except, limit },
  )
  return rows.map(({ workspace_id: workspaceId, ids, listeners }) => ({ workspaceId, ids, listeners }))
}
