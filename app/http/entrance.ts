/** So long, in milliseconds, requests are begun in a turn of the event loop; the others are in the next ones. */
const SLICE_MS = 8

/** What a request is about: a form, or a part of the application. */
const ABOUT = /^\/(?:api\/)?(?:forms\/)?[^/?]*/

/** The line that a request for this address waits in: one for each form, so that each has its turn. */
export function lineOf(url: string): string {
  return ABOUT.exec(url)?.[0] ?? ''
}

/**
 * Lets requests begin, a few in each turn of the event loop. A thousand that come in the same moment would be one turn
 * otherwise, in which nobody is answered; what is under way goes on between two slices. Lines take turns: whoever asks for
 * something else than a crowd does, does not stand behind it.
 */
export class Entrance {
  readonly #lines = new Map<string, (() => void)[]>()
  #isOpen = false

  enter(name: string, begin: () => void): void {
    const line = this.#lines.get(name)
    if (line) line.push(begin)
    else this.#lines.set(name, [begin])
    if (this.#isOpen) return
    this.#isOpen = true
    this.#openSoon()
  }

  #openSoon(): void {
    setImmediate(() => this.#admit(performance.now() + SLICE_MS))
  }

  /** Lets one in, and the next when that one has done all it does at once: its promises go on before the next tick. */
  #admit(until: number): void {
    queueMicrotask(() => process.nextTick(() => this.#goOn(until)))
    const [[name, line]] = this.#lines
    const begin = line.shift()
    this.#lines.delete(name)
    if (line.length > 0) this.#lines.set(name, line)
    begin?.()
  }

  #goOn(until: number): void {
    if (this.#lines.size === 0) this.#isOpen = false
    else if (performance.now() < until) this.#admit(until)
    else this.#openSoon()
  }
}
