import { setTimeout as sleep } from 'node:timers/promises'
import logger from '@adonisjs/core/services/logger'
import { LRUCache } from 'lru-cache'
import type { PublishedForm } from '#app/forms/versions'
import { takePlaces } from '#app/http/load_shedding'
import { repeatOf } from '#app/respond/submission/addresses'
import { fieldOf } from '#app/respond/submission/blocks'
import { claimsOf } from '#app/respond/submission/claims'
import { type Scope, within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { StoredAnswers } from '#engine/response/response'

/** Submissions that are looked at in one transaction. */
const BATCH = 500
/** How long whoever wants to claim waits for the count, in milliseconds; it goes on meanwhile. */
const PATIENCE = 3_000
/** So many wait for counts at once, of whatever forms: the others find room in the server. */
const WAITING = { of: 'waiting for counts of claims', most: 200 }

interface Place {
  workspaceId: string
  formId: string
}

/** After which submission the count goes on. */
interface Edge {
  at: string
  id: string
}

const FIRST: Edge = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** What was counted, or is being counted, by this process: once for each version. */
const counted = new LRUCache<string, true | Promise<true>>({ max: 5_000 })

/**
 * A limit may come later than submissions, and those to an older version claim by the newest: before anything of a
 * version is claimed, what the submissions that are there would claim of it is counted, once. It may be done twice at
 * the same time, by two processes: who holds what already is left alone. False while the count takes longer than
 * `patience`: nothing can be claimed yet.
 */
export async function claimsCounted(
  place: Place,
  newest: Pick<PublishedForm, 'document' | 'version'>,
  patience = PATIENCE,
): Promise<boolean> {
  const name = `${place.formId} ${newest.version}`
  const work = counted.get(name) ?? begin(name, place, newest)
  if (work === true) return true
  const leave = takePlaces([WAITING])
  if (!leave) return false
  const enough = new AbortController()
  try {
    return await Promise.race([work, sleep(patience, false, { signal: enough.signal })])
  } finally {
    enough.abort()
    leave()
  }
}

function begin(
  name: string,
  { workspaceId, formId }: Place,
  newest: Pick<PublishedForm, 'document' | 'version'>,
): Promise<true> {
  const work = countAll({ workspaceId, formId }, newest).then((): true => true)
  counted.set(name, work)
  work.then(
    () => counted.set(name, true),
    (error: unknown) => {
      counted.delete(name)
      logger.error({ err: error, form: formId }, 'what submissions claim could not be counted')
    },
  )
  return work
}

async function countAll(
  { workspaceId, formId }: Place,
  { document, version }: Pick<PublishedForm, 'document' | 'version'>,
): Promise<void> {
  const done = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      'select from forms where workspace_id = ? and id = ? and claims_version = ?',
      [workspaceId, formId, version],
    )
    return rows.length > 0
  })
  if (done) return
  const limited = claimingPart(document)
  for (let after: Edge | undefined = FIRST; after;) {
    const from: Edge = after
    after = await within(workspaceId, (scope) => countBatch(scope, formId, limited, from))
  }
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('update forms set claims_version = ? where workspace_id = ? and id = ?', [
      version,
      workspaceId,
      formId,
    ]),
  )
}

/** The document with the fields that may claim something alone, and the sections they stand in. */
function claimingPart(document: FormDocument): FormDocument {
  const blocks = document.blocks.filter(
    (block) => repeatOf(block) || block.unique || fieldOf(block)?.claiming,
  )
  return { ...document, blocks }
}

/** Counts what the next submissions claim and do not hold yet. Says after which to go on; undefined at the end. */
async function countBatch(
  { trx, workspaceId }: Scope,
  formId: string,
  document: FormDocument,
  after: Edge,
): Promise<Edge | undefined> {
  const { rows: next } = await trx.rawQuery<{ rows: Edge[] }>(
    // in the order of an index of the form: the workspace may have many more
    `select id, received_at::text as at from submissions
     where workspace_id = ? and form_id = ? and (received_at, id) > (?::timestamptz, ?::uuid)
     order by received_at, id limit ${BATCH}`,
    [workspaceId, formId, after.at, after.id],
  )
  const { rows } = await trx.rawQuery<{ rows: { id: string; answers: StoredAnswers }[] }>(
    // locked in the order of their ids, as whoever deletes several does: neither waits for the other
    'select id, answers from submissions where workspace_id = ? and id = any(?::uuid[]) order by id for key share',
    [workspaceId, next.map(({ id }) => id)],
  )
  const claims = rows.flatMap(({ id, answers }) =>
    claimsOf({ document }, { document }, answers).map(({ key, count }) => ({ submission: id, key, count })),
  )
  if (claims.length > 0) {
    await trx.rawQuery(
      `with new as (
         insert into claim_holders (workspace_id, form_id, submission_id, key, count)
         select ?, ?, c.submission, c.key, c.count
         from json_to_recordset(?::json) as c (submission uuid, key text, count integer)
         on conflict do nothing returning key, count
       )
       insert into claims as held (workspace_id, form_id, key, taken)
       select ?, ?, key, sum(count) from new group by key order by key
       on conflict (workspace_id, form_id, key) do update set taken = held.taken + excluded.taken`,
      [workspaceId, formId, JSON.stringify(claims), workspaceId, formId],
    )
  }
  return next.length < BATCH ? undefined : next.at(-1)
}
