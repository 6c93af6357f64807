import { LRUCache } from 'lru-cache'
import type { Place } from '#app/http/fair_queue'

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
