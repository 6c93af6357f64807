import type { ApplicationService } from '@adonisjs/core/types'

const EVERY = 3600_000

/** Removes what has run out, once an hour, while the server runs. */
export default class HousekeepingProvider {
  private timer: NodeJS.Timeout | undefined

  constructor(protected app: ApplicationService) {}

  async ready() {
    const { sweepSessions } = await import('#app/accounts/session_table')
    const logger = await this.app.container.make('logger')
    const sweep = () => {
      sweepSessions().catch((error: unknown) =>
        logger.error({ err: error }, 'old sessions could not be removed'),
      )
    }
    sweep()
    this.timer = setInterval(sweep, EVERY)
    this.timer.unref()
  }

  async shutdown() {
    clearInterval(this.timer)
  }
}
