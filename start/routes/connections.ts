import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const Connections = () => import('#app/connections/connections_controller')

const editor = [middleware.auth(), middleware.workspace({ role: 'editor' })]
const admin = [middleware.auth(), middleware.workspace({ role: 'admin' })]

/** Connections of a workspace to other services. */
export function connectionRoutes(): void {
  const all = '/api/workspaces/:workspaceId/connections'
  router.get(all, [Connections, 'index']).as('connections.index').use(editor)
  router.post(all, [Connections, 'store']).as('connections.store').use(admin)
  router
    .delete(`${all}/:id`, [Connections, 'destroy'])
    .where('id', router.matchers.uuid())
    .as('connections.destroy')
    .use(admin)
  router
    .post('/api/workspaces/:workspaceId/connection-flows', [Connections, 'begin'])
    .as('connections.flows.store')
    .use(admin)
  // the state says which workspace is meant: its admins pass
  router
    .post('/api/connection-callbacks/:service', [Connections, 'finish'])
    .as('connections.callbacks.store')
    .use(middleware.auth())
}
