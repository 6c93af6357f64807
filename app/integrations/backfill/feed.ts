import logger from '@adonisjs/core/services/logger'
import { notifyForm } from '#app/forms/events'
import {
  type EarlierSubmission,
  HAS_GOT,
  isWanted,
  type Place,
  readEarlier,
} from '#app/integrations/backfill/earlier'
import { takeTurns } from '#app/integrations/claimer'
import { Integration } from '#app/integrations/integration'
import { bindStored } from '#app/integrations/kinds'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'

/** A backfill has its turn when fewer of its deliveries wait: the queue does not grow with it. */
const FEW = 100

/** So many submissions are looked at in one turn, and become deliveries at most. */
const LOOK = 200

/** So many backfills have their turn in one round. */
const TURNS = 20

interface BackfillRow {
  id: string
  seen_at: string
  seen_id: string
  up_to: string
  waiting: number
}

/** A submission whose delivery is to be written: `reason` when it can only be recorded as failed. */
interface DueSubmission {
  id: string
  reason?: string
}

/** What a turn came to. */
interface Turn {
  made: number
  more: boolean
}

/** Where a backfill stands and what comes next. */
interface Next {
  backfill: BackfillRow
  integration: Integration
  place: Place
  found: EarlierSubmission[]
}

/**
 * Makes deliveries of earlier submissions, some of each backfill in turn, and ends those that are through. What a
 * process that dies has not committed is done by the next one: a turn is one transaction, and a delivery has its name
 * from its submission.
 */
export async function feedBackfills(): Promise<Turn> {
  const total: Turn = { made: 0, more: false }
  for (const { workspaceId, id } of await takeTurns(TURNS)) {
    try {
      const turn = await feed(workspaceId, id)
      total.made += turn.made
      total.more ||= turn.more
    } catch (error) {
      logger.error({ err: error, integration: id }, 'earlier submissions could not be sent')
    }
  }
  return total
}

async function feed(workspaceId: string, integrationId: string): Promise<Turn> {
  const nothing: Turn = { made: 0, more: false }
  const next = await within(workspaceId, (scope) => nextOf(scope, integrationId))
  if (!next) return nothing
  const { integration, found } = next
  const target = targetOf(integration)
  if (!target) return nothing
  // judged outside of any transaction, as for new submissions
  const due: DueSubmission[] = []
  for (const submission of found) {
    const judged = await judge(integration, submission)
    if (judged) due.push(judged)
  }
  const made = await within(workspaceId, (scope) => advance(scope, next, due, target))
  if (made > 0) notifyForm(integration.formId, { name: 'deliveries', data: {} })
  return { made, more: made === 0 && found.length === LOOK }
}

/** What comes next of a backfill; nothing while enough of it waits, its integration sends nothing, or it is over. */
async function nextOf(scope: Scope, integrationId: string): Promise<Next | undefined> {
  const integration = await Integration.find(integrationId)
  const backfill = integration && (await readBackfill(scope, integrationId))
  if (!backfill || backfill.waiting >= FEW) return undefined
  const place: Place = { after: backfill.seen_at, afterId: backfill.seen_id, upTo: backfill.up_to }
  const sends = integration.enabled && integration.pausedAt === null && integration.waitsSince === null
  const found = await readEarlier(scope, integration, place, LOOK)
  if (found.length === 0 && backfill.waiting === 0) await finish(scope, integration, backfill.id)
  if (found.length === 0 || !sends) return undefined
  const told = await untold(scope, found)
  return { backfill, integration, place, found: told }
}

async function readBackfill(
  { trx, workspaceId }: Scope,
  integrationId: string,
): Promise<BackfillRow | undefined> {
  const { rows } = await trx.rawQuery<{ rows: BackfillRow[] }>(
    `select b.id, b.seen_at::text as seen_at, b.seen_id, b.up_to::text as up_to,
            (select count(*)::int from deliveries d
             where d.workspace_id = b.workspace_id and d.backfill_id = b.id and d.status = 'pending') as waiting
     from backfills b where b.workspace_id = ? and b.integration_id = ? and b.status = 'running'`,
    [workspaceId, integrationId],
  )
  return rows[0]
}

/**
 * Those before the first whose news is still in the outbox: it becomes a delivery, or none, in a moment, and only then
 * can be known whether it has to be sent.
 */
async function untold(
  { trx, workspaceId }: Scope,
  found: readonly EarlierSubmission[],
): Promise<EarlierSubmission[]> {
  const { rows } = await trx.rawQuery<{ rows: { submission_id: string }[] }>(
    'select submission_id from outbox where workspace_id = ? and submission_id = any (?)',
    [workspaceId, found.map(({ id }) => id)],
  )
  const waiting = new Set(rows.map((row) => row.submission_id))
  const first = found.findIndex(({ id }) => waiting.has(id))
  return first === -1 ? [...found] : found.slice(0, first)
}

async function judge(
  integration: Integration,
  submission: EarlierSubmission,
): Promise<DueSubmission | undefined> {
  try {
    return (await isWanted(integration, submission)) ? { id: submission.id } : undefined
  } catch (error) {
    logger.error({ err: error, integration: integration.id }, 'an integration could not be judged')
    return { id: submission.id, reason: 'The condition could not be read.' }
  }
}

/** Where deliveries go. */
interface Target {
  /** whose line they wait in */
  endpoint: string
  inOrder: boolean
  mail: boolean
}

/** Where they go; nothing while the plugin is not there or cannot read its settings. */
function targetOf(integration: Integration): Target | undefined {
  const kind = plugins.integration(integration.kind)
  if (!kind) return undefined
  try {
    const endpoint = bindStored(kind, integration).endpoint() || integration.id
    const { order, mail = false } = kind.definition
    return { endpoint, inOrder: order === 'one-after-the-other', mail }
  } catch (error) {
    logger.warn({ err: error, integration: integration.id }, 'the settings of an integration cannot be read')
    return undefined
  }
}

/** Writes the deliveries and goes on to behind what was looked at, unless another process did. Answers how many. */
async function advance(
  scope: Scope,
  { backfill, integration, found }: Next,
  due: readonly DueSubmission[],
  target: Target,
): Promise<number> {
  const last = found.at(-1)
  if (!last || !(await hold(scope, integration, backfill))) return 0
  const made = await write(scope, integration, backfill.id, due, target)
  await scope.trx.rawQuery(
    `update backfills set seen_at = ?, seen_id = ?, made = made + ?, unmatched = unmatched + ?
     where workspace_id = ? and integration_id = ?`,
    [last.received, last.id, made, found.length - due.length, scope.workspaceId, integration.id],
  )
  return made
}

/** Keeps integration and backfill as they were read, to the end of the transaction; false when one has changed. */
async function hold(
  { trx, workspaceId }: Scope,
  { id }: Integration,
  backfill: BackfillRow,
): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: object[] }>(
    'select from integrations where workspace_id = ? and id = ? and enabled and paused_at is null for share',
    [workspaceId, id],
  )
  const { rows: same } = await trx.rawQuery<{ rows: object[] }>(
    `select from backfills
     where workspace_id = ? and integration_id = ? and id = ? and status = 'running'
       and seen_at = ?::timestamptz and seen_id = ? for no key update`,
    [workspaceId, id, backfill.id, backfill.seen_at, backfill.seen_id],
  )
  return rows.length > 0 && same.length > 0
}

/**
 * Each delivery stands for an event that no outbox row brought: its id is the submission's with a first digit that puts
 * it behind all new ones, for integrations that take one after the other. One that an earlier backfill left undone goes
 * on under its own id.
 */
async function write(
  { trx, workspaceId }: Scope,
  integration: Integration,
  backfillId: string,
  due: readonly DueSubmission[],
  target: Target,
): Promise<number> {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, endpoint, in_order,
                             mail, occurred_at, backfill_id, status, reason, finished_at)
     select s.workspace_id, s.form_id, :integration, 'submission.created',
            cast('f' || substr(cast(s.id as text), 2) as uuid), s.id, :endpoint, :inOrder, :mail, s.received_at, :backfill,
            case when due.reason is null then 'pending' else 'failed' end, due.reason,
            case when due.reason is not null then now() end
     from json_to_recordset(cast(:due as json)) as due (id uuid, reason text)
     join submissions s on s.workspace_id = :workspace and s.id = due.id
     where not ${HAS_GOT}
     order by s.received_at, s.id
     on conflict (workspace_id, integration_id, outbox_id) do update
     set status = excluded.status, reason = excluded.reason, finished_at = excluded.finished_at,
         backfill_id = excluded.backfill_id, endpoint = excluded.endpoint, in_order = excluded.in_order,
         mail = excluded.mail,
         round_start = deliveries.attempts, next_attempt_at = now(), created_at = now()
     where deliveries.status = 'cancelled'`,
    {
      ...{ workspace: workspaceId, integration: integration.id, backfill: backfillId, ...target },
      due: JSON.stringify(due),
    },
  )
  return rowCount
}

async function finish(
  { trx, workspaceId }: Scope,
  { id, formId }: Integration,
  backfillId: string,
): Promise<void> {
  await trx.rawQuery(
    `update backfills set status = 'done', finished_at = now()
     where workspace_id = ? and integration_id = ? and id = ? and status = 'running'`,
    [workspaceId, id, backfillId],
  )
  notifyForm(formId, { name: 'deliveries', data: {} })
}
