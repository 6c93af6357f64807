import type { HttpContext } from '@adonisjs/core/http'
import logger from '@adonisjs/core/services/logger'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { InstanceMail, InstanceMailServer, InstanceMailText } from '#api_types/instance'
import { deleteAccountMail, sendAgain } from '#app/accounts/account_mails'
import { notifyForm } from '#app/forms/events'
import { CodedError, notFound } from '#app/http/errors'
import { fieldMessages } from '#app/http/field_messages'
import { pageLimit } from '#app/http/page_limit'
import { countMails, findMail, listMails, readMail } from '#app/instance/mails'
import { cancelDelivery } from '#app/integrations/cancel_delivery'
import { replayDelivery, sendDelivery } from '#app/integrations/deliveries'
import { Integration } from '#app/integrations/integration'
import { deleteNotice, sendNoticeAgain } from '#app/integrations/notices'
import { instanceSender } from '#app/mail/sender'
import { notifyDeliveries } from '#app/outbox/notify'
import { within } from '#app/workspaces/within'

const page = vine.create({
  state: vine.enum(['waiting', 'sent', 'failed'] as const).optional(),
  cursor: vine.string().uuid().optional(),
})
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The mail of all workspaces and about accounts, for operators. */
export default class MailsController {
  /** Who sends the mail of the instance, and how much waits. */
  async server(): Promise<Single<InstanceMailServer>> {
    return { data: { ...serverOfInstance(), ...(await countMails()) } }
  }

  async index(ctx: HttpContext): Promise<Page<InstanceMail>> {
    const limit = pageLimit(ctx.request.qs().limit, 100)
    const wanted = await page.validate(ctx.request.qs(), {
      messagesProvider: fieldMessages,
    })
    return listMails({ ...wanted, limit })
  }

  /** Who has read the text of a mail of others is kept in the log. */
  async show({ auth, params }: HttpContext): Promise<Single<InstanceMailText>> {
    const mail = await readMail(idOf(params))
    if (!mail) throw notFound()
    logger.info({ operator: auth.getUserOrFail().id, mail: mail.id }, 'an operator read a mail')
    return { data: mail }
  }

  /** Sends one that waits now, and one that has failed again: with the same id, and the whole schedule before it. */
  async send({ params, response }: HttpContext) {
    const id = idOf(params)
    const mail = await placeOf(id)
    if (mail.status === 'delivered') throw wasSent()
    if ('kind' in mail) {
      await sendAgain(id)
      return response.status(202).json({ data: { id } })
    }
    if (mail.notice) {
      await sendNoticeAgain(mail.workspace_id, id)
      return response.status(202).json({ data: { id } })
    }
    await within(mail.workspace_id, async (scope) => {
      const integration = await Integration.findOrFail(mail.integration_id)
      await (mail.status === 'pending' ? sendDelivery : replayDelivery)(scope, integration, id)
    })
    notifyDeliveries()
    return response.status(202).json({ data: { id } })
  }

  /** Deletes one that was not sent: its text goes, and the log of its integration says who canceled it. */
  async destroy({ auth, params, response }: HttpContext) {
    const id = idOf(params)
    const mail = await placeOf(id)
    logger.info({ operator: auth.getUserOrFail().id, mail: id }, 'an operator deletes a mail')
    if ('kind' in mail) {
      if (mail.status === 'delivered') throw wasSent()
      await deleteAccountMail(id)
      return response.noContent()
    }
    if (mail.notice) {
      if (mail.status === 'delivered') throw wasSent()
      await within(mail.workspace_id, (scope) => deleteNotice(scope, id))
      return response.noContent()
    }
    await within(mail.workspace_id, (scope) =>
      cancelDelivery(scope, id, 'An operator of this server deleted the mail.'),
    )
    notifyForm(mail.form_id, { name: 'deliveries', data: {} })
    return response.noContent()
  }
}

function idOf(params: Record<string, string>): string {
  const { mailId = '' } = params
  if (!UUID.test(mailId)) throw notFound()
  return mailId
}

function wasSent(): CodedError {
  return new CodedError('E_MAIL_SENT', 409, 'This mail was sent meanwhile. Reload the list.')
}

async function placeOf(id: string) {
  const mail = await findMail(id)
  if (!mail) throw notFound()
  return mail
}

function serverOfInstance(): Pick<InstanceMailServer, 'server' | 'problem'> {
  try {
    const sender = instanceSender()
    if (!sender) return { server: null, problem: null }
    const { host, port, security } = sender.server
    const address = `${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}`
    return { server: { address, from: sender.from.address }, problem: null }
  } catch (error) {
    return { server: null, problem: error instanceof Error ? error.message : 'It cannot be read.' }
  }
}
