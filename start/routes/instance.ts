import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const Mails = () => import('#app/instance/mails_controller')

/** What operators see of the whole instance. */
export function instanceRoutes(): void {
  const operators = [middleware.auth(), middleware.operator()]
  const all = '/api/instance/mails'
  const one = `${all}/:mailId`
  router.get('/api/instance/mail', [Mails, 'server']).as('instance.mail.show').use(operators)
  router.get(all, [Mails, 'index']).as('instance.mails.index').use(operators)
  router.get(one, [Mails, 'show']).as('instance.mails.show').use(operators)
  router.post(`${one}/send`, [Mails, 'send']).as('instance.mails.send.store').use(operators)
  router.delete(one, [Mails, 'destroy']).as('instance.mails.destroy').use(operators)
}
