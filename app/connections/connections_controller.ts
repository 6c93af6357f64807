import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Single } from '#api_types/answer'
import type {
  Connected,
  Connections,
  ConnectionFlow,
  ConnectionService,
  Disconnected,
} from '#api_types/connections'
import { connected } from '#app/connections/announce'
import { connectByCode, connectByToken } from '#app/connections/connect'
import { listConnections, removeConnection } from '#app/connections/connections'
import { foreignState, notConnected, refusedConsent, unknownService } from '#app/connections/errors'
import { beginFlow, takeFlow, type Traveller, workspaceOf } from '#app/connections/flows'
import { callbackAddress, isConfigured, settingNames } from '#app/connections/operator_settings'
import { serviceFaults } from '#app/connections/service_faults'
import { isOAuth, type OAuthService } from '#app/connections/token_requests'
import { validate } from '#app/http/validate'
import { plugins } from '#app/plugins/registry'
import { roleOf } from '#app/workspaces/memberships'
import { atLeast } from '#app/workspaces/role'
import { within } from '#app/workspaces/within'
import type { ServiceDefinition } from '@formwright/kit/service'

const service = vine.string().maxLength(40)
const typedToken = vine.create({
  service: service.clone(),
  token: vine.string().trim().minLength(1).maxLength(2_000),
})
const newFlow = vine.create({
  service: service.clone(),
  connection_id: vine.string().uuid().optional(),
  popup: vine.boolean({ strict: true }).optional(),
})
const wayBack = vine.create({
  state: vine.string().maxLength(200),
  code: vine.string().maxLength(4_000).optional(),
  error: vine.string().maxLength(200).optional(),
})

/** The connections of a workspace: editors use them, admins make and remove them. */
export default class ConnectionsController {
  async index(ctx: HttpContext): Promise<Single<Connections>> {
    const connections = await within(ctx.workspace.id, listConnections)
    const faults = serviceFaults()
    const services = plugins.services().map((one) => ({
      ...serviceJson(one, ownAddress(ctx)),
      fault: faults.get(one.kind) ?? null,
    }))
    return { data: { services, connections } }
  }

  async store(ctx: HttpContext): Promise<Single<Connected>> {
    const { service: kind, token } = await validate(ctx, typedToken)
    const id = await connectByToken(ctx.workspace.id, installed(kind), token)
    connected.make(ctx.workspace.id)
    ctx.response.status(201)
    return { data: { id, popup: false } }
  }

  /** Where to go to connect by OAuth. */
  async begin(ctx: HttpContext): Promise<Single<ConnectionFlow>> {
    const { service: kind, connection_id: again, popup = false } = await validate(ctx, newFlow)
    const found = oauthService(kind)
    const way = { connectionId: again ?? null, redirectUri: callbackAddress(kind, ownAddress(ctx)), popup }
    const address = await within(ctx.workspace.id, (scope) => beginFlow(scope, found, travellerOf(ctx), way))
    ctx.response.status(201)
    return { data: { address } }
  }

  /** What the service said to somebody who came back. The state says which workspace is meant. */
  async finish(ctx: HttpContext): Promise<Single<Connected>> {
    const { state, code, error } = await validate(ctx, wayBack)
    const found = oauthService(String(ctx.params.service))
    const traveller = travellerOf(ctx)
    const workspaceId = workspaceOf(state)
    const role = workspaceId && (await roleOf(traveller.userId, workspaceId))
    if (!workspaceId || !role || !atLeast(role, 'admin')) throw foreignState()
    const flow = await takeFlow(workspaceId, found.kind, state, traveller)
    if (error !== undefined || code === undefined) throw refusedConsent()
    const id = await connectByCode(found, flow, code)
    connected.make(workspaceId)
    return { data: { id, popup: flow.popup } }
  }

  async destroy({ workspace, params }: HttpContext): Promise<Single<Disconnected>> {
    return { data: await removeConnection(workspace.id, params.id) }
  }
}

function serviceJson(
  { kind, credentials: { by } }: ServiceDefinition,
  own: string,
): Omit<ConnectionService, 'fault'> {
  const names = settingNames(kind)
  return {
    kind,
    by,
    configured: by === 'token' || isConfigured(kind),
    /** what the operator does before anybody can connect */
    ...(by === 'oauth' && { callback: callbackAddress(kind, own), settings: [names.id, names.secret] }),
  }
}

function installed(kind: string): ServiceDefinition {
  const found = plugins.service(kind)
  if (!found) throw unknownService(kind)
  return found
}

function oauthService(kind: string): OAuthService {
  const found = installed(kind)
  if (!isOAuth(found)) throw notConnected('This service is connected with a token.')
  return found
}

function travellerOf({ auth, session }: HttpContext): Traveller {
  return { userId: auth.getUserOrFail().id, sessionId: session.sessionId }
}

/** How this server was reached; the public address goes before it. */
function ownAddress({ request }: HttpContext): string {
  return `${request.secure() ? 'https' : 'http'}://${request.host() ?? ''}`
}
