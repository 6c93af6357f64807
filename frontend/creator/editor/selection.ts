/** Which blocks are chosen. Listeners subscribe to one block, so that choosing one of 500 redraws two. */
export class Selection {
  #ids: ReadonlySet<string> = new Set()
  /** where a range with Shift begins */
  #anchor: string | undefined
  /** the one that arrows move from and settings are shown of */
  #current: string | undefined
  #listeners = new Map<string, Set<() => void>>()
  #anyListeners = new Set<() => void>()

  current = (): string | undefined => this.#current
  ids = (): ReadonlySet<string> => this.#ids
  has = (id: string): boolean => this.#ids.has(id)

  /** Calls back whenever the choice of this block changes. */
  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Calls back after every change. */
  subscribeAll = (listener: () => void): (() => void) => {
    this.#anyListeners.add(listener)
    return () => this.#anyListeners.delete(listener)
  }

  /** Chooses one block alone. */
  only(id: string): void {
    this.#anchor = id
    this.#set([id], id)
  }

  /** Chooses several; the last one is the current one. */
  several(ids: readonly string[]): void {
    this.#anchor = ids[0]
    this.#set(ids, ids.at(-1))
  }

  /** Chooses everything from where the range began to this block, in the page's order. */
  extendTo(id: string, order: readonly string[]): void {
    const from = order.indexOf(this.#anchor ?? id)
    const to = order.indexOf(id)
    if (from < 0 || to < 0) return this.only(id)
    this.#set(order.slice(Math.min(from, to), Math.max(from, to) + 1), id)
  }

  /** Adds one block to the chosen, or takes it out of them again. */
  toggle(id: string): void {
    this.#anchor = id
    if (!this.#ids.has(id)) return this.#set([...this.#ids, id], id)
    const left = [...this.#ids].filter((one) => one !== id)
    this.#set(left, left.at(-1))
  }

  /** Chooses nothing. */
  clear(): void {
    this.#anchor = undefined
    this.#set([], undefined)
  }

  /** Forgets blocks that are no longer part of the draft. */
  keepOnly(exists: (id: string) => boolean): void {
    const left = [...this.#ids].filter(exists)
    if (left.length === this.#ids.size) return
    this.#set(left, this.#current !== undefined && exists(this.#current) ? this.#current : left.at(-1))
  }

  #set(ids: readonly string[], current: string | undefined): void {
    const before = this.#ids
    const wasCurrent = this.#current
    this.#ids = new Set(ids)
    this.#current = current
    const changed = new Set<string | undefined>([wasCurrent, current])
    for (const id of before) if (!this.#ids.has(id)) changed.add(id)
    for (const id of this.#ids) if (!before.has(id)) changed.add(id)
    for (const id of changed) {
      if (id !== undefined) for (const listener of [...(this.#listeners.get(id) ?? [])]) listener()
    }
    for (const listener of [...this.#anyListeners]) listener()
  }
}
