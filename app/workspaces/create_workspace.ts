import { randomUUID } from 'node:crypto'
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

/** Makes a workspace; whoever makes it owns it. Answers its id. */
export async function createWorkspace(name: string, ownerId: string): Promise<string> {
  const id = randomUUID()
  await within(id, (scope) => addWorkspace(scope, { name, ownerId }), { userId: ownerId })
  return id
}
