import { args, BaseCommand } from '@adonisjs/core/ace'
import { fileURLToPath } from 'node:url'
import { makeField } from '../app/plugins/make_field.ts'
import { PluginNameError } from '../app/plugins/make_folder.ts'
import { PluginError } from '#app/plugins/scan'

/** `node ace make:field NAME`: a new kind of field that works before a line is changed. */
export default class MakeField extends BaseCommand {
  static override commandName = 'make:field'
  static override description = 'Make the folder of a new kind of field'
  static override help = [
    'Writes plugins/fields/NAME, ready to be used and changed:',
    '{{ binaryName }} make:field fruit-basket',
  ]

  @args.string({ description: 'Its kind: a-z, 0-9 and hyphens' })
  declare name: string

  override async run(): Promise<void> {
    try {
      for (const file of makeField(fileURLToPath(this.app.appRoot), this.name))
        this.logger.action(`create ${file}`).succeeded()
    } catch (error) {
      if (!(error instanceof PluginNameError) && !(error instanceof PluginError)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
      return
    }
    this.logger.info('Restart the server to see it in the palette. What each file is for: docs/plugins.md')
  }
}
