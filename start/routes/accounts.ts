import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const ConfirmationsController = () => import('#app/accounts/confirmations_controller')
const PasswordResetsController = () => import('#app/accounts/password_resets_controller')
const PasswordsController = () => import('#app/accounts/passwords_controller')
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
    .use([middleware.auth(), middleware.confirmed()])
  const confirmation = '/api/sessions/current/confirmation'
  router
    .get(confirmation, [ConfirmationsController, 'show'])
    .as('sessions.confirmation.show')
    .use([middleware.auth(), middleware.confirmed()])
  router
    .post(confirmation, [ConfirmationsController, 'store'])
    .as('sessions.confirmation.store')
    .use(middleware.auth())
  router.post('/api/password-resets', [PasswordResetsController, 'store']).as('password_resets.store')
  router.put('/api/password-resets', [PasswordResetsController, 'update']).as('password_resets.update')
  router
    .put('/api/user/password', [PasswordsController, 'update'])
    .as('user.password.update')
    .use(middleware.auth())
}
