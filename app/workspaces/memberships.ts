import db from '@adonisjs/lucid/services/db'
import type { Role, Workspace } from '#api_types/workspaces'
import { asUser } from '#app/workspaces/within'

/** The role of a person in a workspace, read now, in one statement; undefined when they are no member. */
export async function roleOf(userId: string, workspaceId: string): Promise<Role | undefined> {
  const { rows } = await db.rawQuery<{ rows: { role: Role | null }[] }>('select role_of(?, ?) as role', [
    userId,
    workspaceId,
  ])
  return rows[0]?.role ?? undefined
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
