import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

/** `node ace user:promote EMAIL`: makes an account one of an operator, or takes that back; exit code 1 without such an account. */
export default class UserPromote extends BaseCommand {
  static override commandName = 'user:promote'
  static override description = 'Let an account see what concerns the whole server, or end that'
  static override help = [
    'Operators find “Instance” in their settings: the mail of all workspaces.',
    '{{ binaryName }} user:promote ada@example.com',
    '{{ binaryName }} user:promote --demote ada@example.com',
  ]
  static override options: CommandOptions = { startApp: true }

  @args.string({ description: 'The email address of the account' })
  declare email: string

  @flags.boolean({ description: 'Take it back' })
  declare demote: boolean

  @flags.boolean({ description: 'Print JSON' })
  declare json: boolean

  override async run(): Promise<void> {
    const { emailKey } = await import('#app/accounts/email_key')
    const { operator } = await import('#app/administration/operator')
    const promoted = this.demote !== true
    const { rows } = await operator().rawQuery<{ rows: { email: string }[] }>(
      'update users set operator = ?, updated_at = now() where email_key = ? returning email',
      [promoted, emailKey(this.email)],
    )
    const [user] = rows
    if (!user) {
      this.exitCode = 1
      this.logger.error(`No account has the email address ${this.email}.`)
    } else if (this.json) this.logger.log(JSON.stringify({ email: user.email, operator: promoted }))
    else this.logger.success(`${user.email} is ${promoted ? 'an operator now' : 'no operator any more'}.`)
  }
}
