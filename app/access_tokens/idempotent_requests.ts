import encryption from '@adonisjs/core/services/encryption'
import db from '@adonisjs/lucid/services/db'
import { answerNotKept, keyReused, notAnswered, tooManyKeys } from '#app/access_tokens/errors'
import type { TokenCaller } from '#app/http/token_caller'
import { type Scope, within } from '#app/workspaces/within'

/** So many keys are kept for a token, and answers of so many characters. */
const MOST_KEYS = 10_000
const LARGEST_ANSWER = 64 * 1024

/** A request of a token that is to be done once. */
export interface IdempotentRequest {
  caller: TokenCaller
  key: string
  /** the fingerprint of what is asked for */
  request: string
}

interface Kept {
  request: string
  status: number | null
  answer: string | null
}

/** Stands for the status where the answer was too large to keep. */
const NOT_KEPT = 0

/**
 * Notes that a request begins; undefined where it is to be done now, else the answer that was given before. Throws 409 where the key
 * stands for something else, or where the first request has not been answered.
 */
export async function beginRequest(
  asked: IdempotentRequest,
): Promise<{ status: number; body: unknown } | undefined> {
  const { caller, key, request } = asked
  const kept = await within(caller.workspaceId, async ({ trx, workspaceId }): Promise<Kept | undefined> => {
    await trx.rawQuery(
      `delete from idempotent_requests
       where workspace_id = ? and token_id = ? and key = ? and created_at < now() - interval '24 hours'`,
      [workspaceId, caller.id, key],
    )
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `insert into idempotent_requests (workspace_id, token_id, key, request)
       values (?, ?, ?, ?) on conflict do nothing`,
      [workspaceId, caller.id, key, request],
    )
    if (rowCount === 1) {
      await refuseTooMany(trx, caller)
      return undefined
    }
    const { rows } = await trx.rawQuery<{ rows: Kept[] }>(
      'select request, status, answer from idempotent_requests where workspace_id = ? and token_id = ? and key = ?',
      [workspaceId, caller.id, key],
    )
    // the first one was refused in this very moment
    if (!rows[0]) throw notAnswered()
    return rows[0]
  })
  if (!kept) return undefined
  if (kept.request !== request) throw keyReused()
  if (kept.status === null) throw notAnswered()
  if (kept.status === NOT_KEPT) throw answerNotKept()
  const body: unknown =
    kept.answer === null ? undefined : encryption.decrypt(kept.answer, purpose(caller, key))
  if (body === null) throw answerNotKept()
  return { status: kept.status, body }
}

/** Keeps the answer of a request that was done. */
export async function finishRequest(
  { caller, key }: IdempotentRequest,
  status: number,
  body: unknown,
): Promise<void> {
  const json = body === undefined ? '' : JSON.stringify(body)
  const fits = json.length <= LARGEST_ANSWER
  const answer = body !== undefined && fits ? encryption.encrypt(body, { purpose: purpose(caller, key) }) : ''
  await within(caller.workspaceId, ({ trx, workspaceId }) =>
    trx.rawQuery(
      `update idempotent_requests set status = ?, answer = nullif(?, '')
       where workspace_id = ? and token_id = ? and key = ?`,
      [fits ? status : NOT_KEPT, answer, workspaceId, caller.id, key],
    ),
  )
}

/** Lets a request be done again that was not done. */
export async function forgetRequest({ caller, key }: IdempotentRequest): Promise<void> {
  await within(caller.workspaceId, ({ trx, workspaceId }) =>
    trx.rawQuery('delete from idempotent_requests where workspace_id = ? and token_id = ? and key = ?', [
      workspaceId,
      caller.id,
      key,
    ]),
  )
}

/** Removes what is too old to be repeated, of all workspaces. */
export async function sweepIdempotentRequests(): Promise<void> {
  await db.rawQuery('select forget_idempotent_requests()')
}

async function refuseTooMany(trx: Scope['trx'], { id, workspaceId }: TokenCaller): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { count: number; seconds: number }[] }>(
    `select count(*)::int as count,
       ceil(extract(epoch from min(created_at) + interval '24 hours' - now()))::int as seconds
     from idempotent_requests where workspace_id = ? and token_id = ?`,
    [workspaceId, id],
  )
  const { count, seconds } = rows[0]
  if (count > MOST_KEYS) throw tooManyKeys(MOST_KEYS, Math.max(1, seconds))
}

function purpose({ workspaceId, id }: TokenCaller, key: string): string {
  return `idempotent_requests.answer:${workspaceId}:${id}:${key}`
}
