import type { Value } from '../../plugins/kit/value.ts'
import type { Result, Scope } from '../logic/interpreter/expression.ts'
import type { Prepared } from './prepared.ts'

function same(a: Result, b: Result): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Value, at) => same(item, b[at]))
  return a === b || Object.is(a, b)
}

/**
 * The values of a plan's nodes, kept right. Nodes are numbered so that each reads only lower ones: what a change
 * reaches is worked off in one sweep upwards over a set of bits, each node once, whatever the depth of the form.
 */
export class Network {
  readonly #prepared: Prepared
  readonly #scope: Scope
  readonly #waiting: Uint32Array

  constructor(prepared: Prepared, scope: Scope) {
    this.#prepared = prepared
    this.#scope = scope
    this.#waiting = new Uint32Array((prepared.nodes.length >>> 5) + 1)
  }

  /** Works out every node. */
  start(): void {
    const { nodes } = this.#prepared
    const scope = this.#scope
    for (let node = 0; node < nodes.length; node++) scope.values[node] = nodes[node](scope)
  }

  /** Works out these nodes and whatever depends on what changed; gives every node that did. */
  change(first: Uint32Array): number[] {
    const changed: number[] = []
    const { nodes, readers } = this.#prepared
    const { values } = this.#scope
    const waiting = this.#waiting
    let word = waiting.length
    for (const node of first) {
      this.#wait(node)
      word = Math.min(word, node >>> 5)
    }
    for (; word < waiting.length; word++) {
      while (waiting[word] !== 0) {
        const lowest = waiting[word] & -waiting[word]
        waiting[word] ^= lowest
        const node = (word << 5) + 31 - Math.clz32(lowest)
        const value = nodes[node](this.#scope)
        if (same(value, values[node])) continue
        values[node] = value
        changed.push(node)
        for (let at = readers.from[node]; at < readers.from[node + 1]; at++) this.#wait(readers.items[at])
      }
    }
    return changed
  }

  #wait(node: number): void {
    this.#waiting[node >>> 5] |= 1 << (node & 31)
  }
}
