import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import env from '#start/env'

/** `node ace user:reset-password EMAIL`: a link by which a person chooses a new password; exit code 1 without such an account. */
export default class UserResetPassword extends BaseCommand {
  static override commandName = 'user:reset-password'
  static override description = 'Print a link by which a person can choose a new password, within an hour'
  static override help = [
    'Where the server sends mail, people ask for the link themselves: “Forgot password?” below the sign-in.',
    '{{ binaryName }} user:reset-password ada@example.com',
  ]
  static override options: CommandOptions = { startApp: true }

  @args.string({ description: 'The email address of the account' })
  declare email: string

  @flags.boolean({ description: 'Print JSON' })
  declare json: boolean

  override async run(): Promise<void> {
    const { emailKey } = await import('#app/accounts/email_key')
    const { makeReset } = await import('#app/accounts/password_resets')
    const { operator } = await import('#app/administration/operator')
    const { rows } = await operator().rawQuery<{ rows: { id: string; email: string }[] }>(
      'select id, email from users where email_key = ? and suspended_at is null',
      [emailKey(this.email)],
    )
    const [user] = rows
    if (!user) {
      this.exitCode = 1
      this.logger.error(`No account can sign in with the email address ${this.email}.`)
      return
    }
    const own = `http://${env.get('HOST')}:${env.get('PORT')}`
    const link = await makeReset(operator(), user.id, new URL(env.get('APP_URL') || own).origin)
    this.logger.log(this.json ? JSON.stringify({ email: user.email, link }) : link)
  }
}
