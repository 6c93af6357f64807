import logger from '@adonisjs/core/services/logger'
import { announce } from '#app/forms/events'
import { isOutage } from '#app/http/outage'
import { waitingInOutbox } from '#app/integrations/claimer'
import { conditionHolds } from '#app/integrations/condition'
import { forgetSubmission, SUBMISSION_DELETED } from '#app/integrations/forget_submission'
import { Integration } from '#app/integrations/integration'
import { bindStored } from '#app/integrations/kinds'
import { plugins } from '#app/plugins/registry'
import { pool } from '#app/workspaces/pool'
import { type Scope, within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'

/** How many events a round looks at. */
const BATCH = 1_000

/** How many are judged at a time: the answers that conditions ask about are in memory together. */
const JUDGED_TOGETHER = 200

/** How long a row that could not be worked is left alone, so that it does not hold up the others. */
const SET_ASIDE_MS = 5_000

interface OutboxRow {
  id: string
  form_id: string
  event: string
  submission_id: string
  payload: unknown
  created_at: Date
}

interface Subject {
  version: number
  answers: Record<string, Json>
  received_at: Date
}

/** A delivery that is to be written: `reason` when it can only be recorded as failed. */
interface Due {
  row: OutboxRow
  integration: Integration
  endpoint: string
  inOrder: boolean
  reason?: string
}

const setAside = new Map<string, number>()

/** What a round over the outbox did. */
export interface Consumed {
  events: number
  /** there may be more to do at once */
  more: boolean
  /** deliveries were written */
  deliveries: boolean
}

/**
 * One round over the outbox of all workspaces: each row becomes its deliveries and its part in the counts, in the
 * transaction that removes it. A process may die anywhere: the row is there, or its work is.
 */
export async function consumeOutbox(): Promise<Consumed> {
  const now = performance.now()
  for (const [id, until] of setAside) if (until <= now) setAside.delete(id)
  const found = await waitingInOutbox(BATCH, [...setAside.keys()])
  let written = 0
  for (const { workspaceId, ids, heard } of found) {
    if (heard) written += await consumeHeard(workspaceId, ids)
    else await consumeOf(workspaceId, ids, countOnly)
  }
  const events = found.reduce((sum, { ids }) => sum + ids.length, 0)
  return { events, more: events === BATCH, deliveries: written > 0 }
}

async function consumeHeard(workspaceId: string, ids: readonly string[]): Promise<number> {
  let written = 0
  for (let start = 0; start < ids.length; start += JUDGED_TOGETHER) {
    written += await consumeOf(workspaceId, ids.slice(start, start + JUDGED_TOGETHER), consume)
  }
  return written
}

/** Works these events; answers how many deliveries came of them. One that cannot be worked is set aside for a while. */
async function consumeOf(
  workspaceId: string,
  ids: readonly string[],
  work: (workspaceId: string, ids: readonly string[]) => Promise<number>,
): Promise<number> {
  try {
    return await work(workspaceId, ids)
  } catch (error) {
    // not the fault of any of them: the whole round is tried again later
    if (isOutage(error)) throw error
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) {
      logger.error({ err: error, outbox: only }, 'an event could not be handed on yet')
      setAside.set(only, performance.now() + SET_ASIDE_MS)
      return 0
    }
    // one of them is bad: the others must not wait for it
    let written = 0
    for (const id of ids) written += await consumeOf(workspaceId, [id], work)
    return written
  }
}

/** Nobody listens: the events only count. One round trip for all of them. */
async function countOnly(workspaceId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await pool().query<{ form: string }>({
    name: 'count-submissions',
    text: 'select form from count_submissions($1, $2::uuid[]) as form',
    values: [workspaceId, ids],
  })
  for (const { form } of rows) announce(form, { name: 'submissions', data: {} })
  return 0
}

async function consume(workspaceId: string, ids: readonly string[]): Promise<number> {
  const due = await dueDeliveries(workspaceId, ids)
  const { taken, written } = await within(workspaceId, async (scope) => {
    const rows = await take(scope, ids)
    const mine = new Set(rows.map((row) => row.id))
    await count(scope, rows)
    for (const row of rows) {
      if (row.event === 'submission.deleted') await forgetSubmission(scope, row.submission_id)
    }
    return {
      taken: rows,
      written: await write(
        scope,
        due.filter(({ row }) => mine.has(row.id)),
      ),
    }
  })
  for (const formId of new Set(taken.map((row) => row.form_id))) {
    announce(formId, { name: 'submissions', data: {} })
    announce(formId, { name: 'deliveries', data: {} })
  }
  return written
}

/** Who is to be told about these events. Conditions are judged here, outside the transaction that writes. */
async function dueDeliveries(workspaceId: string, ids: readonly string[]): Promise<Due[]> {
  const { rows, integrations, subjects } = await within(workspaceId, async (scope) => {
    const events = await read(scope, ids)
    const forms = [...new Set(events.map((row) => row.form_id))]
    const listening = await Integration.query().whereIn('form_id', forms).where('enabled', true)
    return {
      rows: events,
      integrations: listening,
      subjects: await conditionSubjects(scope, events, listening),
    }
  })
  const due: Due[] = []
  for (const row of rows) {
    for (const integration of integrations) {
      if (integration.formId !== row.form_id || !integration.events.includes(row.event)) continue
      const delivery = await judge(workspaceId, row, integration, subjects.get(row.submission_id))
      if (delivery) due.push(delivery)
    }
  }
  return due
}

async function judge(
  workspaceId: string,
  row: OutboxRow,
  integration: Integration,
  subject: Subject | undefined,
): Promise<Due | undefined> {
  const failed = (reason: string): Due => ({
    row,
    integration,
    endpoint: integration.id,
    inOrder: false,
    reason,
  })
  const gone = row.event !== 'submission.deleted' && subject === undefined && integration.condition !== null
  if (gone) return undefined
  try {
    if (integration.condition && subject) {
      const holds = await conditionHolds(integration.condition, {
        workspaceId,
        formId: row.form_id,
        version: subject.version,
        answers: subject.answers,
        receivedAt: subject.received_at.getTime(),
      })
      if (!holds) return undefined
    }
    const kind = plugins.integration(integration.kind)
    if (!kind) return failed(`The integration "${integration.kind}" is not installed on this server.`)
    if (integration.pausedAt) return failed('The integration was paused.')
    const endpoint = bindStored(kind, integration).endpoint()
    const inOrder = kind.definition.order === 'one-after-the-other'
    return { row, integration, endpoint: endpoint || integration.id, inOrder }
  } catch (error) {
    logger.error({ err: error, integration: integration.id }, 'an integration could not be judged')
    return failed('The condition or the settings could not be read.')
  }
}

async function read(scope: Scope, ids: readonly string[]): Promise<OutboxRow[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: OutboxRow[] }>(
    `select id, form_id, event, submission_id, payload, created_at from outbox
     where workspace_id = ? and id = any (?) order by id`,
    [scope.workspaceId, [...ids]],
  )
  return rows
}

/** The stored answers that conditions ask about: read only where there are conditions. */
async function conditionSubjects(
  scope: Scope,
  rows: readonly OutboxRow[],
  integrations: readonly Integration[],
): Promise<Map<string, Subject>> {
  const asking = new Set(
    integrations.filter(({ condition }) => condition !== null).map(({ formId }) => formId),
  )
  const ids = rows.filter((row) => asking.has(row.form_id)).map((row) => row.submission_id)
  if (ids.length === 0) return new Map()
  const { rows: found } = await scope.trx.rawQuery<{ rows: (Subject & { id: string })[] }>(
    'select id, version, answers, received_at from submissions where workspace_id = ? and id = any (?)',
    [scope.workspaceId, ids],
  )
  return new Map(found.map((row) => [row.id, row]))
}

/** Takes the rows out of the outbox; those that another process is just taking are left to it. */
async function take(scope: Scope, ids: readonly string[]): Promise<OutboxRow[]> {
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
async function count(scope: Scope, rows: readonly OutboxRow[]): Promise<void> {
  const counted = rows.filter(
    (row) => row.event === 'submission.created' || row.event === 'submission.deleted',
  )
  // in one order, so that two processes never wait for each other
  const forms = [...Map.groupBy(counted, (row) => row.form_id)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [formId, events] of forms) {
    const created = events.filter((row) => row.event === 'submission.created')
    const more = 2 * created.length - events.length
    const newest = created.map((row) => row.created_at).sort((a, b) => b.getTime() - a.getTime())[0]
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

/** After a deletion the newest submission may be another one. */
async function countFromTheTop(scope: Scope, formId: string): Promise<void> {
  await scope.trx.rawQuery(
    `update form_counts set last_submission_at =
       (select received_at from submissions where workspace_id = ? and form_id = ? order by received_at desc, id desc limit 1)
     where workspace_id = ? and form_id = ?`,
    [scope.workspaceId, formId, scope.workspaceId, formId],
  )
}

/** Writes deliveries, for integrations that are still on; answers how many. */
async function write(scope: Scope, due: readonly Due[]): Promise<number> {
  if (due.length === 0) return 0
  const rows = due.map(({ row, integration, endpoint, inOrder, reason }) => ({
    form_id: row.form_id,
    integration_id: integration.id,
    event: row.event,
    outbox_id: row.id,
    submission_id: row.submission_id,
    payload: row.payload,
    endpoint,
    in_order: inOrder,
    occurred_at: row.created_at,
    reason,
  }))
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, payload, endpoint,
                             in_order, occurred_at, status, reason, finished_at)
     select i.workspace_id, d.form_id, i.id, d.event, d.outbox_id, d.submission_id, d.payload, d.endpoint, d.in_order, d.occurred_at,
            case when gone then 'cancelled' when d.reason is null then 'pending' else 'failed' end,
            case when gone then '${SUBMISSION_DELETED}' else d.reason end,
            case when gone or d.reason is not null then now() end
     from json_to_recordset(?::json) as d
       (form_id uuid, integration_id uuid, event text, outbox_id uuid, submission_id uuid, payload jsonb, endpoint text, in_order boolean,
        occurred_at timestamptz, reason text)
     join integrations i on i.workspace_id = ? and i.id = d.integration_id and i.enabled
     cross join lateral (
       select d.event <> 'submission.deleted' and not exists (
         select from submissions s where s.workspace_id = i.workspace_id and s.id = d.submission_id) as gone
     ) fate
     order by d.outbox_id, i.id
     on conflict (workspace_id, integration_id, outbox_id) do nothing`,
    [JSON.stringify(rows), scope.workspaceId],
  )
  return rowCount
}
