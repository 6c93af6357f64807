import { setTimeout as sleep } from 'node:timers/promises'
import type { OutageLog } from '#app/http/outage_log'

/** What one round did: there is more to do at once, or nothing until something happens. */
export type Round = 'more' | 'idle'

export interface LoopOptions {
  /** how often to look for what nobody announced */
  pollMs: number
  /** how far apart rounds begin at least, so that many small wakes make few rounds; asked after each */
  paceMs: () => number
  log: Pick<OutageLog, 'failed' | 'worked'>
}

/**
 * Repeats a piece of work: again at once while there is more, otherwise when woken or when it is time to look. Rounds
 * never overlap. A round that throws is reported and followed by a pause.
 */
export class Loop {
  readonly #work: () => Promise<Round>
  readonly #options: LoopOptions
  #stopped = false
  #woken = false
  #wakeUp: (() => void) | undefined
  #running: Promise<void> | undefined

  constructor(work: () => Promise<Round>, options: LoopOptions) {
    this.#work = work
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  wake(): void {
    this.#woken = true
    this.#wakeUp?.()
  }

  /** Resolves when the round that runs has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wakeUp?.()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      // not the time of day, which may be set back by an hour
      const began = performance.now()
      this.#woken = false
      const round = await this.#round()
      if (round === 'more') continue
      if (!this.#woken) await this.#rest()
      const left = began + this.#options.paceMs() - performance.now()
      if (left > 0 && !this.#stopped) await sleep(left)
    }
  }

  async #round(): Promise<Round> {
    try {
      const round = await this.#work()
      this.#options.log.worked()
      return round
    } catch (error) {
      this.#options.log.failed(error)
      await sleep(Math.min(this.#options.pollMs, 1_000))
      return 'idle'
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped) return resolve()
      const timer = setTimeout(resolve, this.#options.pollMs)
      this.#wakeUp = () => {
        this.#wakeUp = undefined
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
