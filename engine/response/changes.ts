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
    this.#noted = new Uint8Array(prepared.names.length)
  }

  note(place: number): void {
    if (this.#noted[place] === 1) return
    this.#noted[place] = 1
    this.#places.push(place)
  }

  /** Notes all whose state shows one of these nodes. */
  noteOwners(nodes: readonly number[]): void {
    const { ownersFrom, owners } = this.#prepared
    for (const node of nodes) {
      for (let at = ownersFrom[node]; at < ownersFrom[node + 1]; at++) this.note(owners[at])
    }
  }

  get size(): number {
    return this.#places.length
  }

  hasPlace(place: number): boolean {
    return this.#noted[place] === 1
  }

  has(block: string): boolean {
    const place = this.#prepared.nameAt(block)
    return place !== undefined && this.hasPlace(place)
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const place of this.#places) yield this.#prepared.names[place]
  }
}
