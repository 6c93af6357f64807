/** So long, in milliseconds, work is begun and goes on in a turn of the event loop; the rest does in the next ones. */
const SLICE_MS = 4

/** In so many milliseconds half of what somebody has taken is forgotten. */
const HALF_LIFE_MS = 100

/** What is as good as nothing, in milliseconds. */
const NOTHING_MS = 0.1

/** Where work waits. */
export interface Place {
  /** a form, a workspace or a part of the application, as the address of a request says it */
  line: string
  /** the workspace or the part of the application; empty where none is known */
  owner: string
}

/** The line of what was begun: it goes on before more of the same owner begins. */
const UNDER_WAY = ''

/** What waits in a line, in the order in which it came. */
type Line = (() => void)[]

/**
 * Lets requests begin and go on, for some milliseconds in each turn of the event loop. A thousand that come, or have their
 * answer from the database, in the same moment would be one turn otherwise, in which nobody is answered. Next is the
 * workspace that has taken the least time lately, and of its forms each has its turn (fair queueing): whoever asks for
 * something else than a crowd does, does not stand behind it.
 */
export class FairQueue {
  /** by owner, and by what they are about */
  readonly #lines = new Map<string, Map<string, Line>>()
  /** milliseconds that owners have taken lately */
  readonly #taken = new Map<string, number>()
  #forgotAt = performance.now()
  #isOpen = false

  /** Lets a request, or a piece of work, begin when it is its turn. */
  enter({ line: name, owner }: Place, begin: () => void): void {
    const lines = this.#lines.get(owner) ?? new Map<string, Line>()
    const line = lines.get(name)
    if (line) line.push(begin)
    else this.#lines.set(owner, lines.set(name, [begin]))
    if (this.#isOpen) return
    this.#isOpen = true
    this.#openSoon()
  }

  /** Lets what was begun go on, in its owner's turn. */
  goOn(owner: string, next: () => void): void {
    this.enter({ line: UNDER_WAY, owner }, next)
  }

  /** The turn of this owner, for what was begun. */
  next(owner: string): Promise<void> {
    return new Promise((resolve) => this.goOn(owner, resolve))
  }

  #openSoon(): void {
    setImmediate(() => {
      this.#forget()
      this.#admit(performance.now() + SLICE_MS)
    })
  }

  /** Lets one in, and the next when that one has done all it does at once: its promises go on before the next tick. */
  #admit(until: number): void {
    const start = performance.now()
    const owner = this.#next()
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + performance.now() - start)
        this.#admitMore(until)
      }),
    )
    this.#leaveLine(owner)?.()
  }

  /** Who has taken least of those who wait. */
  #next(): string {
    let next = ''
    let least = Infinity
    for (const owner of this.#lines.keys()) {
      const taken = this.#taken.get(owner) ?? 0
      if (taken >= least) continue
      least = taken
      next = owner
    }
    return next
  }

  /** The first one of the line whose turn it is. */
  #leaveLine(owner: string): (() => void) | undefined {
    const lines = this.#lines.get(owner) ?? new Map<string, Line>()
    const [[first]] = lines
    const name = lines.has(UNDER_WAY) ? UNDER_WAY : first
    const line = lines.get(name) ?? []
    const begin = line.shift()
    lines.delete(name)
    if (line.length > 0) lines.set(name, line)
    if (lines.size === 0) this.#lines.delete(owner)
    return begin
  }

  #forget(): void {
    const now = performance.now()
    const left = 0.5 ** ((now - this.#forgotAt) / HALF_LIFE_MS)
    this.#forgotAt = now
    for (const [owner, taken] of this.#taken) {
      if (taken * left < NOTHING_MS) this.#taken.delete(owner)
      else this.#taken.set(owner, taken * left)
    }
  }

  #admitMore(until: number): void {
    if (this.#lines.size === 0) this.#isOpen = false
    else if (performance.now() < until) this.#admit(until)
    else this.#openSoon()
  }
}

/** The one of the process. */
export const fairQueue = new FairQueue()
