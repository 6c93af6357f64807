import type { BaseCommand } from '@adonisjs/core/ace'
import { fileURLToPath } from 'node:url'
import { type MadeFamily, PluginNameError } from '@formwright/kit/cli/make_folder'
import { makePlugin } from './make_plugin.ts'
import { PluginError } from '#app/plugins/scan'

/** Makes the folder of a plugin and says what it wrote, or in a sentence why it did not. */
export function runMake(command: BaseCommand, family: MadeFamily, name: string, next: string): void {
  try {
    for (const file of makePlugin(fileURLToPath(command.app.appRoot), family, name))
      command.logger.action(`create ${file}`).succeeded()
  } catch (error) {
    if (!(error instanceof PluginNameError) && !(error instanceof PluginError)) throw error
    command.logger.error(error.message)
    command.exitCode = 1
    return
  }
  command.logger.info(`${next} What each file is for: docs/plugins.md`)
}
