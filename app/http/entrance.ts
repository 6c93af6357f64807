import { LRUCache } from 'lru-cache'

/** So long, in milliseconds, requests are begun in a turn of the event loop; the others are in the next ones. */
const SLICE_MS = 4

/** In so many milliseconds half of what somebody has taken is forgotten. */
const HALF_LIFE_MS = 100

/** What is as good as nothing, in milliseconds. */
const NOTHING_MS = 0.1

/** So many lines there are for what nobody is known to own: one that is rushed upon does not stop the others. */
const UNKNOWN_LINES = 64

/** The forms, or the workspaces, and the name of one of them; or another part of the application. */
const ABOUT = /^(\/(?:api\/)?(?:forms|workspaces))\/([^/?]+)|^\/(?:api\/)?[^/?]*/

/** Of which workspace a form or a workspace is that an address named, by its name there. */
const owners = new LRUCache<string, string>({ max: 10_000 })

/** Parts of the application that have addresses, each of which is an owner by itself. */
const parts = new Set<string>()

/** Notes that a name in addresses, of a form or of a workspace, leads to something of this workspace. */
export function noteOwner(name: string, workspaceId: string): void {
  const known = name.toLowerCase()
  if (owners.get(known) !== workspaceId) owners.set(known, workspaceId)
}

/** Notes which addresses there are, as patterns of routes. */
export function noteParts(patterns: Iterable<string>): void {
  for (const pattern of patterns) {
    const [about = '', collection] = ABOUT.exec(pattern) ?? []
    parts.add(collection ?? about)
  }
}

/** Where a request waits. */
interface Place {
  /** a form, a workspace or a part of the application, as the address says it */
  line: string
  /** the workspace or the part of the application; empty where none is known */
  owner: string
}

/** Where a request for this address waits. */
export function placeOf(url: string): Place {
  const [about = '', , name] = ABOUT.exec(url) ?? []
  const owner = name === undefined ? parts.has(about) && about : owners.get(name.toLowerCase())
  if (owner) return { line: about.toLowerCase(), owner }
  // names can be made up without end
  return { line: String(sumOf(name ?? about) % UNKNOWN_LINES), owner: '' }
}

function sumOf(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
  return sum
}

/** The requests of a line, in the order in which they came. */
type Line = (() => void)[]

/**
 * Lets requests begin, a few in each turn of the event loop. A thousand that come in the same moment would be one turn
 * otherwise, in which nobody is answered; what is under way goes on between two slices. Next is the workspace that has taken
 * the least time lately, and of its forms each has its turn (fair queueing): whoever asks for something else than a crowd
 * does, does not stand behind it.
 */
export class Entrance {
  /** by owner, and by what they are about */
  readonly #lines = new Map<string, Map<string, Line>>()
  /** milliseconds that owners have taken lately */
  readonly #taken = new Map<string, number>()
  #forgotAt = performance.now()
  #isOpen = false

  enter({ line: name, owner }: Place, begin: () => void): void {
    const lines = this.#lines.get(owner) ?? new Map<string, Line>()
    const line = lines.get(name)
    if (line) line.push(begin)
    else this.#lines.set(owner, lines.set(name, [begin]))
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
    const owner = this.#next()
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + performance.now() - start)
        this.#goOn(until)
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
    const [[name, line]] = lines
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

  #goOn(until: number): void {
    if (this.#lines.size === 0) this.#isOpen = false
    else if (performance.now() < until) this.#admit(until)
    else this.#openSoon()
  }
}
