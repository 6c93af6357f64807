import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const PluginsController = () => import('#app/plugins/plugins_controller')

/** What the creators' app asks about plugins. */
export function pluginRoutes(): void {
  router
    .get('/api/plugins/unusable', [PluginsController, 'unusable'])
    .as('plugins.unusable')
    .use(middleware.auth())
  router
    .post('/api/plugins/faults', [PluginsController, 'fault'])
    .as('plugins.faults.store')
    .use(middleware.auth())
}
