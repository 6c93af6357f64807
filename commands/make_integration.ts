import { args, BaseCommand } from '@adonisjs/core/ace'
import { fileURLToPath } from 'node:url'
import { makeIntegration } from '../app/plugins/make_integration.ts'
import { PluginNameError } from '../app/plugins/make_folder.ts'
import { PluginError } from '#app/plugins/scan'

/** `node ace make:integration NAME`: a new kind of integration that works before a line is changed. */
export default class MakeIntegration extends BaseCommand {
  static override commandName = 'make:integration'
  static override description = 'Make the folder of a new kind of integration'
  static override help = [
    'Writes plugins/integrations/NAME, ready to be used and changed:',
    '{{ binaryName }} make:integration carrier-pigeon',
  ]

  @args.string({ description: 'Its kind: a-z, 0-9 and hyphens' })
  declare name: string

  override async run(): Promise<void> {
    try {
      for (const file of makeIntegration(fileURLToPath(this.app.appRoot), this.name))
        this.logger.action(`create ${file}`).succeeded()
    } catch (error) {
      if (!(error instanceof PluginNameError) && !(error instanceof PluginError)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
      return
    }
    this.logger.info('Restart the server to add it to a form. What each file is for: docs/plugins.md')
  }
}
