import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const RegistrationsController = () => import('#app/accounts/registrations_controller')
const SessionsController = () => import('#app/accounts/sessions_controller')
const SetupsController = () => import('#app/accounts/setups_controller')
const UsersController = () => import('#app/accounts/users_controller')

/** Accounts: making one, signing in and out, the person and their sessions. */
export function accountRoutes(): void {
  router.post('/api/register', [RegistrationsController, 'store']).as('register')
  router.post('/api/setup', [SetupsController, 'store']).as('setup')
  router.post('/api/login', [SessionsController, 'store']).as('login')
  router.post('/api/logout', [SessionsController, 'destroyCurrent']).as('logout')
  router.get('/api/content/feature-flags', [UsersController, 'features']).as('features')
  router.get('/api/user', [UsersController, 'show']).as('user').use(middleware.auth())
  router.get('/api/sessions', [SessionsController, 'index']).as('sessions.index').use(middleware.auth())
  router
    .delete('/api/sessions/:id', [SessionsController, 'destroy'])
    .as('sessions.destroy')
    .use(middleware.auth())
}
