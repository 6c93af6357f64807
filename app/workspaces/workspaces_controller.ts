import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Single } from '#api_types/answer'
import type { Workspace } from '#api_types/workspaces'
import { notFound } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { createWorkspace } from '#app/workspaces/create_workspace'
import { roleOf, workspacesOf } from '#app/workspaces/memberships'

const newWorkspace = vine.create({ name: vine.string().trim().minLength(1).maxLength(100) })
const choice = vine.create({ workspace_id: vine.string().uuid() })

/** The workspaces of the signed-in person, and the one they work in. */
export default class WorkspacesController {
  /** All of them; for an access token the one it is bound to. */
  async index({ auth, accessToken }: HttpContext): Promise<Single<Workspace[]>> {
    const all = await workspacesOf(auth.getUserOrFail().id)
    return { data: accessToken ? all.filter(({ id }) => id === accessToken.workspaceId) : all }
  }

  async store(ctx: HttpContext): Promise<Single<Workspace>> {
    const { name } = await validate(ctx, newWorkspace)
    const id = await createWorkspace(name, ctx.auth.getUserOrFail().id)
    await remember(ctx, id)
    ctx.response.status(201)
    return { data: { id, name, icon: null, role: 'owner' } }
  }

  /** Chooses where to work; kept in a cookie that scripts may read. */
  async select(ctx: HttpContext) {
    const { workspace_id: id } = await validate(ctx, choice)
    if (!(await roleOf(ctx.auth.getUserOrFail().id, id))) throw notFound()
    await remember(ctx, id)
    return ctx.response.status(204).send(null)
  }
}

const COOKIE = 'currentWorkspace'
const ID = /^[\da-f-]{36}$/
/** How many workspaces of other instances on the same host stay in the cookie, which all of them write. */
const FOREIGN = 4

/** Puts the workspace first in the cookie; behind it stays only what is none of this person's here. */
async function remember(ctx: HttpContext, id: string) {
  const before: unknown = ctx.request.plainCookie(COOKIE, { encoded: false })
  const own = new Set((await workspacesOf(ctx.auth.getUserOrFail().id)).map((workspace) => workspace.id))
  const named = typeof before === 'string' ? before.split('.') : []
  const kept = named.filter((other) => ID.test(other) && !own.has(other)).slice(0, FOREIGN)
  ctx.response.plainCookie(COOKIE, [id, ...kept].join('.'), {
    encode: false,
    httpOnly: false,
    maxAge: '365d',
  })
}
