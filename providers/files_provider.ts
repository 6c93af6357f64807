import type { ApplicationService } from '@adonisjs/core/types'

const EVERY = 30 * 60 * 1000

/** Collects files nobody claimed, in the web process, every half hour. */
export default class FilesProvider {
  #timer: NodeJS.Timeout | undefined

  constructor(protected app: ApplicationService) {}

  async ready(): Promise<void> {
    const { collectLeftovers } = await import('#app/files/collector')
    const logger = await this.app.container.make('logger')
    this.#timer = setInterval(() => {
      collectLeftovers().catch((error: unknown) =>
        logger.error({ err: error }, 'leftovers were not collected'),
      )
    }, EVERY)
    this.#timer.unref()
  }

  async shutdown(): Promise<void> {
    clearInterval(this.#timer)
  }
}
