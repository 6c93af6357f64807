import { within } from '#app/workspaces/within'

/** Rows of one workspace, read past the API. */
export function inWorkspace<T>(workspaceId: string, sql: string, bindings: string[] = []): Promise<T[]> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: T[] }>(sql, bindings)
    return rows
  })
}
