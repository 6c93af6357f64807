import router from '@adonisjs/core/services/router'
import { member, middleware } from '#start/kernel'

const AccessTokens = () => import('#app/access_tokens/access_tokens_controller')

const viewer = member('viewer')

/** Access tokens of a workspace. */
export function accessTokenRoutes(): void {
  const all = '/api/workspaces/:workspaceId/access-tokens'
  router.get(all, [AccessTokens, 'index']).as('access-tokens.index').use(viewer)
  router
    .post(all, [AccessTokens, 'store'])
    .as('access-tokens.store')
    .use([...viewer, middleware.confirmed()])
  router
    .delete(`${all}/:id`, [AccessTokens, 'destroy'])
    .where('id', router.matchers.uuid())
    .as('access-tokens.destroy')
    .use(viewer)
  router
    .get('/api/access-tokens/current', [AccessTokens, 'current'])
    .as('access-tokens.current')
    .use(middleware.auth())
}
