import { operator } from '#app/administration/operator'

/** Events of a workspace that wait in the outbox. */
export interface OutboxBatch {
  workspaceId: string
  ids: string[]
  /** who may have to be told of each of them, at most; of 0 they are submissions that only count */
  listeners: number
}

/** So many workspaces have their turn in a round, */
const WORKSPACES = 100
/** each with so many of its oldest rows before any has more: a transaction of many costs little more than one of few. */
const IN_TURN = 20

/**
 * Rows of the outbox: of each workspace that has its turn some of the oldest, then some more of each, so that one with very
 * many leaves room to the others. Where more workspaces wait, half of the turns are theirs where something happened last, for
 * there somebody looks, and half are theirs who had none for longest: `served` had one, the last one at its end. The batches
 * come in this order. `more`: there is more than these. They are taken by deleting them inside their workspace.
 */
export async function outboxBatches(
  limit: number,
  except: readonly string[],
  served: readonly string[],
): Promise<{ batches: OutboxBatch[]; more: boolean }> {
  const { rows } = await operator().rawQuery<{
    rows: { workspace_id: string; ids: string[]; listeners: number; others: boolean }[]
  }>(
    `with recursive waiting as (
       (select workspace_id from outbox order by workspace_id limit 1)
       union all
       select (select o.workspace_id from outbox o where o.workspace_id > w.workspace_id order by o.workspace_id limit 1)
       from waiting w where w.workspace_id is not null
     ),
     able as (
       select w.workspace_id, newest.id as newest, coalesce(s.at, 0) as served
       from waiting w cross join lateral (
         select o.id from outbox o
         where o.workspace_id = w.workspace_id and o.id <> all (:except::uuid[]) order by o.id desc limit 1
       ) newest
       left join unnest(:served::uuid[]) with ordinality as s (workspace_id, at) on s.workspace_id = w.workspace_id
     ),
     next as materialized (
       select workspace_id, count(*) over () > ${WORKSPACES} as others,
              least(row_number() over (order by newest desc), row_number() over (order by served, newest)) as turn
       from able order by turn limit ${WORKSPACES}
     ),
     found as materialized (
       select n.workspace_id, n.turn, n.others, o.id
       from next n cross join lateral (
         select o.id, row_number() over (order by o.id) as place
         from outbox o where o.workspace_id = n.workspace_id and o.id <> all (:except::uuid[]) order by o.id limit :limit
       ) o
       order by (o.place - 1) / ${IN_TURN}, n.turn, o.id limit :limit
     ),
     events as materialized (
       select f.*, o.form_id, o.event from found f join outbox o using (workspace_id, id)
     ),
     listening as materialized (
       select i.workspace_id, i.form_id, count(*)::int as listeners from integrations i
       join (select distinct workspace_id, form_id from events) e using (workspace_id, form_id)
       where i.enabled group by i.workspace_id, i.form_id
     )
     select workspace_id, others, max(listeners) as listeners, array_agg(id order by id) as ids
     from (
       select e.*, coalesce(l.listeners, (e.event <> 'submission.created')::int) as listeners
       from events e left join listening l using (workspace_id, form_id)
     ) judged
     group by workspace_id, turn, others, listeners > 0
     order by turn, workspace_id`,
    { except: [...except], served: [...served], limit },
  )
  const batches = rows.map(({ workspace_id: workspaceId, ids, listeners }) => ({
    workspaceId,
    ids,
    listeners,
  }))
  const found = batches.reduce((sum, { ids }) => sum + ids.length, 0)
  return { batches, more: found === limit || rows.some(({ others }) => others) }
}
