import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const WorkspacesController = () => import('#app/workspaces/workspaces_controller')

/** The workspaces of a person. */
export function workspaceRoutes(): void {
  router
    .get('/api/open/workspaces', [WorkspacesController, 'index'])
    .as('workspaces.index')
    .use(middleware.auth())
  router
    .post('/api/workspaces', [WorkspacesController, 'store'])
    .as('workspaces.store')
    .use(middleware.auth())
  router
    .put('/api/workspaces/current', [WorkspacesController, 'select'])
    .as('workspaces.select')
    .use(middleware.auth())
}
