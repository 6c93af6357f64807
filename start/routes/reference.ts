import router from '@adonisjs/core/services/router'

const Reference = () => import('#app/reference/reference_controller')

/** What the API is, for programs and for people. */
export function referenceRoutes(): void {
  router.get('/api/openapi.json', [Reference, 'document']).as('reference.document')
  router.get('/docs/api', [Reference, 'page']).as('reference.page')
}
