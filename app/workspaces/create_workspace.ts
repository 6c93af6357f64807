import { randomUUID } from 'node:crypto'
import { CodedError } from '#app/http/errors'
import { within, type Scope } from '#app/workspaces/within'

/** Adds the scope's workspace and its owner, as part of the scope's transaction. */
export async function addWorkspace(
  scope: Scope,
  workspace: { name: string; ownerId: string },
): Promise<void> {
  await scope.trx.rawQuery('insert into workspaces (id, name) values (?, ?)', [
    scope.workspaceId,
    workspace.name,
  ])
  await scope.trx.rawQuery(`insert into memberships (workspace_id, user_id, role) values (?, ?, 'owner')`, [
    scope.workspaceId,
    workspace.ownerId,
  ])
}

/** So many workspaces one person owns. */
const MOST = 100

/** In one line for each person, so that the count holds. */
async function refuseTooMany({ trx }: Scope, ownerId: string): Promise<void> {
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`workspaces of ${ownerId}`])
  const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
    `select count(*)::int as count from memberships where user_id = ? and role = 'owner'`,
    [ownerId],
  )
  if (rows[0].count < MOST) return
  throw new CodedError(
    'E_TOO_MANY',
    422,
    `A person owns up to ${MOST} workspaces. Work in one of those you have.`,
  )
}

/** Makes a workspace; whoever makes it owns it. Answers its id. */
export async function createWorkspace(name: string, ownerId: string): Promise<string> {
  const id = randomUUID()
  await within(
    id,
    async (scope) => {
      await refuseTooMany(scope, ownerId)
      await addWorkspace(scope, { name, ownerId })
    },
    { userId: ownerId },
  )
  return id
}
