/** What looks like chance, the same for everybody. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, less than 1 (mulberry32, by Tommy Ettinger, in the public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** Whether something of this likelihood happens. */
  is(likelihood: number): boolean {
    return this.next() < likelihood
  }

  /** A whole number from the first to the second. */
  from(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** One of these. Throws where there is none. */
  one<T>(of: readonly T[]): T {
    return this.weighted(of.map((one) => [one, 1]))
  }

  /** One of these, each as likely as its weight says. Throws where there is none. */
  weighted<T>(of: readonly (readonly [T, number])[]): T {
    let left = this.next() * of.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [one, weight] of of) if ((left -= weight) < 0) return one
    throw new Error('There is nothing to choose from.')
  }

  /** So many of these, in any order. */
  some<T>(of: readonly T[], count: number): T[] {
    const left = [...of]
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(Math.floor(this.next() * left.length), 1),
    ).flat()
  }
}
