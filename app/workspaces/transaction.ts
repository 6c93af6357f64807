import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Runs `work` in a transaction and answers what it answers, once that is committed. Throws what `BEGIN` or `COMMIT` failed
 * of: Knex tells it to nobody but those who ask for its `executionPromise`. To them who do not, a transaction that was
 * never begun is "already complete", and one that was not committed looks as if it were.
 */
export async function transaction<T>(work: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
  const { result, ended } = await db.transaction(async (trx) => {
    const ended = trx.knexClient.executionPromise
    if (trx.isCompleted) await ended
    return { result: await work(trx), ended }
  })
  await ended
  return result
}
