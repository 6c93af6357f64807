import { LRUCache } from 'lru-cache'

/** So long, in milliseconds, requests are begun in a turn of the event loop; the others are in the next ones. */
const SLICE_MS = 4

/** In so many milliseconds half of what a workspace has taken is forgotten. */
const HALF_LIFE_MS = 100

/** What is as good as nothing, in milliseconds. */
const NOTHING_MS = 0.1

/** Of which workspace a form or a workspace is that an address named, by its name there. */
const owners = new LRUCache<string, string>({ max: 10_000 })

/** Notes that a name in addresses, of a form or of a workspace, leads to something of this workspace. */
export function noteOwner(name: string, workspaceId: string): void {
  if (owners.get(name) !== workspaceId) owners.set(name, workspaceId)
}

/** The forms, or the workspaces, and the name of one of them; or another part of the application. */
const ABOUT = /^(\/(?:api\/)?(?:forms|workspaces))\/([^/?]+)|^\/(?:api\/)?[^/?]*/

/** Where a request waits. */
interface Place {
  /** the form, the workspace or the part of the application that it is about */
  line: string
  /** the workspace that it is for; empty where none is known */
  owner: string
}

/** Where a request for this address waits. All names that nobody has found something by share one line. */
export function placeOf(url: string): Place {
  const [about = '', part, name = ''] = ABOUT.exec(url) ?? []
  const owner = owners.get(name)
  return owner === undefined ? { line: part ?? about, owner: '' } : { line: about, owner }
}

/** Requests for one form, or one part of the application, in the order in which they came. */
interface Line {
  owner: string
  begins: (() => void)[]
}

/**
 * Lets requests begin, a few in each turn of the event loop. A thousand that come in the same moment would be one turn
 * otherwise, in which nobody is answered; what is under way goes on between two slices. Next is the workspace that has taken
 * the least time lately, and of its forms each has its turn (fair queueing): whoever asks for something else than a crowd
 * does, does not stand behind it.
 */
export class Entrance {
  readonly #lines = new Map<string, Line>()
  /** milliseconds that workspaces have taken lately */
  readonly #taken = new Map<string, number>()
  #forgotAt = performance.now()
  #isOpen = false

  enter({ line: name, owner }: Place, begin: () => void): void {
    const line = this.#lines.get(name)
    if (line) line.begins.push(begin)
    else this.#lines.set(name, { owner, begins: [begin] })
    if (this.#isOpen) return
    this.#isOpen = true
    this.#openSoon()
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
    const [name, line] = this.#next()
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#taken.set(line.owner, (this.#taken.get(line.owner) ?? 0) + performance.now() - start)
        this.#goOn(until)
      }),
    )
    const begin = line.begins.shift()
    this.#lines.delete(name)
    if (line.begins.length > 0) this.#lines.set(name, line)
    begin?.()
  }

  /** The first line of the workspace that has taken least. */
  #next(): [string, Line] {
    let [next] = this.#lines
    let least = Infinity
    for (const one of this.#lines) {
      const taken = this.#taken.get(one[1].owner) ?? 0
      if (taken >= least) continue
      least = taken
      next = one
    }
    return next
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

  #goOn(until: number): void {
    if (this.#lines.size === 0) this.#isOpen = false
    else if (performance.now() < until) this.#admit(until)
    else this.#openSoon()
  }
}
