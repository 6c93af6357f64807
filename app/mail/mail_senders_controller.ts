import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Single } from '#api_types/answer'
import type { MailSendingState, MailSettings } from '#api_types/mail'
import { CodedError, FieldErrors, notFound } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { mailWorks } from '#app/mail/announce'
import { canOpenPassword, hasSender, instanceSender, ownSender, readSenderRow } from '#app/mail/sender'
import { countTest } from '#app/mail/mail_limits'
import { sendBy } from '#app/mail/send_mail'
import { keepSender, markVerified, removeSender } from '#app/mail/workspace_sender'
import { type Scope, within } from '#app/workspaces/within'
import { isMailAddress } from '@formwright/kit/mail'
import { richTextOf } from '@formwright/kit/rich/from_text'

const sender = vine.create({
  host: vine.string().trim().minLength(1).maxLength(253),
  port: vine.number().withoutDecimals().min(1).max(65_535),
  security: vine.enum(['tls', 'starttls', 'none'] as const),
  username: vine.string().trim().maxLength(254),
  password: vine.string().maxLength(1_000).optional(),
  from_address: vine.string().trim().maxLength(254),
  from_name: vine.string().trim().maxLength(100),
})

/** A workspace's own mail server. */
export default class MailSendersController {
  /** Whether there is anybody who sends its mail, for all of its members. */
  async state({ workspace }: HttpContext): Promise<Single<MailSendingState>> {
    return { data: { sends: await within(workspace.id, hasSender) } }
  }

  async show({ workspace }: HttpContext): Promise<Single<MailSettings>> {
    return { data: await within(workspace.id, settingsOf) }
  }

  /** Keeps it; nothing is sent by it before a test mail has gone out. */
  async update(ctx: HttpContext): Promise<Single<MailSettings>> {
    const given = await validate(ctx, sender)
    if (!isMailAddress(given.from_address)) {
      const message = 'Enter an email address.'
      throw new FieldErrors('E_VALIDATION', message, { from_address: [message] })
    }
    const data = await within(ctx.workspace.id, async (scope) => {
      await keepSender(scope, given)
      return settingsOf(scope)
    })
    return { data }
  }

  async destroy({ workspace, response }: HttpContext) {
    await within(workspace.id, removeSender)
    return response.noContent()
  }

  /** Sends a mail to whoever asks, by the server as it is kept; 422 with what the server said where it does not go. */
  async test({ workspace, auth }: HttpContext): Promise<Single<MailSettings>> {
    const { id, email, name } = auth.getUserOrFail()
    await countTest(workspace.id)
    const row = await within(workspace.id, readSenderRow)
    if (!row) throw notFound()
    const sent = await sendBy(ownSender(workspace.id, row), {
      id: `test.${id}.${Date.now()}`,
      to: [{ address: email, ...(name && { name }) }],
      subject: 'Your mail server works',
      message: richTextOf(
        'This mail came through the mail server of your workspace. From now on it sends your mail.',
      ),
      footer: 'Sent because somebody with your account pressed “Send a test mail”.',
      language: 'en',
    })
    if (sent.result !== 'delivered') throw new CodedError('E_MAIL_TEST', 422, sent.reason)
    const data = await within(workspace.id, async (scope) => {
      await markVerified(scope, row)
      return settingsOf(scope)
    })
    mailWorks.make(workspace.id)
    return { data }
  }
}

async function settingsOf(scope: Scope): Promise<MailSettings> {
  const row = await readSenderRow(scope)
  return {
    own: row
      ? {
          host: row.host,
          port: row.port,
          security: row.security,
          username: row.username,
          has_password: row.password !== null,
          unread: !canOpenPassword(scope.workspaceId, row.password),
          from_address: row.from_address,
          from_name: row.from_name,
          verified_at: row.verified_at?.toISOString() ?? null,
        }
      : null,
    instance: instanceSender()?.from.address ?? null,
  }
}
