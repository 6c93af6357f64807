import type { Role, Workspace } from '#api_types/workspaces'
import { asUser } from '#app/workspaces/within'

/** The role of a person in a workspace, read now; undefined when they are no member. */
export async function roleOf(userId: string, workspaceId: string): Promise<Role | undefined> {
  return asUser(userId, async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { role: Role }[] }>(
      'select role from memberships where workspace_id = ? and user_id = ?',
      [workspaceId, userId],
    )
    return rows[0]?.role
  })
}

/** All workspaces a person belongs to, oldest membership first. */
export async function workspacesOf(userId: string): Promise<Workspace[]> {
  return asUser(userId, async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: Workspace[] }>(
      `select w.id, w.name, w.icon, m.role from memberships m join workspaces w on w.id = m.workspace_id
       where m.user_id = ? order by m.created_at, w.id`,
      [userId],
    )
    return rows
  })
}
