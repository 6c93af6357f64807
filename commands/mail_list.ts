import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

/** `node ace mail:list`: the mails of all workspaces that wait, for a mail server or for another try. */
export default class MailList extends BaseCommand {
  static override commandName = 'mail:list'
  static override description = 'List the mails that wait, with whom they are for and why'
  static override options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Print JSON, a line each' })
  declare json: boolean

  override async run(): Promise<void> {
    const { plugins } = await import('#app/plugins/registry')
    const { operator } = await import('#app/administration/operator')
    const kinds = plugins
      .integrationKinds()
      .filter((kind) => plugins.integration(kind)?.definition.mail === true)
    const { rows } = await operator().rawQuery<{ rows: WaitingMail[] }>(
      `select d.id, w.name as workspace, f.title as form, d.body::jsonb -> 'to' as recipients,
              d.body::jsonb ->> 'subject' as subject, d.created_at, d.reason
       from deliveries d join integrations i on i.workspace_id = d.workspace_id and i.id = d.integration_id
       join forms f on f.workspace_id = d.workspace_id and f.id = d.form_id
       join workspaces w on w.id = d.workspace_id
       where d.status = 'pending' and i.kind = any (?) order by d.created_at limit 1000`,
      [kinds],
    )
    if (this.json) for (const row of rows) this.logger.log(JSON.stringify(row))
    else this.#draw(rows)
  }

  #draw(rows: readonly WaitingMail[]): void {
    if (rows.length === 0) return this.logger.success('No mail waits.')
    const table = this.ui.table().head(['Since', 'Workspace', 'Form', 'To', 'Subject', 'Why'])
    for (const { created_at: since, workspace, form, recipients, subject, reason } of rows) {
      const to = (recipients ?? []).map(({ address }) => address).join(', ')
      table.row([since.toISOString(), workspace, form, to, subject ?? '', reason ?? 'It is its turn.'])
    }
    table.render()
  }
}

interface WaitingMail {
  id: string
  workspace: string
  form: string
  /** null until the mail was written */
  recipients: { address: string }[] | null
  subject: string | null
  created_at: Date
  reason: string | null
}
