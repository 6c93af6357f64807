import { createHash } from 'node:crypto'
import type { Claim } from '@formwright/kit/answer'
import { readable } from '@formwright/kit/text'
import type { PublishedForm } from '#app/forms/versions'
import { storedFields } from '#app/respond/submission/addresses'
import { fieldOf } from '#app/respond/submission/blocks'
import type { Scope } from '#app/workspaces/within'
import type { BoundField } from '#engine/bound/bound_field'
import { blockOf } from '#engine/document/block_of'
import type { Block } from '#engine/document/document'
import { isEmpty } from '#engine/logic/interpreter/empty'
import { fold } from '@formwright/kit/fold'
import { blockProblem } from '#engine/response/block_problem'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'
import { finish, type Steps } from '#engine/steps'

/** The claim every submission makes in a form with a limit on their number. */
export const ALL = 'max'

/** What a submission takes of something limited. */
export interface CountedClaim extends Omit<Claim, 'problem'> {
  /** how often its answers claim it: each item of a section does by itself */
  count: number
  /** what is wrong with these answers where it is used up; nothing: the form is full */
  problems?: readonly BlockProblem[]
}

/** The key of a claim among all those of its form. */
export function keyOf(block: string, own: string): string {
  return `${block} ${own}`
}

/**
 * What the fields of a submission claim, each key of a block once. Limits are those of the newest version, as access
 * settings are, whichever version was answered; `textOf` resolves texts that a problem quotes.
 */
export function claimsOf(...claiming: Parameters<typeof claimSteps>): CountedClaim[] {
  return finish(claimSteps(...claiming))
}

/** The same in steps, of an answer each. */
export function* claimSteps(
  { document }: Pick<PublishedForm, 'document'>,
  newest: Pick<PublishedForm, 'document'>,
  answers: StoredAnswers,
  textOf: (path: string, text: string) => string = (_path, text) => text,
): Steps<CountedClaim[]> {
  const claims = new Map<string, CountedClaim & { problems: BlockProblem[] }>()
  for (const { block, path, field, answer } of storedFields(document, answers)) {
    const newer = blockOf(newest.document, block.id)
    const now = newer?.kind === block.kind ? newer : undefined
    const judge = (now && fieldOf(now)) ?? field
    const own = judge.withTexts((text) => textOf(path, text)).claims(answer)
    for (const claim of [...own, ...uniqueClaims(now ?? block, judge, answer)]) {
      const key = keyOf(block.id, claim.key)
      const { count = 0, problems = [] } = claims.get(key) ?? {}
      if (claim.problem) problems.push(blockProblem(block.id, claim.problem, path))
      claims.set(key, { key, limit: claim.limit, count: count + 1, problems })
    }
    yield
  }
  return [...claims.values()].map(({ problems, ...claim }) => ({
    ...claim,
    ...(problems.length > 0 && { problems }),
  }))
}

/**
 * What an answer claims that nobody else may give: its value, as comparisons see it, which all have in common who wrote
 * instead of choosing: of those, what was written.
 */
function uniqueClaims({ unique }: Block, field: BoundField, answer: unknown): Claim[] {
  if (!unique || !field.single) return []
  const value = field.values(answer, { locale: 'en', now: 0, source: 'data' })['']
  if (isEmpty(value)) return []
  const isWritten = typeof answer === 'object' && field.partOf('')?.type === 'choice'
  const written = isWritten ? [fold(readable(field.toText(answer)))] : undefined
  const text = !written && typeof value === 'string' ? fold(value) : JSON.stringify(written ?? value)
  const key = `=${createHash('sha256').update(text).digest('base64url')}`
  return [{ key, limit: 1, problem: { code: 'duplicate', params: { reason: 'given' } } }]
}

/**
 * Whether this is the version that a form has published (null: none), and stays that until the transaction ends: claims are
 * worked out by the newest. To be asked before any row is locked.
 */
export async function isNewest(
  { trx, workspaceId }: Scope,
  formId: string,
  version: number | null,
): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: { newest: boolean }[] }>(
    'select is_newest_version(?, ?, ?) as newest',
    [workspaceId, formId, version ?? 0],
  )
  return rows[0].newest
}

/**
 * How often these keys are claimed by now, exact until the transaction ends: whoever else wants them waits. In the order
 * that everybody keeps, so that nobody waits in a circle. What nobody holds begins with a count of none.
 */
export async function lockClaims(
  { trx, workspaceId }: Scope,
  formId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await trx.rawQuery<{ rows: { key: string; taken: number }[] }>(
    `insert into claims as held (workspace_id, form_id, key)
     select ?, ?, key from unnest(?::text[]) as k (key) order by key
     on conflict (workspace_id, form_id, key) do update set taken = held.taken
     returning key, taken`,
    [workspaceId, formId, [...keys]],
  )
  return new Map(rows.map(({ key, taken }) => [key, taken]))
}

/** Claims of submissions whose keys are locked, and for which there is room. */
export async function addClaims(
  { trx, workspaceId }: Scope,
  formId: string,
  holders: readonly { id: string; claims: readonly CountedClaim[] }[],
): Promise<void> {
  const claims = holders.flatMap(({ id, claims: own }) =>
    own.map(({ key, count }) => ({ submission: id, key, count })),
  )
  if (claims.length === 0) return
  await trx.rawQuery(
    `with held as (
       insert into claim_holders (workspace_id, form_id, submission_id, key, count)
       select ?, ?, c.submission, c.key, c.count
       from json_to_recordset(?::json) as c (submission uuid, key text, count integer)
       returning key, count
     )
     update claims set taken = taken + more.count
     from (select key, sum(count) as count from held group by key) more
     where claims.workspace_id = ? and claims.form_id = ? and claims.key = more.key`,
    [workspaceId, formId, JSON.stringify(claims), workspaceId, formId],
  )
}

/** Drops the counts of those of the keys that nobody holds: to be called by who has them locked. */
export async function forgetUnclaimed(
  { trx, workspaceId }: Scope,
  formId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await trx.rawQuery(
    'delete from claims where workspace_id = ? and form_id = ? and key = any(?::text[]) and taken = 0',
    [workspaceId, formId, [...keys]],
  )
}

/** Gives back what submissions of a form hold. To be called in the transaction that deletes them, before their rows go. */
export async function releaseClaims(
  scope: Scope,
  formId: string,
  submissionIds: readonly string[],
): Promise<void> {
  const { trx, workspaceId } = scope
  const those = [workspaceId, formId, [...submissionIds]]
  const { rows } = await trx.rawQuery<{ rows: { key: string; taken: number }[] }>(
    `with held as (
       delete from claim_holders where workspace_id = ? and form_id = ? and submission_id = any(?::uuid[])
       returning key, count
     ),
     freed as (
       select key, sum(count) as count from held group by key
       union all
       select '${ALL}', count(*) from submissions where workspace_id = ? and form_id = ? and id = any(?::uuid[])
     ),
     -- in the order in which submissions take them, so that neither waits for the other
     locked as (
       select c.key, freed.count from freed join claims c on c.workspace_id = ? and c.form_id = ? and c.key = freed.key
       order by c.key = '${ALL}', c.key for update of c
     )
     update claims set taken = greatest(taken - locked.count, 0)
     from locked where claims.workspace_id = ? and claims.form_id = ? and claims.key = locked.key
     returning claims.key, claims.taken`,
    [...those, ...those, workspaceId, formId, workspaceId, formId],
  )
  const free = rows.filter(({ key, taken }) => taken === 0 && key !== ALL)
  await forgetUnclaimed(
    scope,
    formId,
    free.map(({ key }) => key),
  )
}
