import logger from '@adonisjs/core/services/logger'
import { isAway } from '#app/http/outage'

/** What goes on during an outage is told once in so long, in milliseconds. */
const TOLD_EACH = 60_000

/**
 * The log of work that comes round by itself. While the database is away each round fails of the same: that is told once a
 * minute, with how often it happened since, and once when it is over. Any other failure is told each time.
 */
export class OutageLog {
  readonly #message: string
  #times = 0
  #toldAt = -Infinity
  /** the outage was told, and its end was not */
  #away = false

  constructor(message: string) {
    this.#message = message
  }

  failed(error: unknown, about: Record<string, unknown> = {}): void {
    if (!isAway(error)) {
      logger.error({ err: error, ...about }, this.#message)
      return
    }
    this.#times += 1
    // not the time of day, which may be set back by an hour
    const now = performance.now()
    if (now < this.#toldAt + TOLD_EACH) return
    logger.warn({ err: error, ...about, times: this.#times }, this.#message)
    this.#times = 0
    this.#toldAt = now
    this.#away = true
  }

  worked(): void {
    if (!this.#away) return
    logger.info({ after: this.#message, times: this.#times }, 'the database is back')
    this.#times = 0
    this.#away = false
  }
}
