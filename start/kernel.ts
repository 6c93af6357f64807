import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import type { ParsedNamedMiddleware } from '@adonisjs/core/types/http'
import type { Role } from '#api_types/workspaces'

server.errorHandler(() => import('#app/http/exception_handler'))

/** Every request, the public ones too: only what is cheap and needs no database. */
server.use([
  () => import('#app/http/request_id'),
  () => import('#app/http/request_log'),
  () => import('#app/http/security_headers'),
  () => import('#app/http/known_host'),
  () => import('#app/http/cross_origin'),
  () => import('#app/http/own_calls'),
  () => import('#app/http/plain_bodies'),
  () => import('#app/http/built_files'),
])

router.use([])

/**
 * Middleware that routes name. `bindings`, `bearer`, `json`, `session`, `csrf`, `csrfCookie` and `guards` together are the
 * stack of callers, put in front of all creator routes in start/routes.ts (those that take files go without the one that reads JSON, and set no cookies);
 * public routes have none of them.
 */
export const middleware = router.named({
  bindings: () => import('#app/http/container_bindings_middleware'),
  bearer: () => import('#app/access_tokens/bearer_middleware'),
  json: () => import('#app/http/json_body'),
  keepCookies: () => import('#app/http/keep_cookies'),
  session: () => import('@adonisjs/session/session_middleware'),
  csrf: () => import('@adonisjs/shield/shield_middleware'),
  csrfCookie: () => import('#app/http/csrf_cookie'),
  guards: () => import('@adonisjs/auth/initialize_auth_middleware'),
  auth: () => import('#app/accounts/auth_middleware'),
  operator: () => import('#app/accounts/operator_middleware'),
  confirmed: () => import('#app/accounts/confirmed_middleware'),
  workspace: () => import('#app/workspaces/workspace_middleware'),
  large: () => import('#app/http/large_answers'),
  idempotent: () => import('#app/access_tokens/idempotent_middleware'),
})

/** Leaves a middleware out for programs that came with an access token. */
function ofBrowsers(one: ParsedNamedMiddleware): ParsedNamedMiddleware {
  return {
    ...one,
    handle: (resolver, ctx, next, args) => (ctx.accessToken ? next() : one.handle(resolver, ctx, next, args)),
  }
}

/** A session and the protection of its cookie: for browsers. Who it is that asks: for everybody. */
const known = [
  ...[middleware.session(), middleware.csrf(), middleware.csrfCookie()].map(ofBrowsers),
  middleware.guards(),
]

/** What runs before every creator route, in this order. */
export const callerStack = [middleware.bindings(), middleware.bearer(), middleware.json(), ...known]

/**
 * The same before creator routes whose body is a file: they read it themselves, and are answered when the browser may have
 * another session already.
 */
export const fileStack = [middleware.bindings(), middleware.bearer(), middleware.keepCookies(), ...known]

/** Lets members of the workspace that the path names pass, who have at least this role. A repeat of a program is done once. */
export function member(role: Role) {
  return [middleware.auth(), middleware.workspace({ role }), middleware.large(), middleware.idempotent()]
}
