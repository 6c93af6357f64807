import type { ApplicationService } from '@adonisjs/core/types'

/** Keeps the web process writing the exports that are asked for, and those another process left behind. */
export default class ExportsProvider {
  protected app: ApplicationService
  #stopped: Promise<void> | undefined

  constructor(app: ApplicationService) {
    this.app = app
  }

  async ready(): Promise<void> {
    const { startExports, stopExports } = await import('#app/submissions/export_loop')
    startExports()
    this.app.terminating(() => {
      this.#stopped = stopExports()
    })
  }

  async shutdown(): Promise<void> {
    await this.#stopped
  }
}
