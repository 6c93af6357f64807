import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import env from '#start/env'

/** `node ace account:invite`: a link by which one person can make an account, printed, or sent to `--to`; exit code 1 where that is no address. */
export default class AccountInvite extends BaseCommand {
  static override commandName = 'account:invite'
  static override description = 'Print or send a link by which one person can make an account, within 7 days'
  static override help = [
    '{{ binaryName }} account:invite',
    '{{ binaryName }} account:invite --to ada@example.com --language de',
    'With an address the link is good for that one only. It is sent where the server sends mail, else printed.',
  ]
  static override options: CommandOptions = { startApp: true }

  @flags.string({ description: 'The email address of whoever is invited' })
  declare to: string

  @flags.string({ description: 'The language of the mail: en, de, fr, es or ar', default: 'en' })
  declare language: string

  override async run(): Promise<void> {
    const { INVITED_FOR, invitationToken } = await import('#app/accounts/account_invitations')
    const { linksGoByMail, mailInvitation } = await import('#app/accounts/account_mails')
    const { emailKey } = await import('#app/accounts/email_key')
    const { operator } = await import('#app/administration/operator')
    const { isMailAddress } = await import('@formwright/kit/mail')
    const { MAIL_LANGUAGES } = await import('#app/accounts/mail_words')
    const to = this.to ?? ''
    if (!MAIL_LANGUAGES.includes(this.language)) {
      this.exitCode = 1
      this.logger.error(`No mail is written in “${this.language}”. There are ${MAIL_LANGUAGES.join(', ')}.`)
      return
    }
    if (to !== '' && !isMailAddress(to)) {
      this.exitCode = 1
      this.logger.error(`“${to}” is no address that mail can be sent to.`)
      return
    }
    const { token, hash } = invitationToken()
    const sent = to !== '' && linksGoByMail()
    await operator().transaction(async (trx) => {
      await trx.rawQuery(
        `insert into account_invitations (token_hash, email_key, expires_at)
         values (?, nullif(?, ''), now() + ?::interval)`,
        [hash, to === '' ? '' : emailKey(to), INVITED_FOR],
      )
      if (sent) await mailInvitation(trx, { email: to, token, language: this.language })
    })
    if (sent) {
      this.logger.success(
        `The invitation goes to ${to} within a minute. Settings, Instance, Mail shows whether it went.`,
      )
      return
    }
    const own = `http://${env.get('HOST')}:${env.get('PORT')}`
    const origin = new URL(env.get('APP_URL') || own).origin
    this.logger.log(`${origin}/register?invitation=${token}`)
  }
}
