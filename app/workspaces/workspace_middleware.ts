import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import db from '@adonisjs/lucid/services/db'
import type { Role } from '#api_types/workspaces'
import { noteOwner } from '#app/http/entrance'
import { CodedError, notFound } from '#app/http/errors'
import { workFor } from '#app/http/whose_work'
import { roleOf } from '#app/workspaces/memberships'
import { atLeast } from '#app/workspaces/role'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** set by the `workspace` middleware */
    workspace: { id: string; role: Role }
    /** set by the `workspace` middleware when the path names a form */
    formId: string
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Address {
  form_id: string
  workspace_id: string
  role: Role | null
}

/**
 * The workspace of a form, by slug (also an old one) or id, and the role of a person in it, read now, in one statement;
 * deleted forms have none. No other tenant data is read for it.
 */
async function addressOf(form: string, userId: string): Promise<Address | undefined> {
  const { rows } = await db.rawQuery<{ rows: Address[] }>(
    `select form_id, workspace_id, role_of(?, workspace_id) as role from form_addresses
     where deleted_at is null and ${UUID.test(form) ? 'form_id' : 'slug'} = ? limit 1`,
    [userId, form],
  )
  return rows[0]
}

/**
 * Finds the workspace that the path names (`:workspaceId`, or the one of `:form`), and lets members with the needed
 * role pass. The membership is read on every request. Who is no member learns nothing, nor does an access token of another
 * workspace: 404.
 */
export default class WorkspaceMiddleware {
  async handle(ctx: HttpContext, next: NextFn, options: { role: Role }) {
    const user = ctx.auth.getUserOrFail()
    const form: string | undefined = ctx.params.form
    const address = form === undefined ? undefined : await addressOf(form, user.id)
    if (form !== undefined && !address) throw notFound()
    const workspaceId: string = address?.workspace_id ?? ctx.params.workspaceId ?? ''
    if (!UUID.test(workspaceId)) throw notFound()
    if (ctx.accessToken && ctx.accessToken.workspaceId !== workspaceId) throw notFound()
    const role = address ? address.role : await roleOf(user.id, workspaceId)
    if (!role) throw notFound()
    if (address) ctx.formId = address.form_id
    if (!atLeast(role, options.role)) {
      throw new CodedError(
        'E_ROLE',
        403,
        `Your role in this workspace is ${role}; this needs ${options.role}.`,
      )
    }
    ctx.workspace = { id: workspaceId, role }
    noteOwner(form ?? workspaceId, workspaceId)
    return workFor(workspaceId, next)
  }
}
