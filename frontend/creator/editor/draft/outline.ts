import { inDocumentOrder } from '../../../../engine/document/order.ts'
import { isSettingsKind } from './row.ts'

interface OutlineRow {
  id: string
  kind: string
  parent: string | null
  position: string
}

const NONE: readonly string[] = []

/** Which block stands where: the order of the page, and what stands in which section. */
export class Outline {
  readonly #isSection: (kind: string) => boolean
  #order = NONE
  #parents: ReadonlyMap<string, string> = new Map()
  #children: ReadonlyMap<string | null, readonly string[]> = new Map()

  /** `isSection`: of a kind, whether its blocks hold others. */
  constructor(isSection: (kind: string) => boolean) {
    this.#isSection = isSection
  }

  /** Reads all rows anew. Lists in which nothing changed stay the same arrays. */
  read(rows: Iterable<OutlineRow>): void {
    const blocks = [...rows].filter((row) => !isSettingsKind(row.kind))
    const ordered = inDocumentOrder(blocks, ({ id }) => id, this.#isSection)
    const children = new Map<string | null, string[]>([[null, []]])
    for (const { row } of ordered) if (this.#isSection(row.kind)) children.set(row.id, [])
    for (const { row, parent } of ordered) children.get(parent ?? null)?.push(row.id)
    const before = this.#children
    this.#order = kept(
      this.#order,
      ordered.map(({ row }) => row.id),
    )
    this.#parents = new Map(
      ordered.flatMap(({ row, parent }) => (parent === undefined ? [] : [[row.id, parent]])),
    )
    this.#children = new Map([...children].map(([id, list]) => [id, kept(before.get(id) ?? NONE, list)]))
  }

  /** All blocks, those of a section directly behind it. */
  get order(): readonly string[] {
    return this.#order
  }

  /** The section that a block stands in; null at the top. */
  parentOf(id: string): string | null {
    return this.#parents.get(id) ?? null
  }

  /** The blocks of a section (null: those at the top), in order. */
  childrenOf(parent: string | null): readonly string[] {
    return this.#children.get(parent) ?? NONE
  }
}

function kept(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.length === now.length && before.every((id, index) => id === now[index]) ? before : now
}
