import type { ApplicationService } from '@adonisjs/core/types'
import { fileURLToPath } from 'node:url'
import { plugins } from '../app/plugins/registry.ts'

/** Loads every plugin before anything is served. A plugin that cannot be used stops the boot with its paths. */
export default class PluginsProvider {
  protected app: ApplicationService

  constructor(app: ApplicationService) {
    this.app = app
  }

  async boot(): Promise<void> {
    await plugins.load(fileURLToPath(this.app.appRoot))
  }
}
