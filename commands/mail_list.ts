import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { InstanceMail } from '#api_types/instance'

/** Most that are listed; the page of the mail goes on. */
const MOST = 1_000

/** `node ace mail:list`: the mails of all workspaces and about accounts that wait, for a mail server or for another try. */
export default class MailList extends BaseCommand {
  static override commandName = 'mail:list'
  static override description = 'List the mails that wait, with whom they are for and why'
  static override options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Print JSON, a line each' })
  declare json: boolean

  override async run(): Promise<void> {
    const { listMails } = await import('#app/instance/mails')
    const { data: mails } = await listMails({ state: 'waiting', limit: MOST })
    if (this.json) for (const mail of mails) this.logger.log(JSON.stringify(mail))
    else this.#draw(mails)
  }

  #draw(mails: readonly InstanceMail[]): void {
    if (mails.length === 0) return this.logger.success('No mail waits.')
    const table = this.ui.table().head(['Since', 'Workspace', 'Form', 'To', 'Subject', 'Why'])
    for (const { created_at: since, workspace, form, to, subject, reason } of mails)
      table.row([
        since,
        workspace ?? '',
        form ?? '',
        to?.join(', ') ?? '',
        subject ?? '',
        reason ?? 'It is its turn.',
      ])
    table.render()
  }
}
