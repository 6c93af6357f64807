import type { Scope } from '#app/workspaces/within'

/** The claim every submission makes in a form with a limit on their number. */
export const ALL = 'max'

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
