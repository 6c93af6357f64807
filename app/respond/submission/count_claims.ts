import { LRUCache } from 'lru-cache'
import type { PublishedForm } from '#app/forms/versions'
import { repeatOf } from '#app/respond/submission/addresses'
import { fieldOf } from '#app/respond/submission/blocks'
import { claimsOf } from '#app/respond/submission/claims'
import { type Scope, within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { StoredAnswers } from '#engine/response/response'

/** Rows that are looked at in one transaction. */
const BATCH = 2_000
const FIRST = '00000000-0000-0000-0000-000000000000'

interface Place {
  workspaceId: string
  formId: string
}

/** What was counted, or is being counted, by this process: once for each version. */
const counted = new LRUCache<string, Promise<void>>({ max: 5_000 })

/**
 * A limit may come later than submissions, and those to an older version claim by the newest: before anything of a
 * version is claimed, what the submissions that are there would claim of it is counted, once. It may be done twice at
 * the same time, by two processes: who holds what already is left alone.
 */
export function claimsCounted(
  { workspaceId, formId }: Place,
  newest: Pick<PublishedForm, 'document' | 'version'>,
): Promise<void> {
  const name = `${formId} ${newest.version}`
  const known = counted.get(name)
  if (known) return known
  const work = countAll({ workspaceId, formId }, newest)
  counted.set(name, work)
  work.catch(() => counted.delete(name))
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
  for (let after: string | undefined = FIRST; after !== undefined;)
    after = await within(workspaceId, (scope) => countBatch(scope, formId, limited, String(after)))
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
  after: string,
): Promise<string | undefined> {
  const { rows } = await trx.rawQuery<{ rows: { id: string; answers: StoredAnswers }[] }>(
    `select id, answers from submissions where workspace_id = ? and form_id = ? and id > ?::uuid
     order by id limit ${BATCH} for key share`,
    [workspaceId, formId, after],
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
  return rows.length < BATCH ? undefined : rows.at(-1)?.id
}
