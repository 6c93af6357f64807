/**
 * Keeps the most recently used values, up to a total weight. A value that is too heavy by itself is kept alone: what
 * was just made is about to be used.
 */
export class Kept<T> {
  #entries = new Map<string, { value: T; weight: number }>()
  #weight = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: T, weight = 1): void {
    this.delete(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || oldest === key) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#weight -= entry.weight
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  get size(): number {
    return this.#entries.size
  }
}
