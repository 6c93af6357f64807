import type { ApplicationService } from '@adonisjs/core/types'
import { fileURLToPath } from 'node:url'
import { plugins } from '../app/plugins/registry.ts'

/**
 * Loads every plugin before anything is served. A field or layout block that cannot be used stops the boot with its
 * paths; an integration counts as removed, which is said here.
 */
export default class PluginsProvider {
  protected app: ApplicationService

  constructor(app: ApplicationService) {
    this.app = app
  }

  async boot(): Promise<void> {
    await plugins.load(fileURLToPath(this.app.appRoot))
    const logger = await this.app.container.make('logger')
    for (const { kind, reason } of plugins.unusable()) {
      logger.error({ integration: kind, reason }, 'an integration cannot be used, and counts as removed')
    }
  }
}
