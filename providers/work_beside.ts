import { setTimeout as sleep } from 'node:timers/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { OutageLog } from '#app/http/outage_log'

/** Loading what works beside requests takes as long as the first answers do: these go first, by so many milliseconds. */
const FIRST_ANSWERS = 500

/** Begins it; answers how it is stopped. */
type Begin = () => Promise<() => Promise<void>>

/** What a process does beside its requests, from shortly after it serves until it ends. */
export class WorkBeside {
  readonly #leaving = new AbortController()
  readonly #begun: Promise<(() => Promise<void>) | undefined>
  #stopped: Promise<void> | undefined

  constructor(begin: Begin) {
    this.#begun = this.#until(begin)
  }

  /** Stops it, or keeps it from beginning; resolves when it is through. */
  stop(): Promise<void> {
    this.#leaving.abort()
    return (this.#stopped ??= this.#begun.then((end) => end?.()))
  }

  /** Tries until it has begun: the database may be away just then, and comes back. */
  async #until(begin: Begin): Promise<(() => Promise<void>) | undefined> {
    const { signal } = this.#leaving
    const log = new OutageLog('what works beside the requests could not begin; it is tried again')
    while (!signal.aborted) {
      await sleep(FIRST_ANSWERS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return undefined
      try {
        const end = await begin()
        log.worked()
        return end
      } catch (error) {
        log.failed(error)
      }
    }
    return undefined
  }
}

/** Of a process that works beside its requests: that stops while they drain, and is through before the connections close. */
export abstract class WorkBesideProvider {
  #work: WorkBeside | undefined

  constructor(protected app: ApplicationService) {}

  /** Begins the work; answers how it is stopped. */
  protected abstract begin(): Promise<() => Promise<void>>

  ready(): void {
    const work = new WorkBeside(() => this.begin())
    this.app.terminating(() => void work.stop())
    this.#work = work
  }

  async shutdown(): Promise<void> {
    await this.#work?.stop()
  }
}
