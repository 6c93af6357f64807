import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { AccessToken, CurrentAccessToken, NewAccessToken } from '#api_types/access_tokens'
import type { Page, Single } from '#api_types/answer'
import { SCOPES } from '#app/access_tokens/scopes'
import { listTokens, makeToken, revokeToken, showToken } from '#app/access_tokens/tokens'
import { FieldErrors, notFound } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { workspacesOf } from '#app/workspaces/memberships'
import { atLeast } from '#app/workspaces/role'
import { within } from '#app/workspaces/within'

const newToken = vine.create({
  name: vine.string().trim().minLength(1).maxLength(100),
  scopes: vine.array(vine.enum(SCOPES)).minLength(1).maxLength(SCOPES.length).distinct(),
  /** an instant, or null for never */
  expires_at: vine.string().maxLength(40).nullable(),
})

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

/** Access tokens: everybody sees and ends their own, admins those of the whole workspace. */
export default class AccessTokensController {
  async index({ workspace, auth }: HttpContext): Promise<Page<AccessToken>> {
    const all = atLeast(workspace.role, 'admin')
    const data = await within(workspace.id, (scope) =>
      listTokens(scope, all ? undefined : auth.getUserOrFail().id),
    )
    return { data, next_cursor: null }
  }

  /** The token itself is part of this answer and of no later one. */
  async store(ctx: HttpContext): Promise<Single<NewAccessToken>> {
    const { name, scopes, expires_at: ends } = await validate(ctx, newToken)
    const expiresAt = ends === null ? null : futureInstant(ends)
    const data = await within(ctx.workspace.id, (scope) =>
      makeToken(scope, ctx.auth.getUserOrFail().id, { name, scopes, expiresAt }),
    )
    ctx.response.status(201)
    ctx.response.header('cache-control', 'no-store')
    return { data }
  }

  async destroy({ params, response, workspace, auth }: HttpContext) {
    const all = atLeast(workspace.role, 'admin')
    await within(workspace.id, (scope) =>
      revokeToken(scope, params.id, all ? undefined : auth.getUserOrFail().id),
    )
    return response.noContent()
  }

  /** The token that asks: what it is good for, and where. */
  async current({ accessToken }: HttpContext): Promise<Single<CurrentAccessToken>> {
    if (!accessToken) throw notFound()
    const { id, userId, workspaceId } = accessToken
    const token = await within(workspaceId, (scope) => showToken(scope, id))
    const workspace = (await workspacesOf(userId)).find((one) => one.id === workspaceId)
    if (!workspace) throw notFound()
    return { data: { ...token, workspace: { id: workspace.id, name: workspace.name } } }
  }
}

function futureInstant(text: string): Date {
  const instant = INSTANT.test(text) ? new Date(text) : new Date(Number.NaN)
  if (instant.getTime() > Date.now()) return instant
  const message = 'Enter a time in the future, like 2031-05-31T12:00:00Z.'
  throw new FieldErrors('E_VALIDATION', message, { expires_at: [message] })
}
