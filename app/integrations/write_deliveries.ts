import logger from '@adonisjs/core/services/logger'
import { conditionHolds } from '#app/integrations/condition'
import { notInstalled, unreadReason } from '#app/integrations/errors'
import { forgetSubmissions, SUBMISSION_DELETED } from '#app/integrations/forget_submissions'
import { Integration } from '#app/integrations/integration'
import { bindStored } from '#app/integrations/kinds'
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

/** A delivery that is to be written: `reason` when it can only be recorded as failed. */
interface DueDelivery {
  row: OutboxRow
  integration: Integration
  endpoint: string
  inOrder: boolean
  mail: boolean
  reason?: string
}

/** Makes events into deliveries: one for each integration that listens and whose condition holds. */
export const deliveryWriter: Consumer = {
  async prepare(workspaceId, ids) {
    const due = await dueDeliveries(workspaceId, ids)
    return async (scope, rows) => {
      const taken = new Set(rows.map((row) => row.id))
      const deleted = rows.filter((row) => row.event === 'submission.deleted')
      if (deleted.length > 0)
        await forgetSubmissions(
          scope,
          deleted.map((row) => row.submission_id),
        )
      return await writeDeliveries(
        scope,
        due.filter(({ row }) => taken.has(row.id)),
      )
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
  for (const row of rows) {
    for (const integration of integrations) {
      if (integration.formId !== row.form_id || !integration.events.includes(row.event)) continue
      const delivery = await dueDelivery(workspaceId, row, integration, subjects.get(row.submission_id))
      if (delivery) due.push(delivery)
    }
  }
  return due
}

async function dueDelivery(
  workspaceId: string,
  row: OutboxRow,
  integration: Integration,
  subject: Subject | undefined,
): Promise<DueDelivery | undefined> {
  const failed = (reason: string): DueDelivery => ({
    row,
    integration,
    endpoint: integration.id,
    inOrder: false,
    mail: false,
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
    if (!kind && !plugins.isUnusable('integrations', integration.kind))
      return failed(notInstalled(integration.kind))
    if (integration.pausedAt) return failed('The integration was paused.')
    // it waits; whether its receiver minds the order nobody can tell now
    if (!kind) return { row, integration, endpoint: integration.id, inOrder: true, mail: false }
    const { order, mail = false } = kind.definition
    const endpoint = bindStored(kind, integration).endpoint() || integration.id
    return { row, integration, endpoint, inOrder: order === 'one-after-the-other', mail }
  } catch (error) {
    logger.error({ err: error, integration: integration.id }, 'an integration could not be judged')
    return failed(unreadReason(error) ?? 'The condition or the settings could not be read.')
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
