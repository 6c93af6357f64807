import pg from 'pg'
import env from '#start/env'

/**
 * Does something while nobody else does it under the same name, in whatever process; false when somebody does. The
 * database holds the claim for as long as our connection lives, so a process that died lets go at once, and one that
 * was only paused does not. `signal` says that the connection was lost, and the claim with it.
 */
export async function withAdvisoryLock(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController()
  const client = new pg.Client({ connectionString: env.get('DATABASE_URL'), keepAlive: true })
  client.on('error', () => lost.abort())
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [name],
    )
    if (rows[0].mine) await work(lost.signal)
    return rows[0].mine
  } finally {
    await client.end().catch(() => {})
  }
}

/** Longer than this nobody waits for the others, in milliseconds. */
const LONGEST_TURN = 60_000

/** Does something once nobody else does it under the same name, in whatever process: what came first goes first. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: env.get('DATABASE_URL'),
    keepAlive: true,
    lock_timeout: LONGEST_TURN,
  })
  // a claim that is lost with its connection changes nothing for what has begun
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
