import logger from '@adonisjs/core/services/logger'
import { announce } from '#app/forms/events'
import { type RowId, waitingInOutbox } from '#app/integrations/claimer'
import { conditionHolds } from '#app/integrations/condition'
import { forgetSubmission } from '#app/integrations/forget_submission'
import { Integration } from '#app/integrations/integration'
import { installedKind, readSettings } from '#app/integrations/kinds'
import type { Round } from '#app/integrations/loop'
import { type Scope, within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'

const BATCH = 200

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
  reason?: string
}

const setAside = new Map<string, number>()

/**
 * One round over the outbox of all workspaces: each row becomes its deliveries and its part in the counts, in the
 * transaction that removes it. A process may die anywhere: the row is there, or its work is.
 */
export async function consumeOutbox(): Promise<Round> {
  const now = Date.now()
  for (const [id, until] of setAside) if (until <= now) setAside.delete(id)
  const found = await waitingInOutbox(BATCH, [...setAside.keys()])
  for (const [workspaceId, rows] of Map.groupBy(found, (row) => row.workspaceId)) {
    await consumeOf(workspaceId, rows)
  }
  return found.length === BATCH ? 'more' : 'idle'
}

async function consumeOf(workspaceId: string, rows: readonly RowId[]): Promise<void> {
  try {
    await consume(
      workspaceId,
      rows.map((row) => row.id),
    )
  } catch (error) {
    if (rows.length === 1) {
      logger.error({ err: error, outbox: rows[0]?.id }, 'an event could not be handed on yet')
      for (const { id } of rows) setAside.set(id, Date.now() + SET_ASIDE_MS)
      return
    }
    // one of them is bad: the others must not wait for it
    for (const row of rows) await consumeOf(workspaceId, [row])
  }
}

async function consume(workspaceId: string, ids: string[]): Promise<void> {
  const due = await dueDeliveries(workspaceId, ids)
  const taken = await within(workspaceId, async (scope) => {
    const rows = await take(scope, ids)
    const mine = new Set(rows.map((row) => row.id))
    await count(scope, rows)
    for (const row of rows) {
      if (row.event === 'submission.deleted') await forgetSubmission(scope, row.submission_id)
    }
    for (const delivery of due) if (mine.has(delivery.row.id)) await write(scope, delivery)
    return rows
  })
  for (const formId of new Set(taken.map((row) => row.form_id))) {
    announce(formId, { name: 'submissions', data: {} })
    announce(formId, { name: 'deliveries', data: {} })
  }
}

/** Who is to be told about these events. Conditions are judged here, outside the transaction that writes. */
async function dueDeliveries(workspaceId: string, ids: string[]): Promise<Due[]> {
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
  const failed = (reason: string): Due => ({ row, integration, endpoint: integration.id, reason })
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
    const kind = installedKind(integration.kind)
    if (!kind) return failed(`The integration "${integration.kind}" is not installed on this server.`)
    if (integration.pausedAt) return failed('The integration was paused.')
    const endpoint = kind.endpoint(readSettings(kind, integration))
    return { row, integration, endpoint: endpoint || integration.id }
  } catch (error) {
    logger.error({ err: error, integration: integration.id }, 'an integration could not be judged')
    return failed('The condition or the settings could not be read.')
  }
}

async function read(scope: Scope, ids: string[]): Promise<OutboxRow[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: OutboxRow[] }>(
    `select id, form_id, event, submission_id, payload, created_at from outbox
     where workspace_id = ? and id = any (?) order by id`,
    [scope.workspaceId, ids],
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
async function take(scope: Scope, ids: string[]): Promise<OutboxRow[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: OutboxRow[] }>(
    `with mine as (
       select workspace_id, id from outbox where workspace_id = ? and id = any (?) order by id for update skip locked
     )
     delete from outbox o using mine where o.workspace_id = mine.workspace_id and o.id = mine.id
     returning o.id, o.form_id, o.event, o.submission_id, o.payload, o.created_at`,
    [scope.workspaceId, ids],
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
      `insert into form_counts as c (workspace_id, form_id, submissions, last_submission_at)
       values (?, ?, greatest(?, 0), nullif(?, '')::timestamptz)
       on conflict (workspace_id, form_id) do update
       set submissions = greatest(c.submissions + ?, 0),
           last_submission_at = greatest(c.last_submission_at, excluded.last_submission_at)`,
      [scope.workspaceId, formId, more, newest?.toISOString() ?? '', more],
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

async function write(scope: Scope, { row, integration, endpoint, reason }: Due): Promise<void> {
  const status = reason === undefined ? 'pending' : 'failed'
  await scope.trx.rawQuery(
    `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, payload, endpoint,
                             occurred_at, status, reason, finished_at)
     select ?, ?, i.id, ?, ?, ?, ?::jsonb, ?, ?, ?, nullif(?, ''), case when ? = 'failed' then now() end
     from integrations i where i.workspace_id = ? and i.id = ? and i.enabled
     on conflict (workspace_id, integration_id, outbox_id) do nothing`,
    [
      scope.workspaceId,
      row.form_id,
      row.event,
      row.id,
      row.submission_id,
      JSON.stringify(row.payload),
      endpoint,
      row.created_at,
      status,
      reason ?? '',
      status,
      scope.workspaceId,
      integration.id,
    ],
  )
}
