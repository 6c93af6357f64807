import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const MailSenders = () => import('#app/mail/mail_senders_controller')
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
  const mail = '/api/workspaces/:workspaceId/mail-sender'
  const admin = [middleware.auth(), middleware.workspace({ role: 'admin' })]
  router
    .get(`${mail}/state`, [MailSenders, 'state'])
    .as('mail_sender.state')
    .use([middleware.auth(), middleware.workspace({ role: 'viewer' })])
  router.get(mail, [MailSenders, 'show']).as('mail_sender.show').use(admin)
  // whoever changes it decides where answers go
  const confirmed = [...admin, middleware.confirmed()]
  router.put(mail, [MailSenders, 'update']).as('mail_sender.update').use(confirmed)
  router.delete(mail, [MailSenders, 'destroy']).as('mail_sender.destroy').use(confirmed)
  router.post(`${mail}/test`, [MailSenders, 'test']).as('mail_sender.test.store').use(confirmed)
}
