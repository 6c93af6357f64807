import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/http/exception_handler'))

/** Every request, the public ones too: only what is cheap and needs no database. */
server.use([
  () => import('#app/http/request_id'),
  () => import('#app/http/request_log'),
  () => import('#app/http/security_headers'),
  () => import('#app/http/known_host'),
  () => import('#app/http/built_files'),
])

router.use([])

/**
 * Middleware that routes name. `bindings`, `json`, `session`, `csrf`, `csrfCookie` and `guards` together are the browser
 * stack, put in front of all creator routes in start/routes.ts (those that take files go without the one that reads JSON, and set no cookies);
 * public routes have none of them.
 */
export const middleware = router.named({
  bindings: () => import('#app/http/container_bindings_middleware'),
  json: () => import('#app/http/json_body'),
  keepCookies: () => import('#app/http/keep_cookies'),
  session: () => import('@adonisjs/session/session_middleware'),
  csrf: () => import('@adonisjs/shield/shield_middleware'),
  csrfCookie: () => import('#app/http/csrf_cookie'),
  guards: () => import('@adonisjs/auth/initialize_auth_middleware'),
  auth: () => import('#app/accounts/auth_middleware'),
  confirmed: () => import('#app/accounts/confirmed_middleware'),
  workspace: () => import('#app/workspaces/workspace_middleware'),
})

const knownBrowser = [middleware.session(), middleware.csrf(), middleware.csrfCookie(), middleware.guards()]

/** What runs before every creator route, in this order. */
export const browserStack = [middleware.bindings(), middleware.json(), ...knownBrowser]

/**
 * The same before creator routes whose body is a file: they read it themselves, and are answered when the browser may have
 * another session already.
 */
export const fileStack = [middleware.bindings(), middleware.keepCookies(), ...knownBrowser]
