import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const Media = () => import('#app/files/media/media_controller')

/** Pictures and files that creators put into forms: taken in here, shown by a public route. */
export function mediaRoutes(): void {
  router
    .post('/api/forms/:form/media', [Media, 'store'])
    .as('media.store')
    .use([middleware.auth(), middleware.workspace({ role: 'editor' })])
}
