import { setImmediate as breath } from 'node:timers/promises'
import { conditionHolds } from '#app/integrations/condition'
import type { Integration } from '#app/integrations/integration'
import { type Scope, within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'

/** Of so many submissions it is worked out for how many the condition holds; of more it takes too long. */
const JUDGED = 1_000

/** Submissions are judged so many at a time: each read is a short transaction, and others have their turn between. */
const TOGETHER = 200

/** A submission that came in earlier. */
export interface EarlierSubmission {
  id: string
  version: number
  received_at: Date
  /** the whole of it, as the database has it: a Date has milliseconds only */
  received: string
  /** nothing where nobody asks */
  answers: Record<string, Json> | null
}

/**
 * The integration `:integration` has got submission `s`, or is about to. Those that failed are sent again from the log,
 * under the id they have.
 */
export const HAS_GOT = `(exists (
    select from deliveries d
    where d.workspace_id = s.workspace_id and d.submission_id = s.id and d.integration_id = :integration
      and not d.test and d.event <> 'submission.deleted' and d.status <> 'cancelled')
  or exists (
    select from past_deliveries p
    where p.workspace_id = s.workspace_id and p.submission_id = s.id and p.integration_id = :integration))`

/** Where to go on reading. */
export interface Place {
  after: string
  afterId: string
  upTo: string
}

/** Where the first one of all is. */
export const BEGINNING = { after: '-infinity', afterId: '00000000-0000-0000-0000-000000000000' }

/** The next submissions that an integration has not got, oldest first. */
export async function readEarlier(
  { trx, workspaceId }: Scope,
  integration: Integration,
  place: Place,
  limit: number,
): Promise<EarlierSubmission[]> {
  const { rows } = await trx.rawQuery<{ rows: EarlierSubmission[] }>(
    `select s.id, s.version, s.received_at, cast(s.received_at as text) as received,
            case when :judged then s.answers end as answers
     from submissions s
     where s.workspace_id = :workspace and s.form_id = :form and s.status = 'complete'
       and (s.received_at, s.id) > (cast(:after as timestamptz), cast(:afterId as uuid)) and s.received_at <= cast(:upTo as timestamptz)
       and not ${HAS_GOT}
     order by s.received_at, s.id limit :limit`,
    {
      ...{ workspace: workspaceId, form: integration.formId, integration: integration.id, limit },
      ...{ judged: integration.condition !== null, after: place.after, afterId: place.afterId },
      upTo: place.upTo,
    },
  )
  return rows
}

/** Whether an integration's condition holds for a submission; as `conditionHolds`. */
export async function isWanted(integration: Integration, submission: EarlierSubmission): Promise<boolean> {
  if (integration.condition === null) return true
  return conditionHolds(integration.condition, {
    workspaceId: integration.workspaceId,
    formId: integration.formId,
    version: submission.version,
    answers: submission.answers ?? {},
    receivedAt: submission.received_at.getTime(),
  })
}

/** How many submissions an integration has not got, whatever its condition says. */
export async function countEarlier({ trx, workspaceId }: Scope, integration: Integration): Promise<number> {
  const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
    `select cast(count(*) as integer) as count from submissions s
     where s.workspace_id = :workspace and s.form_id = :form and s.status = 'complete' and not ${HAS_GOT}`,
    { workspace: workspaceId, form: integration.formId, integration: integration.id },
  )
  return rows[0]?.count ?? 0
}

/**
 * For how many of them the condition holds; null where there are too many to ask each. One that cannot be judged counts:
 * it will stand in the log.
 */
export async function countMatching(integration: Integration, count: number): Promise<number | null> {
  if (integration.condition === null) return count
  if (count > JUDGED) return null
  let matching = 0
  const place: Place = { ...BEGINNING, upTo: 'infinity' }
  for (;;) {
    const found = await within(integration.workspaceId, (scope) =>
      readEarlier(scope, integration, place, TOGETHER),
    )
    for (const one of found) if (await isWanted(integration, one).catch(() => true)) matching += 1
    const last = found.at(-1)
    if (!last || found.length < TOGETHER) return matching
    place.after = last.received
    place.afterId = last.id
    await breath()
  }
}
