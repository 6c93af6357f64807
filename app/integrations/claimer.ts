import { randomUUID } from 'node:crypto'
import { operator } from '#app/administration/operator'

/** A row of some workspace: all that work across workspaces may know of it. */
interface RowId {
  workspaceId: string
  id: string
}

/** A delivery that this process may attempt until the lease runs out; `attempt` is its number. */
export interface Lease extends RowId {
  attempt: number
  /** of a submission that came in before its integration */
  earlier: boolean
  /** fences: only who holds it records the outcome */
  lease: string
}

interface FoundRow {
  workspace_id: string
  id: string
}

/** So many workspaces are looked at of which something is due, those that have least under way: chance says which of them. */
const WORKSPACES = 50

/**
 * So many due deliveries of each are looked at, fewer where there are more workspaces. Those of a workspace that has fewer due
 * are all there is to choose from, however many wait for hours whose receivers are away. One that has more is crowded: if they
 * go to so few receivers that all of these may have enough under way, all its lines are looked at, so that one of them hides no other.
 */
const [MOST_DUE, FEW_DUE] = [1_000, 100]

/** So many are looked at of all lines of a crowded workspace, but one of each: more than there are places. */
const OF_LINES = 256

/**
 * Leases deliveries that are due: the oldest of each endpoint first, then the second of each, so that a full queue of
 * one receiver does not hold up the others; `perEndpoint` limits those under way. At an endpoint that several workspaces
 * have, such as a service that everybody uses, they take turns in the same way: who has least under way there is next.
 * Deliveries of earlier submissions come last, have half of the places of an endpoint, and are limited by `earlier`, so that
 * those who send many of them leave places to what is new. Workspaces take turns as well, for one may have a thousand endpoints: who
 * has least under way is next, and none gets more than `perWorkspace` with it. The attempt counts from here on, so one that kills the process is not repeated for ever.
 */
const LEASE = `
  with recursive workspaces as (
    (select workspace_id from deliveries where status = 'pending' order by workspace_id limit 1)
    union all
    select (select d.workspace_id from deliveries d
            where d.status = 'pending' and d.workspace_id > w.workspace_id order by d.workspace_id limit 1)
    from workspaces w where w.workspace_id is not null
  ),
  in_turn as materialized (
    select w.workspace_id from workspaces w cross join lateral (
      select from deliveries d
      where d.status = 'pending' and d.workspace_id = w.workspace_id and d.next_attempt_at <= now() limit 1
    ) due
    order by coalesce((cast(:under_way as jsonb) ->> w.workspace_id::text)::int, 0), random() limit ${WORKSPACES}
  ),
  look as materialized (
    select greatest(${FEW_DUE}, ${MOST_DUE} / greatest(count(*), 1)) as most from in_turn
  ),
  due_rows as materialized (
    select w.workspace_id, d.* from in_turn w cross join lateral (
      select d.id, d.endpoint, d.next_attempt_at, d.earlier, d.in_order, d.leased_until
      from deliveries d
      where d.status = 'pending' and d.workspace_id = w.workspace_id and d.next_attempt_at <= now()
      order by d.next_attempt_at limit (select most from look)
    ) d
  ),
  crowded as materialized (
    select workspace_id from due_rows group by workspace_id
    having count(*) = (select most from look)
      -- at most twice as many as one workspace may have are under way in all
      and count(distinct endpoint) filter (where not in_order) <= 2 * :per_workspace
  ),
  waiting as (
    select c.workspace_id, (
      select next.endpoint from deliveries next
      where next.status = 'pending' and next.workspace_id = c.workspace_id order by next.endpoint limit 1
    ) as endpoint
    from crowded c
    union all
    select w.workspace_id, (
      select next.endpoint from deliveries next
      where next.status = 'pending' and next.workspace_id = w.workspace_id and next.endpoint > w.endpoint
      order by next.endpoint limit 1
    )
    from waiting w where w.endpoint is not null
  ),
  -- a line is what a workspace has for an endpoint
  lines as materialized (
    select endpoint, workspace_id,
           least(:per_endpoint, 1 + ${OF_LINES} / count(*) over (partition by workspace_id)) as most
    from waiting where endpoint is not null
  ),
  under_way as materialized (
    select endpoint, workspace_id, count(*) as own, sum(count(*)) over (partition by endpoint) as everybodys
    from deliveries where status = 'pending' and leased_until is not null and leased_until >= now()
    group by endpoint, workspace_id
  ),
  candidates as (
    select endpoint, workspace_id, id, next_attempt_at, earlier from due_rows
    where not in_order and (leased_until is null or leased_until < now())
      and workspace_id not in (select workspace_id from crowded)
    union all
    select l.endpoint, l.workspace_id, due.* from lines l cross join lateral (
      (select d.id, d.next_attempt_at, d.earlier from deliveries d
       where d.status = 'pending' and d.endpoint = l.endpoint and d.workspace_id = l.workspace_id and not d.in_order
         and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until < now()) and not d.earlier
       order by d.next_attempt_at limit l.most)
      union all
      (select d.id, d.next_attempt_at, d.earlier from deliveries d
       where d.status = 'pending' and d.endpoint = l.endpoint and d.workspace_id = l.workspace_id and not d.in_order
         and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until < now()) and d.earlier
       order by d.next_attempt_at limit l.most)
    ) due
    union all
    -- of those that go one after the other only the first, and while it waits or one is under way none
    select l.endpoint, l.workspace_id, first.id, first.next_attempt_at, first.earlier
    from (
      select endpoint, workspace_id from lines
      union select endpoint, workspace_id from due_rows where in_order
    ) l cross join lateral (
      select d.id, d.next_attempt_at, d.earlier from deliveries d
      where d.status = 'pending' and d.endpoint = l.endpoint and d.workspace_id = l.workspace_id and d.in_order
      order by d.outbox_id limit 1
    ) first
    where first.next_attempt_at <= now() and not exists (
      select from deliveries d
      where d.status = 'pending' and d.endpoint = l.endpoint and d.workspace_id = l.workspace_id and d.in_order
        and d.leased_until >= now())
  ),
  own_turns as (
    select c.*,
           coalesce(u.own, 0)
             + row_number() over (partition by c.endpoint, c.workspace_id order by c.earlier, c.next_attempt_at, c.id)
             as own_turn
    from candidates c left join under_way u on u.endpoint = c.endpoint and u.workspace_id = c.workspace_id
  ),
  turns as (
    select o.workspace_id, o.id, o.next_attempt_at, o.earlier,
           coalesce(u.everybodys, 0)
             + row_number() over (partition by o.endpoint order by o.earlier, o.own_turn, o.next_attempt_at, o.id) as turn
    from own_turns o left join (select distinct endpoint, everybodys from under_way) u on u.endpoint = o.endpoint
  ),
  in_workspaces as (
    select workspace_id, id, next_attempt_at, earlier, turn,
           row_number() over (partition by workspace_id order by earlier, turn, next_attempt_at)
             + coalesce((cast(:under_way as jsonb) ->> workspace_id::text)::int, 0) as place_of_workspace
    from turns where turn <= case when earlier then greatest(:per_endpoint / 2, 1) else :per_endpoint end
  ),
  ranked as (
    select workspace_id, id, earlier,
           row_number() over (partition by earlier order by place_of_workspace, turn, next_attempt_at) as place
    from in_workspaces where place_of_workspace <= :per_workspace
  ),
  chosen as (
    select workspace_id, id from ranked where not earlier or place <= :earlier order by earlier, place limit :limit
  ),
  locked as (
    select d.workspace_id, d.id from deliveries d join chosen using (workspace_id, id)
    -- as it is by now: another process may have made an attempt since this one looked
    where d.status = 'pending' and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until < now())
    for no key update of d skip locked
  )
  update deliveries d
  set lease = :lease, leased_until = now() + make_interval(secs => :lease_seconds), attempts = d.attempts + 1
  from locked where d.workspace_id = locked.workspace_id and d.id = locked.id
  returning d.workspace_id, d.id, d.attempts, d.earlier`

/** See LEASE. */
export async function leaseDeliveries(options: {
  leaseSeconds: number
  limit: number
  perEndpoint: number
  /** of those at most so many of earlier submissions */
  earlier: number
  perWorkspace: number
  /** how many of each workspace this process has under way */
  underWay: ReadonlyMap<string, number>
}): Promise<Lease[]> {
  const lease = randomUUID()
  const { rows } = await operator().rawQuery<{ rows: (FoundRow & { attempts: number; earlier: boolean })[] }>(
    LEASE,
    {
      lease,
      lease_seconds: options.leaseSeconds,
      limit: options.limit,
      per_endpoint: options.perEndpoint,
      earlier: options.earlier,
      per_workspace: options.perWorkspace,
      under_way: JSON.stringify(Object.fromEntries(options.underWay)),
    },
  )
  return rows.map((row) => ({ ...rowId(row), attempt: row.attempts, earlier: row.earlier, lease }))
}

/** Leases a delivery whose lease a process held that has ended; undefined where it is over, or another process has it by now. */
export async function leaseAgain(
  { workspaceId, id, lease: before }: Pick<Lease, 'workspaceId' | 'id' | 'lease'>,
  leaseSeconds: number,
): Promise<Lease | undefined> {
  const lease = randomUUID()
  const { rows } = await operator().rawQuery<{ rows: { attempts: number; earlier: boolean }[] }>(
    `update deliveries set lease = ?, leased_until = now() + make_interval(secs => ?), attempts = attempts + 1
     where workspace_id = ? and id = ? and lease = ? and status = 'pending' returning attempts, earlier`,
    [lease, leaseSeconds, workspaceId, id, before],
  )
  const [row] = rows
  return row && { workspaceId, id, lease, attempt: row.attempts, earlier: row.earlier }
}

/** Keeps the leases of attempts that are under way. */
export async function extendLeases(leased: readonly Lease[], leaseSeconds: number): Promise<void> {
  await operator().rawQuery(
    // one that is locked is being concluded, and needs no longer lease
    `with mine as (
       select d.workspace_id, d.id
       from deliveries d join unnest(?::uuid[], ?::uuid[], ?::uuid[]) as held (workspace_id, id, lease)
         using (workspace_id, id, lease)
       where d.status = 'pending' for no key update of d skip locked
     )
     update deliveries d set leased_until = now() + make_interval(secs => ?)
     from mine where d.workspace_id = mine.workspace_id and d.id = mine.id`,
    [
      leased.map((row) => row.workspaceId),
      leased.map((row) => row.id),
      leased.map((row) => row.lease),
      leaseSeconds,
    ],
  )
}

/** Wakes deliveries of all workspaces that wait for one of these reasons. */
export async function wakeDeliveries(reasons: readonly string[]): Promise<void> {
  await operator().rawQuery(
    `update deliveries set next_attempt_at = now() where status = 'pending' and reason = any (?) and next_attempt_at > now()`,
    [[...reasons]],
  )
}

/** Integrations whose deliveries waited for a connection that is well by now, some of them. */
export async function findResumable(): Promise<RowId[]> {
  const { rows } = await operator().rawQuery<{ rows: FoundRow[] }>(
    `select i.workspace_id, i.id from integrations i
     where i.waits_since is not null and (not i.connection_needed or exists (
       select from connections c
       where c.workspace_id = i.workspace_id and c.id = i.connection_id and c.lost_at is null))
     order by i.waits_since limit 100`,
  )
  return rows.map(rowId)
}

/**
 * Integrations that have failed for a day, have waited for their connection for an hour, which only people mend, or are
 * paused, and of which no mail was written yet; up to a hundred, those that wait longest first.
 */
export async function untoldIntegrations(): Promise<RowId[]> {
  const { rows } = await operator().rawQuery<{ rows: FoundRow[] }>(
    `select workspace_id, id from integrations
     where enabled and (
       (paused_at is not null and told is distinct from 'paused')
       or (paused_at is null and waits_since < now() - interval '1 hour' and told is distinct from 'waiting')
       or (paused_at is null and failing_since < now() - interval '1 day' and told is null))
     order by coalesce(paused_at, waits_since, failing_since) limit 100`,
  )
  return rows.map(rowId)
}

/**
 * Notices that are due, one of each workspace but those passed over, each due again with the next round of an hour: first
 * the one that is asked for, then those that were tried least, so that new ones do not wait behind mail servers that
 * hang.
 */
export async function takeDueNotices(options: {
  limit: number
  asked: string
  passedOver: ReadonlySet<string>
}): Promise<RowId[]> {
  const { rows } = await operator().rawQuery<{ rows: FoundRow[] }>(
    `with first as (
       select distinct on (workspace_id) workspace_id, id, attempts, next_attempt_at, id::text = :asked as asked
       from integration_notices
       where status = 'pending' and next_attempt_at <= now() and workspace_id <> all(cast(:passed_over as uuid[]))
       order by workspace_id, asked desc, attempts, next_attempt_at
     ),
     chosen as (
       select workspace_id, id from first order by asked desc, attempts, next_attempt_at limit :limit
     ),
     due as (
       select n.workspace_id, n.id from integration_notices n join chosen using (workspace_id, id)
       where n.status = 'pending' and n.next_attempt_at <= now() for no key update of n skip locked
     )
     update integration_notices n
     set attempts = n.attempts + 1, next_attempt_at = now() + interval '50 minutes'
     from due where n.workspace_id = due.workspace_id and n.id = due.id
     returning n.workspace_id, n.id`,
    { limit: options.limit, asked: options.asked, passed_over: [...options.passedOver] },
  )
  return rows.map(rowId)
}

/** Integrations whose deletion began a while ago and has not come to its end; up to a hundred. */
export async function endedIntegrations(): Promise<RowId[]> {
  const { rows } = await operator().rawQuery<{ rows: FoundRow[] }>(
    `select workspace_id, id from integrations where ended_at < now() - interval '10 minutes'
     order by ended_at limit 100`,
  )
  return rows.map(rowId)
}

/** Forgets notices that are older than this many days. */
export async function forgetNotices(days: number): Promise<void> {
  await operator().rawQuery(
    'delete from integration_notices where created_at < now() - make_interval(days => ?)',
    [days],
  )
}

/** Backfills that are not over and whose turn it is: those that had none for longest first. */
export async function takeTurns(limit: number): Promise<RowId[]> {
  const { rows } = await operator().rawQuery<{ rows: FoundRow[] }>(
    `update backfills b set turn_at = now()
     from (select workspace_id, integration_id from backfills where status = 'running'
           order by turn_at limit ? for no key update skip locked) next
     where b.workspace_id = next.workspace_id and b.integration_id = next.integration_id
     returning b.workspace_id, b.integration_id as id`,
    [limit],
  )
  return rows.map(rowId)
}

/**
 * Forgets deliveries, with their bodies and logs, that are older than this many days. Which submissions an
 * integration got stays known, as long as there are the submissions. Returns how many went.
 */
export async function forgetOlderThan(days: number, limit: number): Promise<number> {
  const { rows } = await operator().rawQuery<{ rows: { forgotten: number }[] }>(
    `with old as (
       delete from deliveries where (workspace_id, id) in (
         select workspace_id, id from deliveries where created_at < now() - make_interval(days => ?) order by created_at limit ?)
       returning workspace_id, submission_id, integration_id, event, status, test
     ),
     kept as (
       insert into past_deliveries (workspace_id, submission_id, integration_id)
       select o.workspace_id, o.submission_id, o.integration_id from old o
       where o.status in ('delivered', 'unsure') and not o.test and o.event <> 'submission.deleted'
         and (exists (select from submissions s where s.workspace_id = o.workspace_id and s.id = o.submission_id)
              or exists (select from deleted_submissions s where s.workspace_id = o.workspace_id and s.id = o.submission_id))
       on conflict do nothing
     )
     select count(*)::int as forgotten from old`,
    [days, limit],
  )
  return rows[0]?.forgotten ?? 0
}

function rowId(row: FoundRow): RowId {
  return { workspaceId: row.workspace_id, id: row.id }
}
