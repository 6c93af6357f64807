import { FIRST_PAGE } from '../document/document.ts'
import type { Prepared } from './prepared.ts'
import type { Changes } from './response.ts'

/** What a change changed, noted by places: ids are looked up only by those who ask. */
export class NotedChanges implements Changes {
  readonly #prepared: Prepared
  readonly #noted: Uint8Array
  /** places of the owners, in the order in which they changed */
  readonly #places: number[] = []

  constructor(prepared: Prepared) {
    this.#prepared = prepared
    this.#noted = new Uint8Array(prepared.plan.blocks.length + 1)
  }

  note(place: number): void {
    if (this.#noted[place] === 1) return
    this.#noted[place] = 1
    this.#places.push(place)
  }

  /** Notes all whose state shows one of these nodes. */
  noteOwners(nodes: readonly number[]): void {
    const { newest, items, before } = this.#prepared.owners
    for (const node of nodes) {
      for (let at = newest[node]; at >= 0; at = before[at]) this.note(items[at])
    }
  }

  hasPlace(place: number): boolean {
    return this.#noted[place] === 1
  }

  *[Symbol.iterator](): Iterator<string> {
    const { blocks } = this.#prepared.plan
    for (const place of this.#places) yield blocks[place]?.id ?? FIRST_PAGE
  }
}
