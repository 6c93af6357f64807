import { randomBytes, randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { Role } from '#api_types/workspaces'
import { type AskedToken, makeToken } from '#app/access_tokens/tokens'
import { noteUpload } from '#app/files/media/library'
import { addTheme } from '#app/forms/themes'
import { type Scope, within } from '#app/workspaces/within'
import { emptySettings } from '#engine/document/document'
import type { Caller } from '#tests/functional/callers'
import { newCreator, Visitor } from '#tests/functional/visitor'

/** A workspace with one member of each role, people outside it, and a form. */
export interface Place {
  workspaceId: string
  people: Record<Caller, Visitor>
  /** the stranger's own workspace and form */
  elsewhere: { workspaceId: string; formId: string; slug: string }
  formId: string
  slug: string
}

/** Puts a form with an empty draft into a workspace, as the database sees it. */
export async function placeForm(workspaceId: string): Promise<{ formId: string; slug: string }> {
  const formId = randomUUID()
  const slug = `form-${randomBytes(6).toString('hex')}`
  await within(workspaceId, async ({ trx }) => {
    await trx.rawQuery('insert into forms (workspace_id, id, slug, title) values (?, ?, ?, ?)', [
      workspaceId,
      formId,
      slug,
      'A form',
    ])
    await trx.rawQuery('insert into form_addresses (slug, form_id, workspace_id) values (?, ?, ?)', [
      slug,
      formId,
      workspaceId,
    ])
  })
  return { formId, slug }
}

/** An access token of a new member of a workspace: parameters of its path. */
export async function placeAccessToken({ workspaceId }: { workspaceId: string }): Promise<{ id: string }> {
  const { userId } = await newCreator('Somebody')
  await setRole(workspaceId, userId, 'editor')
  const asked = { name: 'Script', scopes: ['forms:read'], expiresAt: null } satisfies AskedToken
  return within(workspaceId, (scope) => makeToken(scope, userId, asked))
}

/** A theme of a workspace: parameters of its paths. */
export async function placeTheme({ workspaceId }: { workspaceId: string }): Promise<{ id: string }> {
  const look = emptySettings('').appearance
  const { id } = await within(workspaceId, (scope) => addTheme(scope, randomUUID(), look))
  return { id }
}

/** A form in the bin of a workspace: parameters of its paths. */
export async function placeDeletedForm({ workspaceId }: { workspaceId: string }): Promise<{ id: string }> {
  const { formId } = await placeForm(workspaceId)
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('update forms set deleted_at = now() where workspace_id = ? and id = ?', [
      workspaceId,
      formId,
    ]),
  )
  return { id: formId }
}

/** A media file of a form: parameters of its path. */
export async function placeMedia(place: { workspaceId: string; formId: string }): Promise<{ id: string }> {
  const id = randomUUID()
  await within(place.workspaceId, async (scope) => {
    await scope.trx.rawQuery(
      `insert into media (workspace_id, id, sha256, storage_key, name, type, size) values (?, ?, ?, ?, 'a.png', 'image/png', 1)`,
      [place.workspaceId, id, id, id],
    )
    await noteUpload(scope, place.formId, id)
  })
  return { id }
}

/** Makes somebody an operator of the instance, as `node ace user:promote` does. */
export async function makeOperator(userId: string): Promise<void> {
  await db.rawQuery('update users set operator = true where id = ?', [userId])
}

/** Makes somebody a member, or takes the membership away. */
export async function setRole(workspaceId: string, userId: string, role: Role | null): Promise<void> {
  await within(workspaceId, async ({ trx }) => {
    await trx.rawQuery('delete from memberships where workspace_id = ? and user_id = ?', [
      workspaceId,
      userId,
    ])
    if (role === null) return
    await trx.rawQuery('insert into memberships (workspace_id, user_id, role) values (?, ?, ?)', [
      workspaceId,
      userId,
      role,
    ])
  })
}

/** A new workspace with everybody who may knock at its routes. */
export async function newPlace(): Promise<Place> {
  const owner = await newCreator('Owner')
  const { workspaceId } = owner
  const join = async (role: Role) => {
    const person = await newCreator(role)
    await setRole(workspaceId, person.userId, role)
    return person
  }
  const former = await join('admin')
  await former.visitor.get(`/api/workspaces/${workspaceId}/forms`)
  await setRole(workspaceId, former.userId, null)
  const stranger = await newCreator('Stranger')
  const operator = await newCreator('Operator')
  await makeOperator(operator.userId)
  const anonymous = new Visitor()
  await anonymous.get('/api/user')
  return {
    workspaceId,
    people: {
      anonymous,
      stranger: stranger.visitor,
      former: former.visitor,
      viewer: (await join('viewer')).visitor,
      editor: (await join('editor')).visitor,
      admin: (await join('admin')).visitor,
      owner: owner.visitor,
      operator: operator.visitor,
    },
    elsewhere: { workspaceId: stranger.workspaceId, ...(await placeForm(stranger.workspaceId)) },
    ...(await placeForm(workspaceId)),
  }
}

/** How many rows of a tenant table a workspace has, by a connection that the workspace's policies bind. */
export async function countRows(workspaceId: string, table: string): Promise<number> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>('select count(*)::int from ??', [
      table,
    ])
    return rows[0]?.count ?? 0
  })
}

/** The app's own connection without any workspace set: what a forgotten scope would see. */
export function unscoped() {
  return db.connection('app')
}

/**
 * Runs SQL in a workspace for as long as it takes: what fills a table for a test is not bound to the time that a
 * request has.
 */
export function fill(workspaceId: string, sql: string, bindings: Parameters<Scope['trx']['rawQuery']>[1]) {
  return within(workspaceId, async ({ trx }) => {
    await trx.rawQuery(`select set_config('transaction_timeout', '0', true)`)
    return trx.rawQuery(sql, bindings)
  })
}
