import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'

interface Stored {
  outcome: string
  id: string
}

const mutant = process.env.FORMWRIGHT_MUTANT
const [point, passes = '1'] = process.env.FORMWRIGHT_FAILPOINT?.split(':') ?? []
let left = Number(passes)

/** Ends the process here, as a crash would, when it has been told to. */
function dieAt(name: string): void {
  if (name === point && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/** Stands for the one statement that stores submissions: in steps between which the process can die, or mistaken. */
export async function query(pool: Pool, statement: QueryConfig): Promise<QueryResult<Stored>> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await client.query<Stored>(statement)
    dieAt('insert-commit')
    if (mutant === 'ack-before-commit') {
      setTimeout(() => void client.query('commit').finally(() => client.release()), 20)
      return result
    }
    await client.query('commit')
    if (mutant === 'enqueue-after-commit') {
      dieAt('commit-reply')
      await enqueue(client, statement, result.rows)
    }
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The events of what was just stored, in a transaction of their own. */
async function enqueue(
  client: PoolClient,
  { values: [workspace, form] = [] }: QueryConfig,
  rows: readonly Stored[],
): Promise<void> {
  const ids = rows.filter(({ outcome }) => outcome === 'stored').map(({ id }) => id)
  await client.query('begin')
  await client.query(`select set_config('app.workspace_id', $1, true)`, [workspace])
  await client.query(
    `insert into outbox (workspace_id, form_id, event, submission_id)
     select $1, $2, 'submission.created', id from unnest($3::uuid[]) as id`,
    [workspace, form, ids],
  )
  await client.query('commit')
}
