import pg from 'pg'
import { failpoint } from '#app/http/failpoints'
import { Batcher, type BatcherOptions } from '#app/respond/submission/batcher'
import { noVersion } from '#app/respond/request/errors'
import type { CountedClaim } from '#app/respond/submission/claims'
import { pool } from '#app/workspaces/pool'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'

/** A submission, ready to be stored, with what becomes its own. */
export interface Ready {
  workspaceId: string
  formId: string
  version: number
  submissionKey: string
  contentHash: string
  answers: StoredAnswers
  meta: Record<string, unknown>
  search: string
  /** when it came, in milliseconds since the epoch, where that was not now */
  receivedAt?: number
  /** ids of uploaded files */
  files: readonly string[]
  /** what its fields claim, each key once */
  claims: readonly CountedClaim[]
  /** how many submissions its form takes */
  limit: number | undefined
  /** by which published version of the form it claims that, and is limited; null where by none that is known for sure */
  newest: number | null
}

/**
 * What became of it: stored, or not because its form was just closed, is full, because its key is taken, because a file
 * of it cannot be claimed any more, because of `problems`: what these answers ask for is used up; or because its form has
 * moved on to another version, by which it is to be judged.
 */
export type StoreResult =
  | { id: string; receivedAt: Date }
  | { problems: readonly BlockProblem[] }
  | 'closed'
  | 'full'
  | 'taken'
  | 'gone'
  | 'moved'

type Reply =
  { outcome: 'closed' | 'full' | 'taken' | 'moved' } | { outcome: 'stored'; id: string; received_at: Date }

interface Item {
  name: string
  bytes: number
  json: string
}

/** Where submissions are stored: one batch is of one form. */
interface Place {
  workspaceId: string
  formId: string
  limit: number | undefined
  newest: number | null
}

/** A batch is one statement: it stays of a size that the database takes in at once. */
const BATCHES = { maxItems: 100, maxBytes: 1024 * 1024, concurrency: 2, slowMs: 100, maxConcurrency: 4 }
/** Two batches would wait for the same count. */
const COUNTED_BATCHES = { ...BATCHES, concurrency: 1 }

const STORE =
  'select outcome, id, received_at from store_judged_submissions($1, $2, $3, $4, $5::json, $6::uuid[], $7::json)'

/** What the function in the database fails with when a part of a submission is not to be had. */
const FAILURES: Record<string, 'gone' | 'full'> = { FWGON: 'gone', FWFUL: 'full' }
/** What is claimed is used up: the detail has the keys, as JSON. */
const USED_UP = 'FWUSD'

/** One for each form that is just storing something. */
const batchers = new Map<string, Batcher<Item, StoreResult>>()

/**
 * Stores a submission with everything that belongs to it, in one transaction. Answers after the commit. Those of a form
 * that come at the same moment share a transaction; one with files or claims has its own. Throws `E_VERSION` where its
 * version was forgotten in this moment.
 */
export async function storeSubmission(ready: Ready): Promise<StoreResult> {
  const { files, claims } = ready
  if (files.length === 0 && claims.length === 0) return batched(ready, itemOf(ready))
  try {
    const [stored = 'taken'] = await store(ready, [itemOf(ready)], files, claims)
    return stored
  } catch (error) {
    const failure = error instanceof pg.DatabaseError ? failureOf(error, claims) : undefined
    if (!failure) throw error
    return failure
  }
}

function failureOf(error: pg.DatabaseError, claims: readonly CountedClaim[]) {
  const usedUp = usedUpClaims(error, claims)
  if (!usedUp) return FAILURES[error.code ?? '']
  const problems = usedUp.flatMap((claim) => claim.problems ?? [])
  return problems.length > 0 ? { problems } : 'full'
}

/** Those of the claims that the database refused with this error; undefined where it failed for another reason. */
export function usedUpClaims(error: unknown, claims: readonly CountedClaim[]): CountedClaim[] | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== USED_UP) return undefined
  const keys = new Set<unknown>(JSON.parse(error.detail ?? '[]'))
  return claims.filter(({ key }) => keys.has(key))
}

async function batched(place: Place, item: Item): Promise<StoreResult> {
  const { workspaceId, formId, limit, newest } = place
  const name = `${formId} ${newest} ${limit}`
  let batcher = batchers.get(name)
  if (!batcher) {
    const options: BatcherOptions = limit === undefined ? BATCHES : COUNTED_BATCHES
    batcher = new Batcher((items) => storeBatch({ workspaceId, formId, limit, newest }, items), options)
    batchers.set(name, batcher)
  }
  try {
    return await batcher.add(item)
  } finally {
    if (batcher.isIdle && batchers.get(name) === batcher) batchers.delete(name)
  }
}

async function storeBatch(place: Place, items: readonly Item[]): Promise<StoreResult[]> {
  const stored = await store(place, items)
  if (items.length > 1) failpoint('batch-reply')
  return stored
}

async function store(
  { workspaceId, formId, limit, newest }: Place,
  items: readonly Item[],
  files: readonly string[] = [],
  claims: readonly CountedClaim[] = [],
): Promise<StoreResult[]> {
  const { rows } = await onConnection<Reply>({
    name: 'store-submissions',
    text: STORE,
    values: [
      workspaceId,
      formId,
      newest,
      limit,
      `[${items.map(({ json }) => json).join()}]`,
      files,
      JSON.stringify(claims.map(({ key, limit: most, count }) => ({ key, limit: most, count }))),
    ],
  })
  return rows.map((row) =>
    row.outcome === 'stored' ? { id: row.id, receivedAt: row.received_at } : row.outcome,
  )
}

/**
 * Runs a statement on a connection that goes on serving where the database refused it: the pool by itself would open
 * another for each, and refusals come by the hundred when many want what is used up.
 */
async function onConnection<T extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<T>> {
  const client = await pool().connect()
  let broken = true
  try {
    const result = await client.query<T>(statement)
    broken = false
    return result
  } catch (error) {
    broken = !(error instanceof pg.DatabaseError && error.code?.startsWith('FW'))
    throw isForgotten(error) ? noVersion() : error
  } finally {
    client.release(broken)
  }
}

/** Whether what was to be stored answers a version that is there no more: nothing else of it stands on other rows. */
function isForgotten(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.table === 'submissions'
}

function itemOf(ready: Ready): Item {
  const name = ready.submissionKey.toLowerCase()
  const json = JSON.stringify({
    key: name,
    version: ready.version,
    hash: ready.contentHash,
    answers: ready.answers,
    meta: ready.meta,
    search: ready.search,
    ...(ready.receivedAt !== undefined && { received_at: new Date(ready.receivedAt) }),
  })
  return { name, bytes: json.length, json }
}
