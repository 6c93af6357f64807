import { OutboundError } from './errors.ts'

/** Limits how many calls go to one host at a time; the others wait their turn, in order, up to a limit. */
export class HostSlots {
  readonly #perHost: number
  readonly #hosts = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(perHost: number) {
    this.#perHost = perHost
  }

  /** Resolves with a function that gives the slot back; rejects when the signal fires first. */
  async take(host: string, signal: AbortSignal): Promise<() => void> {
    const state = this.#hosts.get(host) ?? { running: 0, waiting: [] }
    this.#hosts.set(host, state)
    if (state.running < this.#perHost) state.running++
    else await this.#wait(host, state.waiting, signal)
    let held = true
    return () => {
      if (held) this.#release(host, state)
      held = false
    }
  }

  #wait(host: string, waiting: (() => void)[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', abandon)
        resolve()
      }
      const abandon = () => {
        waiting.splice(waiting.indexOf(proceed), 1)
        reject(new OutboundError('E_OUTBOUND_BUSY', `Too many calls to ${host} are waiting for an answer.`))
      }
      if (signal.aborted) return reject(new OutboundError('E_OUTBOUND_STOPPED', 'The call was stopped.'))
      waiting.push(proceed)
      signal.addEventListener('abort', abandon, { once: true })
    })
  }

  #release(host: string, state: { running: number; waiting: (() => void)[] }): void {
    const next = state.waiting.shift()
    // the slot passes on without becoming free in between
    if (next) return next()
    state.running--
    if (state.running === 0) this.#hosts.delete(host)
  }
}
