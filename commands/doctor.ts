import { BaseCommand } from '@adonisjs/core/ace'
import { fileURLToPath } from 'node:url'
import { plugins } from '../app/plugins/registry.ts'
import { PluginError } from '#app/plugins/scan'

/** `node ace doctor`: every plugin with its version and state; exit code 1 when one of them cannot be used. */
export default class Doctor extends BaseCommand {
  static override commandName = 'doctor'
  static override description = 'List the plugins of this server, and what keeps one from being used'

  override async run(): Promise<void> {
    try {
      await plugins.load(fileURLToPath(this.app.appRoot))
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
      return
    }
    const unusable = plugins.unusable()
    const table = this.ui.table().head(['Family', 'Kind', 'Version', 'Comes from', 'State'])
    const rows = [
      ...plugins.installed().map((plugin) => ({ ...plugin, state: 'in use' })),
      ...unusable.map((plugin) => ({ ...plugin, state: 'cannot be used' })),
    ]
    for (const { family, kind, version, from, folder, state } of rows)
      table.row([family, kind, String(version ?? '?'), from ?? folder, state])
    table.render()
    for (const { family, kind, reason } of unusable) this.logger.error(`${family}/${kind}: ${reason}`)
    if (unusable.length > 0) this.exitCode = 1
    else this.logger.success('Every plugin is in use.')
  }
}
