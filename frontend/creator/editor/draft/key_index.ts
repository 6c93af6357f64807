import type { Content } from '../../../../api_types/drafts.ts'
import type { TakenKeys } from '../../../../engine/document/keys.ts'
import { addressesIn } from '../../../../engine/logic/references.ts'

/** Which blocks have which keys, and whose labels mention them. */
export class KeyIndex {
  /** the blocks that have a key: one, but for moments */
  #keys = new Map<string, Set<string>>()
  /** the blocks whose labels mention a block */
  #mentions = new Map<string, Set<string>>()
  /** keys that fields have had in published versions, with the ids of these fields */
  former: Readonly<Record<string, string>> = {}

  /** The block that has this key. */
  idOf(key: string): string | undefined {
    const [id] = this.#keys.get(key) ?? []
    return id
  }

  /** The keys that a block may not have: other blocks have them, or had them when they were published. */
  besides(block: string | undefined): TakenKeys {
    return {
      has: (key) => {
        const owners = this.#keys.get(key)
        if (owners && (owners.size > 1 || block === undefined || !owners.has(block))) return true
        return Object.hasOwn(this.former, key) && this.former[key] !== block
      },
    }
  }

  /** The keys are their fields' for good. */
  published(): void {
    const keys = [...this.#keys.keys()].flatMap((key) => [[key, this.idOf(key) ?? '']])
    this.former = { ...Object.fromEntries(keys), ...this.former }
  }

  /** Takes in what became of a block. Whether its key or its label is another. */
  change(id: string, old: Content | undefined, now: Content | undefined): boolean {
    if (old?.key === now?.key && old?.label === now?.label) return false
    if (old?.key !== now?.key) {
      if (typeof old?.key === 'string') remove(this.#keys, old.key, id)
      if (typeof now?.key === 'string') add(this.#keys, now.key, id)
    }
    for (const named of mentionedIn(old)) remove(this.#mentions, named, id)
    for (const named of mentionedIn(now)) add(this.#mentions, named, id)
    return true
  }

  /** A block, and all that are called otherwise when it is: their labels mention it, or each other. */
  calledLike(id: string, found = new Set<string>()): ReadonlySet<string> {
    if (found.has(id)) return found
    found.add(id)
    for (const other of this.#mentions.get(id) ?? []) this.calledLike(other, found)
    return found
  }
}

function mentionedIn(content: Content | undefined): string[] {
  const label = content?.label
  return typeof label === 'string' ? addressesIn(label).flatMap((address) => address.split('.')) : []
}

function add(sets: Map<string, Set<string>>, name: string, id: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(id))
}

function remove(sets: Map<string, Set<string>>, name: string, id: string): void {
  const set = sets.get(name)
  set?.delete(id)
  if (set?.size === 0) sets.delete(name)
}
