import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import db from '@adonisjs/lucid/services/db'
import type { Role } from '#api_types/workspaces'
import { CodedError, notFound } from '#app/http/errors'
import { workFor } from '#app/http/in_slices'
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
}

/** The workspace of a form, by slug (also an old one) or id; deleted ones have none. No tenant data is read for it. */
async function addressOf(form: string): Promise<Address | undefined> {
  const query = db.from('form_addresses').select('form_id', 'workspace_id').whereNull('deleted_at')
  const found: unknown = await (
    UUID.test(form) ? query.where('form_id', form) : query.where('slug', form)
  ).first()
  return found as Address | undefined
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
    let workspaceId: string = ctx.params.workspaceId ?? ''
    if (form !== undefined) {
      const address = await addressOf(form)
      if (!address) throw notFound()
      workspaceId = address.workspace_id
      ctx.formId = address.form_id
    }
    if (!UUID.test(workspaceId)) throw notFound()
    if (ctx.accessToken && ctx.accessToken.workspaceId !== workspaceId) throw notFound()
    const role = await roleOf(user.id, workspaceId)
    if (!role) throw notFound()
    if (!atLeast(role, options.role)) {
      throw new CodedError(
        'E_ROLE',
        403,
        `Your role in this workspace is ${role}; this needs ${options.role}.`,
      )
    }
    ctx.workspace = { id: workspaceId, role }
    return workFor(workspaceId, next)
  }
}
