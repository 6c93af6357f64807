import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const Media = () => import('#app/files/media/media_controller')

const editor = [middleware.auth(), middleware.workspace({ role: 'editor' })]

/** Pictures and files that creators put into forms: taken in and offered again here, shown by a public route. */
export function mediaRoutes(): void {
  router.get('/api/forms/:form/media', [Media, 'index']).as('media.index').use(editor)
  router.post('/api/forms/:form/media', [Media, 'store']).as('media.store').use(editor)
  router
    .delete('/api/forms/:form/media/:id', [Media, 'destroy'])
    .where('id', router.matchers.uuid())
    .as('media.destroy')
    .use(editor)
}
