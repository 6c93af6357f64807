export interface GatheringOptions {
  /** how many go together at most */
  most: number
  /** and what they may weigh; one that is heavier by itself goes alone */
  heaviest: number
  /** how many groups are under way as a rule */
  abreast: number
  /** a group that takes longer than this does not hold up the next any more */
  patienceMs: number
  /** how many groups may be under way even then */
  atOnce: number
}

interface Asked<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does alike things together: what is asked for while a group is under way becomes the next group. Nobody waits for
 * company, so that what comes alone is done alone and at once. Where two groups go abreast, the second one begins as soon
 * as it is as large as the first: half of a rush is being stored while the other half is being read.
 */
export class Gathering<Item extends { name: string; weight: number }, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #options: GatheringOptions
  #waiting: Asked<Item, Result>[] = []
  #underWay = 0
  /** how many things are in the groups under way */
  #things = 0
  #begun = 0

  /** `work` answers with one result for each item, in their order. Two items of the same name never come together. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, options: GatheringOptions) {
    this.#work = work
    this.#options = options
  }

  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#next()
    })
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0
  }

  #next(): void {
    if (this.#waiting.length === 0 || !this.#mayBegin()) return
    const group = this.#group()
    this.#underWay++
    this.#things += group.length
    this.#begun = performance.now()
    void this.#do(group).finally(() => {
      this.#underWay--
      this.#things -= group.length
      this.#next()
    })
  }

  #mayBegin(): boolean {
    const { abreast, patienceMs, atOnce } = this.#options
    if (this.#underWay === 0) return true
    if (this.#underWay < abreast && this.#waiting.length >= this.#things) return true
    return this.#underWay < atOnce && performance.now() - this.#begun > patienceMs
  }

  /** Takes the next group out of those who wait. */
  #group(): Asked<Item, Result>[] {
    const { most, heaviest } = this.#options
    const names = new Set<string>()
    let weight = 0
    let count = 0
    for (const { item } of this.#waiting) {
      weight += item.weight
      if (count === most || names.has(item.name) || (count > 0 && weight > heaviest)) break
      names.add(item.name)
      count++
    }
    return this.#waiting.splice(0, count)
  }

  async #do(group: readonly Asked<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(group.map(({ item }) => item))
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (group.length === 1) return group[0]?.reject(error)
      // One of them may be the cause: the others must not fail with it.
      await Promise.all(group.map((one) => this.#do([one])))
    }
  }
}
