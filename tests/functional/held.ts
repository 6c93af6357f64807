import db from '@adonisjs/lucid/services/db'

/**
 * Does `work` while this SQL holds rows of a workspace, or a table; `waits` resolves once so many wait for what is held, or
 * for each other.
 */
export async function whileHeld(
  workspaceId: string,
  sql: string,
  work: (waits: (many: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.rawQuery(`select set_config('app.workspace_id', ?, true)`, [workspaceId])
    await trx.rawQuery(sql)
    await work(async (many) => {
      for (let count = 0; count < many;) {
        const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
          // every look at what others do needs a new one
          `select from pg_stat_clear_snapshot(), pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`,
        )
        count = rows.length
      }
    })
  })
}
