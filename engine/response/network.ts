import type { Result, Scope } from '../logic/interpreter/expression.ts'
import { isBigDecimal } from '../logic/interpreter/numbers.ts'
import type { Lists, PreparedPlan } from './prepared.ts'

/** Whether two results are alike. */
export function same(a: Result, b: Result): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => same(item, b[at]))
  if (isBigDecimal(a) && isBigDecimal(b)) return a.coefficient === b.coefficient && a.exponent === b.exponent
  return a === b || Object.is(a, b)
}

/**
 * The values of a plan's nodes, kept right. Nodes are numbered so that each reads only lower ones: what a change
 * reaches is worked off in one sweep upwards over a set of bits, each node once, whatever the depth of the form.
 */
export class Network {
  readonly #prepared: PreparedPlan
  readonly #scope: Scope
  readonly #waiting: Uint32Array

  constructor(prepared: PreparedPlan, scope: Scope) {
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

  /** Works out the nodes that read the answer of a block, and whatever depends on what changed; gives every node that did. */
  change(block: number): number[] {
    const changed: number[] = []
    const { nodes, readers, fieldReaders } = this.#prepared
    const { values } = this.#scope
    const waiting = this.#waiting
    this.#wait(fieldReaders, block)
    for (let word = 0; word < waiting.length; word++) {
      while (waiting[word] !== 0) {
        const lowest = waiting[word] & -waiting[word]
        waiting[word] ^= lowest
        const node = (word << 5) + 31 - Math.clz32(lowest)
        const value = nodes[node](this.#scope)
        if (same(value, values[node])) continue
        values[node] = value
        changed.push(node)
        this.#wait(readers, node)
      }
    }
    return changed
  }

  #wait({ newest, items, before }: Lists, list: number): void {
    for (let at = newest[list]; at >= 0; at = before[at])
      this.#waiting[items[at] >>> 5] |= 1 << (items[at] & 31)
  }
}
