import { IN_BIN } from '#app/forms/bin'
import { notInBin } from '#app/forms/errors'
import { publishedForm } from '#app/forms/publications'
import { formState } from '#app/forms/states'
import { type PublishedForm, versionOf } from '#app/forms/versions'
import { CodedError, notFound } from '#app/http/errors'
import { busy } from '#app/http/load_shedding'
import { notifyOutbox } from '#app/outbox/notify'
import { claimsOf, type CountedClaim } from '#app/respond/submission/claims'
import { claimsCounted } from '#app/respond/submission/count_claims'
import { answersOf } from '#app/respond/submission/blocks'
import { usedUpClaims } from '#app/respond/submission/store_submission'
import { type Scope, within } from '#app/workspaces/within'
import { blockOf } from '#engine/document/block_of'
import { asWords } from '#engine/document/names'
import type { Response, StoredAnswers } from '#engine/response/response'
import { settledResponse } from '#engine/response/settled'

interface Row {
  version: number
  answers: StoredAnswers
  received_at: Date
}

/** Questions that a refusal names. */
const MOST_NAMED = 5

/**
 * Takes a submission out of the bin, as it was and with its id and files, in one transaction. It claims anew what its
 * fields ask for, by the limits of today, and the outbox has it as a submission that came: whoever was told that it is
 * gone is told of it again. Throws E_NOT_IN_BIN (404) where it is not in there any more, E_USED_UP (409) where somebody else has by now
 * what it had, and nothing has changed then.
 */
export async function restoreSubmission(workspaceId: string, formId: string, id: string): Promise<void> {
  const row = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `select version, answers, received_at from deleted_submissions
       where workspace_id = ? and form_id = ? and id = ? and ${IN_BIN}`,
      [workspaceId, formId, id],
    )
    return rows[0]
  })
  if (!row) throw notInBin()
  const version = await versionOf(workspaceId, formId, row.version)
  if (!version) throw notFound()
  const newest = (await publishedForm(workspaceId, formId)) ?? version
  const response = settledResponse(version.plans.server, answersOf, row.answers, {
    locale: version.document.settings.general.language,
    now: row.received_at.getTime(),
  })
  const claims = claimsOf(version, newest, row.answers, (path, text) => response.text(path, text))
  if (claims.length > 0 && !(await claimsCounted({ workspaceId, formId }, newest))) throw busy()
  const limit = (await formState(formId))?.access.maxSubmissions
  try {
    await within(workspaceId, (scope) => putBack(scope, formId, id, claims, limit))
  } catch (error) {
    const taken = usedUpClaims(error, claims)
    throw taken ? usedUp(namesOf(taken, version, response)) : error
  }
  notifyOutbox()
}

async function putBack(
  { trx, workspaceId }: Scope,
  formId: string,
  id: string,
  claims: readonly CountedClaim[],
  limit: number | undefined,
): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { received_at: Date }[] }>(
    `with back as (
       delete from deleted_submissions where workspace_id = ? and form_id = ? and id = ? and ${IN_BIN} returning *
     )
     insert into submissions (workspace_id, form_id, id, version, submission_key, content_hash, status, answers, meta,
                              search, received_at, updated_at)
     select workspace_id, form_id, id, version,
       -- what was sent again after the deletion is another submission, and has the key
       case when exists (
         select from submissions o where o.form_id = back.form_id and o.submission_key = back.submission_key
       ) then gen_random_uuid() else submission_key end,
       content_hash, status, answers, meta, search, received_at, updated_at
     from back returning received_at`,
    [workspaceId, formId, id],
  )
  if (!rows[0]) throw notInBin()
  await trx.rawQuery(
    `update files set status = 'claimed' where workspace_id = ? and submission_id = ? and status = 'deleted'`,
    [workspaceId, id],
  )
  if (claims.length > 0) {
    await trx.rawQuery('select take_claims(?, ?, ?, ?::json)', [
      ...[workspaceId, formId, id],
      JSON.stringify(claims.map(({ key, limit: most, count }) => ({ key, limit: most, count }))),
    ])
  }
  if (limit !== undefined) {
    const { rows: places } = await trx.rawQuery<{ rows: { given: number }[] }>(
      'select take_places(?, ?, ?, 1) as given',
      [workspaceId, formId, limit],
    )
    if (places[0].given === 0) throw formFull(limit)
  }
  await trx.rawQuery(
    // with its time: it is not the last one that came
    `insert into outbox (workspace_id, form_id, event, submission_id, payload)
     values (?, ?, 'submission.created', ?, ?::jsonb)`,
    [workspaceId, formId, id, JSON.stringify({ received_at: rows[0].received_at.toISOString() })],
  )
}

/** What the questions are called whose answers others have by now. */
function namesOf(claims: readonly CountedClaim[], { document }: PublishedForm, response: Response): string[] {
  const paths = claims.flatMap(({ problems = [] }) =>
    problems.map(({ block, path }) => ({ path: path ?? block, block })),
  )
  const names = paths.map(({ path, block }) => {
    const known = blockOf(document, block)
    return response.text(path, 'label') || asWords(known?.key ?? known?.kind ?? block)
  })
  return [...new Set(names)]
}

function usedUp(names: readonly string[]): CodedError {
  const said = names.slice(0, MOST_NAMED).map((name) => `“${name}”`)
  const more = names.length > MOST_NAMED ? ', …' : ''
  const what = said.length > 0 ? `what it answered to ${said.join(', ')}${more}` : 'what it had'
  const message = `It cannot be restored: ${what} is taken by now. Delete the submission that has it, or raise the limit in the form, then restore this one.`
  return new CodedError('E_USED_UP', 409, message)
}

function formFull(limit: number): CodedError {
  const message = `It cannot be restored: the form has the ${limit.toLocaleString('en')} submissions it takes. Delete another or raise the limit in the form, then restore this one.`
  return new CodedError('E_USED_UP', 409, message)
}
