import type { Pool, PoolClient } from 'pg'
import type { Claim } from '#kit/answer'
import type { Scope } from '#app/workspaces/within'

/** Whatever runs statements: a connection, or the pool for what is one statement only. */
export type Queries = Pool | PoolClient

/** The claim every submission makes in a form with a limit on their number. */
export const ALL = 'max'

/**
 * Takes one of each limited thing, or answers false when one of them is used up (the caller rolls back). Keys are
 * taken in one order by everybody, as the last statements of the transaction, so nobody waits in a circle, or for long.
 */
export async function claim(
  client: Queries,
  submission: { workspaceId: string; formId: string; id: string },
  claims: readonly Claim[],
): Promise<boolean> {
  if (claims.some(({ limit }) => limit < 1)) return false
  const wanted = new Map(claims.map(({ key, limit }) => [key, limit]))
  const places = wanted.get(ALL)
  wanted.delete(ALL)
  if (wanted.size > 0 && !(await claimEach(client, submission, wanted))) return false
  return places === undefined || takePlace(client, submission, places)
}

async function claimEach(
  client: Queries,
  { workspaceId, formId, id }: { workspaceId: string; formId: string; id: string },
  wanted: ReadonlyMap<string, number>,
): Promise<boolean> {
  const keys = [...wanted.keys()].sort()
  const { rowCount } = await client.query({
    name: 'claim',
    text: `
      with held as (
        insert into claim_holders (workspace_id, form_id, submission_id, key)
        select $1, $2, $3, key from unnest($4::text[]) as key
      )
      insert into claims as c (workspace_id, form_id, key, taken)
      select $1, $2, key, 1 from unnest($4::text[]) as key
      order by key
      on conflict (workspace_id, form_id, key) do update set taken = c.taken + 1
      where c.taken < ($5::int[])[array_position($4::text[], excluded.key)]
      returning key`,
    values: [workspaceId, formId, id, keys, keys.map((key) => wanted.get(key) ?? 0)],
  })
  return rowCount === keys.length
}

/** A place among all submissions of the form, for the one this transaction has stored. */
async function takePlace(
  client: Queries,
  { workspaceId, formId }: { workspaceId: string; formId: string },
  limit: number,
): Promise<boolean> {
  const { rows } = await client.query<{ places: number }>({
    name: 'take-place',
    text: 'select take_places($1, $2, $3, 1) as places',
    values: [workspaceId, formId, limit],
  })
  return rows[0]?.places === 1
}

/** Gives back what a submission holds. To be called in the transaction that deletes it, before its row goes. */
export async function releaseClaims(scope: Scope, submissionId: string): Promise<void> {
  await scope.trx.rawQuery(
    `with gone as (select form_id from submissions where workspace_id = ? and id = ?),
     held as (delete from claim_holders where workspace_id = ? and submission_id = ? returning key)
     update claims set taken = taken - 1
     from gone
     where claims.workspace_id = ? and claims.form_id = gone.form_id and taken > 0
       and (key = '${ALL}' or key in (select key from held))`,
    [scope.workspaceId, submissionId, scope.workspaceId, submissionId, scope.workspaceId],
  )
}
