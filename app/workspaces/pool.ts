import pg from 'pg'
import { OutageLog } from '#app/http/outage_log'
import { answerInTurn } from '#app/workspaces/answer_in_turn'
import env from '#start/env'

let shared: pg.Pool | undefined

/** The node-postgres pool of the app role, for paths where the query builder costs too much. Scopes are the caller's. */
export function pool(): pg.Pool {
  if (!shared) {
    const opened = new pg.Pool({ connectionString: env.get('DATABASE_URL'), max: 16 })
    shared = opened
    // An idle connection that the database cuts (a restart) is replaced at the next use; it must not end the process.
    const log = new OutageLog('an idle connection to the database was lost')
    opened.on('error', (error) => log.failed(error))
    // Nor must one that is lost between two statements of a transaction: the next statement throws, and says so.
    opened.on('connect', (client) => {
      log.worked()
      client.on('error', () => undefined)
      answerInTurn(client)
    })
  }
  return shared
}

/** Closes its connections; nothing may ask for one any more. */
export async function closePool(): Promise<void> {
  await shared?.end()
}
