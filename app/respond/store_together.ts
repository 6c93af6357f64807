import { randomUUID } from 'node:crypto'
import { failpoint, isMutant } from '#app/http/failpoints'
import type { Queries } from '#app/respond/claims'
import { Gathering, type GatheringOptions } from '#app/respond/gathering'
import { pool } from '#app/workspaces/pool'
import type { StoredAnswers } from '#engine/response/response'

/** A submission as its row will be. */
export interface SubmissionRow {
  workspaceId: string
  formId: string
  version: number
  submissionKey: string
  contentHash: string
  answers: StoredAnswers
  meta: Record<string, unknown>
  search: string
}

/** What became of a row: stored, or not because its form was just closed, or is full, or because its key is taken. */
export type Stored = { id: string; receivedAt: Date } | 'closed' | 'full' | 'taken'

interface Line {
  name: string
  weight: number
  formId: string
  key: string
  json: string
}

interface Reply {
  form_id: string
  submission_key: string
  id: string | null
  received_at: Date
  open: boolean
}

type LimitedReply = { submission_key: string } & (
  { outcome: 'stored'; id: string; received_at: Date } | { outcome: 'closed' | 'full' | 'taken' }
)

const STORE =
  'select form_id, submission_key, id, received_at, open from store_submissions($1, $2::json, $3::boolean)'
const STORE_LIMITED =
  'select submission_key, id, received_at, outcome from store_limited_submissions($1, $2, $3, $4::json, $5::boolean)'

/** A group is one statement: it stays of a size that the database takes in at once. */
const TOGETHER = { most: 100, heaviest: 1024 * 1024, abreast: 2, patienceMs: 100, atOnce: 4 }
/** Two groups would wait for the same count. */
const COUNTED = { ...TOGETHER, abreast: 1 }

/**
 * One for each workspace that is just storing something: a transaction sees one workspace only. Forms with a limit have
 * their own: who waits for the count of one must not hold up the others.
 */
const gatherings = new Map<string, Gathering<Line, Stored>>()

/**
 * Stores a submission and its event. Those of a workspace that come at the same moment share a transaction; each is
 * answered after its commit.
 */
export function storeTogether(row: SubmissionRow): Promise<Stored> {
  const { workspaceId } = row
  return gathered(workspaceId, TOGETHER, lineOf(row), (lines) => store(pool(), workspaceId, lines))
}

/** The same for a form that takes no more than `limit` submissions. */
export function storeLimited(row: SubmissionRow, limit: number): Promise<Stored> {
  const { workspaceId, formId } = row
  return gathered(`${workspaceId} ${formId} ${limit}`, COUNTED, lineOf(row), async (lines) => {
    const { rows } = await pool().query<LimitedReply>({
      name: 'store-limited-submissions',
      text: STORE_LIMITED,
      values: [workspaceId, formId, limit, listOf(lines), !isMutant('enqueue-after-commit')],
    })
    return lines.map(({ key }) => {
      const found = rows.find((one) => one.submission_key === key)
      if (!found) throw new Error('a submission came back without a word about it')
      return found.outcome === 'stored' ? { id: found.id, receivedAt: found.received_at } : found.outcome
    })
  })
}

async function gathered(
  name: string,
  options: GatheringOptions,
  line: Line,
  work: (lines: readonly Line[]) => Promise<Stored[]>,
): Promise<Stored> {
  let gathering = gatherings.get(name)
  if (!gathering) {
    gathering = new Gathering(async (lines) => {
      const stored = await work(lines)
      if (lines.length > 1) failpoint('gathered-reply')
      return stored
    }, options)
    gatherings.set(name, gathering)
  }
  try {
    return await gathering.ask(line)
  } finally {
    if (gathering.isIdle && gatherings.get(name) === gathering) gatherings.delete(name)
  }
}

/** Stores one submission and its event in the transaction of this connection. */
export async function storeAlone(client: Queries, row: SubmissionRow): Promise<Stored> {
  const [stored = 'taken'] = await store(client, row.workspaceId, [lineOf(row)])
  return stored
}

async function store(client: Queries, workspaceId: string, lines: readonly Line[]): Promise<Stored[]> {
  const { rows } = await client.query<Reply>({
    name: 'store-submissions',
    text: STORE,
    values: [workspaceId, listOf(lines), !isMutant('enqueue-after-commit')],
  })
  return lines.map(({ formId, key }) => {
    const row = rows.find((one) => one.submission_key === key && one.form_id === formId)
    if (!row?.open) return 'closed'
    return row.id === null ? 'taken' : { id: row.id, receivedAt: row.received_at }
  })
}

function listOf(lines: readonly Line[]): string {
  return `[${lines.map(({ json }) => json).join()}]`
}

function lineOf(row: SubmissionRow): Line {
  const { formId } = row
  const key = isMutant('no-unique-key') ? randomUUID() : row.submissionKey.toLowerCase()
  const json = JSON.stringify({
    form_id: formId,
    version: row.version,
    key,
    hash: row.contentHash,
    answers: row.answers,
    meta: row.meta,
    search: row.search,
  })
  return { name: `${formId} ${key}`, weight: json.length, formId, key, json }
}
