import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import env from '#start/env'

/** Prints a link by which one person can make an account, where registering is by invitation. */
export default class AccountInvite extends BaseCommand {
  static override commandName = 'account:invite'
  static override description = 'Print a link by which one person can make an account, within 7 days'
  static override options: CommandOptions = { startApp: true }

  override async run(): Promise<void> {
    const { INVITED_FOR, invitationToken } = await import('#app/accounts/account_invitations')
    const { operator } = await import('#app/administration/operator')
    const { token, hash } = invitationToken()
    await operator().rawQuery(
      'insert into account_invitations (token_hash, expires_at) values (?, now() + ?::interval)',
      [hash, INVITED_FOR],
    )
    const own = `http://${env.get('HOST')}:${env.get('PORT')}`
    const origin = new URL(env.get('APP_URL') || own).origin
    this.logger.log(`${origin}/register?invitation=${token}`)
  }
}
