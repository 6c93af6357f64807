import { AsyncLocalStorage } from 'node:async_hooks'
import os from 'node:os'
import type pg from 'pg'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CodedError } from '#app/http/errors'
import { inLine, type Places } from '#app/http/load_shedding'
import { workFor } from '#app/http/whose_work'
import { transaction } from '#app/workspaces/transaction'

/** The workspace a piece of work happens in, and the transaction that shows only its rows. */
export interface Scope {
  workspaceId: string
  userId?: string
  trx: TransactionClientContract
}

const scopes = new AsyncLocalStorage<Scope>()

/** Connections for work in workspaces: the pool (config/database.ts) has two more, for what is looked up besides. */
const CONNECTIONS = 10

/** Of these one workspace has so many while no other one asks for any. */
const CONNECTIONS_ALONE = 4

/**
 * And so many beside others: as there are processors, for more of them let the others wait for a processor. Two at least,
 * so that what is slow leaves one to what is quick.
 */
export const CONNECTIONS_BESIDE = Math.min(CONNECTIONS_ALONE, Math.max(2, os.availableParallelism()))

/** Whoever asked within these milliseconds is there. */
const THERE_MS = 1_000

/** One person who looks at their own memberships has so many: who does everything at once as both leaves some to the others. */
const CONNECTIONS_OF_PERSON = 2

/** So many pieces of work of one workspace wait for a connection, each so many milliseconds. */
const MOST_IN_LINE = 500
const LONGEST_IN_LINE = 10_000

/** How long the database lets one unit of work run, in milliseconds. */
const LONGEST = 5_000

/**
 * Runs `work` in a transaction that sees and writes rows of this workspace only. A nested call for the same workspace
 * takes part in the same transaction; one for another workspace is a mistake and throws. Nothing slow (HTTP, mail,
 * files, a client's pace) is awaited inside.
 */
export async function within<T>(
  workspaceId: string,
  work: (scope: Scope) => Promise<T>,
  options: { userId?: string } = {},
): Promise<T> {
  const outer = scopes.getStore()
  if (outer) {
    if (outer.workspaceId !== workspaceId) {
      throw new CodedError('E_OTHER_WORKSPACE', 500, 'Work in one workspace must not reach into another.')
    }
    return work(outer)
  }
  return workFor(workspaceId, () =>
    withConnection(shareOf(workspaceId), workspaceId, (trx) => {
      const scope: Scope = { workspaceId, userId: options.userId, trx }
      return scoped(trx, [workspaceId, options.userId ?? ''], () => scopes.run(scope, () => work(scope)))
    }),
  )
}

/** The workspace that asked for a connection last, and when the last other one did. */
let latest = ''
let anotherAt = -Infinity
let latestAt = -Infinity

/** How many connections a workspace that asks for one may have now. */
function shareOf(workspaceId: string): number {
  if (latest !== workspaceId) [latest, anotherAt] = [workspaceId, latestAt]
  latestAt = performance.now()
  return latestAt - anotherAt < THERE_MS ? CONNECTIONS_BESIDE : CONNECTIONS_ALONE
}

/** A transaction in which a person sees their own memberships, of all workspaces, and nothing else of a tenant. */
export async function asUser<T>(
  userId: string,
  work: (trx: TransactionClientContract) => Promise<T>,
): Promise<T> {
  if (scopes.getStore()) {
    throw new CodedError('E_OTHER_WORKSPACE', 500, 'Work in a workspace must not look at other workspaces.')
  }
  return withConnection(CONNECTIONS_OF_PERSON, userId, (trx) => scoped(trx, ['', userId], () => work(trx)))
}

/**
 * Says whose rows a transaction sees, and does work in it. That goes out first and the first statement of the work right
 * behind it: a connection does what it is sent in this order, and nothing any more where one failed.
 */
async function scoped<T>(
  trx: TransactionClientContract,
  [workspaceId, userId]: readonly [workspaceId: string, userId: string],
  work: () => Promise<T>,
): Promise<T> {
  const connection: pg.Client = await trx.knexClient.client.acquireConnection()
  const said = connection.query(
    `select set_config('app.workspace_id', $1, true), set_config('app.user_id', $2, true),
            set_config('transaction_timeout', $3, true)`,
    [workspaceId, userId, String(LONGEST)],
  )
  const [done] = await Promise.all([work(), said])
  return done
}

/**
 * A transaction on a connection that this workspace, or person, may have: so few of those there are that whoever asks
 * for much or for slow things leaves some to the others. Throws `E_BUSY` where too many wait already.
 */
function withConnection<T>(
  share: number,
  whose: string,
  work: (trx: TransactionClientContract) => Promise<T>,
): Promise<T> {
  const places: [Places, Places] = [
    { of: `connections of ${whose}`, most: share },
    { of: 'connections', most: CONNECTIONS },
  ]
  return inLine(places, { most: MOST_IN_LINE, ms: LONGEST_IN_LINE }, () => transaction(work))
}

/** Whether the work that runs now is part of `within`, and so has a connection. */
export function isInScope(): boolean {
  return scopes.getStore() !== undefined
}

/** The scope of the work that runs now. Throws `E_NO_WORKSPACE` outside `within`, instead of finding nothing. */
export function currentScope(): Scope {
  const scope = scopes.getStore()
  if (!scope) {
    throw new CodedError('E_NO_WORKSPACE', 500, 'Rows of a workspace are reachable inside within() only.')
  }
  return scope
}
