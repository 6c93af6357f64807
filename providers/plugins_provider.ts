import type { ApplicationService } from '@adonisjs/core/types'
import inspector from 'node:inspector'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAULTS_FILE } from '../app/plugins/fault_counts.ts'
import { leftOutOfBuild } from '../app/plugins/left_out.ts'
import { missingKinds } from '../app/plugins/missing_kinds.ts'
import { plugins } from '../app/plugins/registry.ts'
import { watchMainThread } from '../app/plugins/stall_watch.ts'
import { STALLS_FILE, tooOftenStalled } from '../app/plugins/stalls.ts'
import { takeStrayFaults } from '../app/plugins/stray_faults.ts'

/** A main thread that has answered nobody for so long, for a plugin's sake, is ended with its process, in milliseconds. */
const STALL_MS = 10_000

/**
 * Loads every plugin before anything is served. One that cannot be used counts as removed, which is said here; two
 * plugins of one kind stop the boot with their paths.
 */
export default class PluginsProvider {
  protected app: ApplicationService

  constructor(app: ApplicationService) {
    this.app = app
  }

  async boot(): Promise<void> {
    const logger = await this.app.container.make('logger')
    plugins.onFault = ({ kind, version, member, error }) =>
      logger.error(
        { kind, version, member, err: error },
        'a plugin failed; the page and the submission went on',
      )
    const { default: env } = await import('#start/env')
    plugins.faults.keepIn(join(env.get('STORAGE_DIR'), FAULTS_FILE), (error) =>
      logger.warn({ err: error }, 'faults of plugins could not be written down'),
    )
    const environment = this.app.getEnvironment()
    if (environment === 'web')
      takeStrayFaults((error) => logger.error({ err: error }, 'a promise that nobody waits for failed'))
    else if (environment === 'console') takeStrayFaults()
    // while developing nothing is built before
    const root = fileURLToPath(this.app.appRoot)
    const leftOut = this.app.inDev ? [] : leftOutOfBuild(root)
    await plugins.load(root, [...leftOut, ...tooOftenStalled(join(env.get('STORAGE_DIR'), STALLS_FILE))])
    for (const { family, kind, version, from, reason } of plugins.unusable()) {
      logger.error({ family, kind, version, from, reason }, 'a plugin cannot be used, and counts as removed')
    }
  }

  /**
   * Ends the process for a plugin that gives the processor back to nobody, and says which; says, too, what is used and not there any more, as after
   * `npm uninstall`; nobody waits for either.
   */
  async ready(): Promise<void> {
    const { default: env } = await import('#start/env')
    if (this.app.getEnvironment() === 'web' && !this.app.inTest)
      watchMainThread({
        plugins: plugins.installed(),
        faultsFile: join(env.get('STORAGE_DIR'), FAULTS_FILE),
        stallsFile: join(env.get('STORAGE_DIR'), STALLS_FILE),
        patience: STALL_MS,
        // who sits at a debugger is not to be interrupted
        ends: this.app.inProduction && inspector.url() === undefined,
      })
    const url = env.get('DATABASE_OPERATOR_URL')
    if (this.app.getEnvironment() !== 'web' || url === undefined) return
    const logger = await this.app.container.make('logger')
    void missingKinds(url, plugins.installed()).then(
      (sentences) => sentences.forEach((sentence) => logger.warn(sentence)),
      (error: unknown) => logger.warn({ err: error }, 'kinds that are missing could not be looked for'),
    )
  }
}
