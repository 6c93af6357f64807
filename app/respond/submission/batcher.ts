export interface BatcherOptions {
  /** how many go together at most */
  maxItems: number
  /** and how large they may be together; one that is larger by itself goes alone */
  maxBytes: number
  /** how many batches are under way as a rule */
  concurrency: number
  /** a batch that takes longer than this does not hold up the next any more */
  slowMs: number
  /** how many batches may be under way even then */
  maxConcurrency: number
}

interface WaitingItem<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does alike things together: what is asked for while a batch is under way becomes the next batch. Nobody waits for
 * company, so that what comes alone is done alone and at once. Where two batches run at a time, the second one begins as
 * soon as it is as large as the first: half of a rush is being stored while the other half is being read.
 */
export class Batcher<Item extends { name: string; bytes: number }, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #options: BatcherOptions
  #waiting: WaitingItem<Item, Result>[] = []
  #batches = 0
  /** how many things are in the batches under way */
  #things = 0
  #begun = 0

  /** `work` answers with one result for each item, in their order. Two items of the same name never come together. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, options: BatcherOptions) {
    this.#work = work
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#next()
    })
  }

  get isIdle(): boolean {
    return this.#batches === 0 && this.#waiting.length === 0
  }

  #next(): void {
    if (this.#waiting.length === 0 || !this.#canBegin()) return
    const batch = this.#batch()
    this.#batches++
    this.#things += batch.length
    this.#begun = performance.now()
    void this.#do(batch).finally(() => {
      this.#batches--
      this.#things -= batch.length
      this.#next()
    })
  }

  #canBegin(): boolean {
    const { concurrency, slowMs, maxConcurrency } = this.#options
    if (this.#batches === 0) return true
    if (this.#batches < concurrency && this.#waiting.length >= this.#things) return true
    return this.#batches < maxConcurrency && performance.now() - this.#begun > slowMs
  }

  /** Takes the next batch out of those who wait. */
  #batch(): WaitingItem<Item, Result>[] {
    const { maxItems, maxBytes } = this.#options
    const names = new Set<string>()
    let bytes = 0
    let count = 0
    for (const { item } of this.#waiting) {
      bytes += item.bytes
      if (count === maxItems || names.has(item.name) || (count > 0 && bytes > maxBytes)) break
      names.add(item.name)
      count++
    }
    return this.#waiting.splice(0, count)
  }

  async #do(batch: readonly WaitingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error)
      // One of them may be the cause: the others must not fail with it.
      await Promise.all(batch.map((one) => this.#do([one])))
    }
  }
}
