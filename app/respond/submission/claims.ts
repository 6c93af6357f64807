import type { Claim } from '@formwright/kit/answer'
import type { PublishedForm } from '#app/forms/versions'
import { storedFields } from '#app/respond/submission/addresses'
import type { Scope } from '#app/workspaces/within'
import type { StoredAnswers } from '#engine/response/response'

/** The claim every submission makes in a form with a limit on their number. */
export const ALL = 'max'

/** What a submission takes of something limited. */
export interface CountedClaim extends Claim {
  /** how often its answers claim it: each item of a section does by itself */
  count: number
}

/** What the fields of a submission claim, each key of a block once. */
export function claimsOf({ document }: PublishedForm, answers: StoredAnswers): CountedClaim[] {
  const claims = new Map<string, CountedClaim>()
  for (const { block, field, answer } of storedFields(document, answers)) {
    for (const { key: own, limit } of field.claims(answer)) {
      const key = `${block.id} ${own}`
      claims.set(key, { key, limit, count: (claims.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...claims.values()]
}

/** Gives back what a submission holds. To be called in the transaction that deletes it, before its row goes. */
export async function releaseClaims(scope: Scope, submissionId: string): Promise<void> {
  await scope.trx.rawQuery(
    `with gone as (select form_id from submissions where workspace_id = ? and id = ?),
     held as (
       delete from claim_holders where workspace_id = ? and submission_id = ? returning key, count
     ),
     freed as (select key, count from held union all select '${ALL}', 1)
     update claims set taken = greatest(taken - freed.count, 0)
     from gone, freed
     where claims.workspace_id = ? and claims.form_id = gone.form_id and claims.key = freed.key`,
    [scope.workspaceId, submissionId, scope.workspaceId, submissionId, scope.workspaceId],
  )
}
