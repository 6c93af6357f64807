import logger from '@adonisjs/core/services/logger'
import { fairQueue } from '#app/http/fair_queue'
import { isBusy } from '#app/http/load_shedding'
import { isOutage } from '#app/http/outage'
import { conditionHolds } from '#app/integrations/condition'
import { notInstalled, unreadReason } from '#app/integrations/errors'
import { forgetSubmissions, SUBMISSION_DELETED } from '#app/integrations/forget_submissions'
import { Integration } from '#app/integrations/integration'
import { bindStored } from '#app/integrations/kinds'
import { COUNT_AGAIN_SECONDS, LINE_FULL, pendingRoom, usePendingRoom } from '#app/integrations/pending_room'
import type { Consumer } from '#app/outbox/consume_outbox'
import { type OutboxRow, readEvents } from '#app/outbox/take_events'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'

interface Subject {
  version: number
  answers: Record<string, Json>
  received_at: Date
}

/** Where deliveries of an integration go: `reason` when they can only be recorded as failed. */
interface Receiver {
  endpoint: string
  inOrder: boolean
  mail: boolean
  reason?: string
}

/** A delivery that is to be written. */
interface DueDelivery extends Receiver {
  row: OutboxRow
  integration: Integration
}

/** So long, in milliseconds, conditions are judged at a time: each asks the whole form. */
const SLICE_MS = 4

/** Makes events into deliveries: one for each integration that listens and whose condition holds. */
export const deliveryWriter: Consumer = {
  async prepare(workspaceId, ids) {
    const due = await dueDeliveries(workspaceId, ids)
    return async (scope, rows) => {
      const taken = new Set(rows.map((row) => row.id))
      // before any delivery is locked, as by whoever sends many again
      const inLine = await asFarAsRoom(
        scope,
        due.filter(({ row }) => taken.has(row.id)),
      )
      const deleted = rows.filter((row) => row.event === 'submission.deleted')
      if (deleted.length > 0)
        await forgetSubmissions(
          scope,
          deleted.map((row) => row.submission_id),
        )
      return await writeDeliveries(scope, inLine)
    }
  },
}

/** Who is to be told about these events. Conditions are judged here, outside the transaction that writes. */
async function dueDeliveries(workspaceId: string, ids: readonly string[]): Promise<DueDelivery[]> {
  const { rows, integrations, subjects } = await within(workspaceId, async (scope) => {
    const events = await readEvents(scope, ids)
    const forms = [...new Set(events.map((row) => row.form_id))]
    const listening = await Integration.query().whereIn('form_id', forms).where('enabled', true)
    return {
      rows: events,
      integrations: listening,
      subjects: await conditionSubjects(scope, events, listening),
    }
  })
  const due: DueDelivery[] = []
  const receivers = new Map(integrations.map((integration) => [integration, receiverOf(integration)]))
  let began = performance.now()
  for (const row of rows) {
    for (const [integration, receiver] of receivers) {
      if (integration.formId !== row.form_id || !integration.events.includes(row.event)) continue
      if (performance.now() - began > SLICE_MS) {
        await fairQueue.next(workspaceId)
        began = performance.now()
      }
      const told = await toldOf(workspaceId, row, integration, subjects.get(row.submission_id))
      if (told)
        due.push({ row, integration, ...(told === 'unread' ? failed(integration, UNREAD) : receiver) })
    }
  }
  return due
}

const UNREAD = 'The condition or the settings could not be read.'

function failed({ id }: Integration, reason: string): Receiver {
  return { endpoint: id, inOrder: false, mail: false, reason }
}

/** Looked up once for all events of a batch. */
function receiverOf(integration: Integration): Receiver {
  const kind = plugins.integration(integration.kind)
  if (!kind && !plugins.isUnusable('integrations', integration.kind))
    return failed(integration, notInstalled(integration.kind))
  if (integration.pausedAt) return failed(integration, 'The integration was paused.')
  // it waits; whether its receiver minds the order nobody can tell now
  if (!kind) return { endpoint: integration.id, inOrder: true, mail: false }
  const { order, mail = false } = kind.definition
  try {
    const endpoint = bindStored(kind, integration).endpoint() || integration.id
    return { endpoint, inOrder: order === 'one-after-the-other', mail }
  } catch (error) {
    logger.error({ err: error, integration: integration.id }, 'an integration could not be judged')
    return failed(integration, unreadReason(error) ?? UNREAD)
  }
}

/** Whether an integration is told of an event, by its condition; `unread` where that cannot be judged. */
async function toldOf(
  workspaceId: string,
  row: OutboxRow,
  { id, condition }: Integration,
  subject: Subject | undefined,
): Promise<boolean | 'unread'> {
  if (condition === null) return true
  if (!subject) return row.event === 'submission.deleted'
  try {
    return await conditionHolds(condition, {
      workspaceId,
      formId: row.form_id,
      version: subject.version,
      answers: subject.answers,
      receivedAt: subject.received_at.getTime(),
    })
  } catch (error) {
    // nothing is known yet: the events are taken up again
    if (isBusy(error) || isOutage(error)) throw error
    logger.error({ err: error, integration: id }, 'a condition could not be judged')
    return 'unread'
  }
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

/** Those for which there is no place in line any more are recorded as failed. */
async function asFarAsRoom(scope: Scope, due: readonly DueDelivery[]): Promise<DueDelivery[]> {
  const wanted = due.filter(({ reason }) => reason === undefined).length
  let room = await pendingRoom(scope, wanted, COUNT_AGAIN_SECONDS)
  await usePendingRoom(scope, room)
  return due.map((one) => {
    if (one.reason !== undefined || room-- > 0) return one
    return { ...one, reason: LINE_FULL }
  })
}

/** Writes deliveries, for integrations that are still on; answers how many. */
async function writeDeliveries(scope: Scope, due: readonly DueDelivery[]): Promise<number> {
  if (due.length === 0) return 0
  const rows = due.map(({ row, integration, endpoint, inOrder, mail, reason }) => ({
    form_id: row.form_id,
    integration_id: integration.id,
    event: row.event,
    outbox_id: row.id,
    submission_id: row.submission_id,
    payload: row.payload,
    endpoint,
    in_order: inOrder,
    mail,
    occurred_at: row.created_at,
    reason,
  }))
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, payload, endpoint,
                             in_order, mail, occurred_at, status, reason, finished_at)
     select i.workspace_id, d.form_id, i.id, d.event, d.outbox_id, d.submission_id, d.payload, d.endpoint, d.in_order, d.mail, d.occurred_at,
            case when gone then 'cancelled' when d.reason is null then 'pending' else 'failed' end,
            case when gone then '${SUBMISSION_DELETED}' else d.reason end,
            case when gone or d.reason is not null then now() end
     from json_to_recordset(?::json) as d
       (form_id uuid, integration_id uuid, event text, outbox_id uuid, submission_id uuid, payload jsonb, endpoint text, in_order boolean,
        mail boolean, occurred_at timestamptz, reason text)
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
