/** What one round did: there is more to do at once, or nothing until something happens. */
export type Round = 'more' | 'idle'

/**
 * Repeats a piece of work: again at once while there is more, otherwise when woken, and every `pollMs` for what nobody
 * announced. Rounds never overlap. A round that throws is reported and followed by a pause.
 */
export class Loop {
  readonly #work: () => Promise<Round>
  readonly #pollMs: number
  readonly #report: (error: unknown) => void
  #stopped = false
  #woken = false
  #wakeUp: (() => void) | undefined
  #running: Promise<void> | undefined

  constructor(work: () => Promise<Round>, options: { pollMs: number; report: (error: unknown) => void }) {
    this.#work = work
    this.#pollMs = options.pollMs
    this.#report = options.report
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
      this.#woken = false
      const round = await this.#round()
      if (round === 'idle' && !this.#woken && !this.#stopped) await this.#rest()
    }
  }

  async #round(): Promise<Round> {
    try {
      return await this.#work()
    } catch (error) {
      this.#report(error)
      await new Promise((resolve) => setTimeout(resolve, Math.min(this.#pollMs, 1_000)))
      return 'idle'
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pollMs)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
