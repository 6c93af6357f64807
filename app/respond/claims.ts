import type { Pool, PoolClient } from 'pg'
import type { Claim } from '#kit/answer'
import type { Scope } from '#app/workspaces/within'

/** Whatever runs statements: a connection, or the pool for what is one statement only. */
export type Queries = Pool | PoolClient

/** The claim every submission makes in a form with a limit on their number. */
export const ALL = 'max'

/**
 * Takes one of each limited thing, or answers false when one of them is used up (the caller rolls back). Keys are
 * taken in one order by everybody, as the last statement of the transaction, so nobody waits in a circle, or for long.
 *
 * The count of all submissions begins with those that are there already: a limit may come later than they did.
 */
export async function claim(
  client: Queries,
  submission: { workspaceId: string; formId: string; id: string },
  claims: readonly Claim[],
): Promise<boolean> {
  const wanted = new Map(claims.map(({ key, limit }) => [key, limit]))
  const keys = [...wanted.keys()].sort()
  if (claims.some(({ limit }) => limit < 1)) return false
  const { rows } = await client.query<{ key: string; taken: number }>({
    name: 'claim',
    text: `
      with held as (
        insert into claim_holders (workspace_id, form_id, submission_id, key)
        select $1, $2, $3, key from unnest($4::text[]) as key where key <> '${ALL}'
      )
      insert into claims as c (workspace_id, form_id, key, taken)
      select $1, $2, key,
             case when key = '${ALL}'
                  then (select count(*) from submissions where workspace_id = $1 and form_id = $2)
                  else 1 end
      from unnest($4::text[]) as key
      order by key
      on conflict (workspace_id, form_id, key) do update set taken = c.taken + 1
      where c.taken < ($5::int[])[array_position($4::text[], excluded.key)]
      returning key, taken`,
    values: [
      submission.workspaceId,
      submission.formId,
      submission.id,
      keys,
      keys.map((key) => wanted.get(key) ?? 0),
    ],
  })
  return rows.length === keys.length && rows.every(({ key, taken }) => taken <= (wanted.get(key) ?? 0))
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
