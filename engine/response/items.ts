import { MOST_ITEMS } from '@formwright/kit/address'
import type { Problem } from '@formwright/kit/problem'
import { FIRST_PAGE } from '../document/document.ts'
import type { ItemValues, Result, Scope } from '../logic/interpreter/expression.ts'
import type { Repeat } from '@formwright/kit/layout'
import type { PlanBlock } from '../plan/plan.ts'
import { same } from './network.ts'
import type { Lists, PreparedPlan } from './prepared.ts'
import type { Path } from './response.ts'
import { type Items, repeatWith } from './section_items.ts'

export { operations } from '../logic/interpreter/operations/items.ts'

const ITEM = /^[a-z][a-z0-9]{4,31}$/

/** A section that repeats, with its items by their slots, in order. */
interface Section {
  id: string
  place: number
  repeat: Repeat
  slots: number[]
  /** others than those that it begins with */
  changed: boolean
  /** nodes that each item has by itself */
  nodes: number[]
  /** ids and places of the blocks in it */
  blocks: { id: string; place: number }[]
}

/**
 * The items of a response's sections, and the values of its nodes, kept right as `Network` does. What is in an item stands
 * in its slot, a number from 1; 0 is outside of items. Nodes of a section have a value in each slot.
 */
class SectionItems implements Items, ItemValues {
  readonly #prepared: PreparedPlan
  readonly #scope: Scope
  readonly #size: number
  readonly #sections = new Map<number, Section>()
  /** by slot: the item's id, and the section it is in; undefined where a slot is free */
  readonly #ids: (string | undefined)[] = [undefined]
  readonly #free: number[] = []
  readonly #homes: Section[] = []
  readonly #slotOf = new Map<string, number>()
  /** by node, of nodes in sections: values by slot */
  readonly #columns: Result[][] = []
  readonly #waiting: Uint32Array
  /** by node, of nodes in sections: in which slots they wait */
  readonly #waitingSlots: (Set<number> | undefined)[] = []
  #slot = 0
  offset = 0

  constructor(prepared: PreparedPlan, scope: Scope, raws: Readonly<Record<Path, unknown>>) {
    const { plan } = prepared
    this.#prepared = prepared
    this.#scope = scope
    this.#size = plan.blocks.length + 1
    this.#waiting = new Uint32Array((plan.nodes.length >>> 5) + 1)
    for (const [place, { id, repeat }] of plan.blocks.entries()) {
      if (repeat === undefined) continue
      this.#sections.set(place, { id, place, repeat, slots: [], changed: false, nodes: [], blocks: [] })
    }
    for (const [place, { id, section = -1 }] of plan.blocks.entries())
      this.#sections.get(section)?.blocks.push({ id, place })
    for (const [node, section] of (plan.sections ?? []).entries()) {
      if (section < 0) continue
      this.#columns[node] = []
      this.#sections.get(section)?.nodes.push(node)
    }
    for (const section of this.#sections.values()) this.#begin(section, raws[section.id])
  }

  #begin(section: Section, given: unknown): void {
    section.changed = Array.isArray(given)
    const { min } = section.repeat
    const ids = Array.isArray(given) ? given : Array.from({ length: min }, (_, index) => `item${index + 1}`)
    // One more than there may be is enough to say that there are too many.
    for (const id of ids) if (section.slots.length <= MOST_ITEMS) this.#enter(section, id)
  }

  /** The slot of a new item; undefined when it cannot be called so. */
  #enter(section: Section, id: unknown, at = section.slots.length): number | undefined {
    if (typeof id !== 'string' || !ITEM.test(id) || this.#slotOf.has(`${section.id}.${id}`)) return undefined
    const slot = this.#free.pop() ?? this.#ids.length
    this.#ids[slot] = id
    this.#homes[slot] = section
    this.#slotOf.set(`${section.id}.${id}`, slot)
    section.slots.splice(at, 0, slot)
    return slot
  }

  // ---- what expressions read ----

  own(node: number): Result {
    return this.#columns[node][this.#slot]
  }

  list(node: number, section: number): Result[] {
    const column = this.#columns[node]
    const outside = this.#scope.values[node]
    return this.#at(section).slots.map((slot) => (column === undefined ? outside : column[slot]))
  }

  count(section: number): number {
    return this.#at(section).slots.length
  }

  #at(place: number): Section {
    const section = this.#sections.get(place)
    if (section === undefined) throw new Error(`No section at ${place}`)
    return section
  }

  #enterSlot(slot: number): void {
    this.#slot = slot
    this.offset = slot * this.#size
  }

  // ---- addresses ----

  get slots(): number {
    return this.#ids.length
  }

  spot(path: Path): number | undefined {
    const end = path.lastIndexOf('.')
    const whole = this.#slotOf.get(path)
    if (whole !== undefined) return this.#homes[whole].place + whole * this.#size
    const slot = this.#slotOf.get(path.slice(0, end))
    const place = slot === undefined ? undefined : this.#prepared.places.get(path.slice(end + 1))
    if (slot === undefined || place === undefined) return undefined
    return this.#prepared.plan.blocks[place].section === this.#homes[slot].place
      ? place + slot * this.#size
      : undefined
  }

  path(spot: number): Path {
    const place = spot % this.#size
    const slot = (spot - place) / this.#size
    const block = this.#prepared.plan.blocks[place]?.id ?? FIRST_PAGE
    if (slot === 0) return block
    const home = this.#homes[slot]
    const item = `${home.id}.${this.#ids[slot]}`
    return place === home.place ? item : `${item}.${block}`
  }

  value(node: number, spot: number): Result {
    const column = this.#columns[node]
    return column === undefined ? this.#scope.values[node] : column[Math.floor(spot / this.#size)]
  }

  pathsOf({ id, section, repeat }: PlanBlock): readonly Path[] {
    if (repeat === undefined) return section === undefined ? [id] : []
    const { slots, blocks } = this.#at(this.#prepared.places.get(id) ?? -1)
    return slots.flatMap((slot) => blocks.map((block) => `${id}.${this.#ids[slot]}.${block.id}`))
  }

  /** Too few or too many of them. */
  problem(place: number): Problem | undefined {
    const section = this.#sections.get(place)
    if (section === undefined) return undefined
    const { min, max } = section.repeat
    const { length } = section.slots
    if (length < min) return { code: 'too-few', params: { min } }
    return length > max ? { code: 'too-many', params: { max } } : undefined
  }

  // ---- items ----

  idsOf(place: number): readonly string[] {
    return this.#sections.get(place)?.slots.map((slot) => this.#ids[slot] ?? '') ?? []
  }

  add(place: number, at: number | undefined, id = newItemId()): number[] | undefined {
    const section = this.#sections.get(place)
    if (section === undefined || section.slots.length >= section.repeat.max) return undefined
    const slot = this.#enter(section, id, at)
    if (slot === undefined) return undefined
    section.changed = true
    for (const node of section.nodes) this.#wait(node, slot)
    return this.#changedItems(place)
  }

  remove(place: number, id: string, forget: (spot: number) => void): number[] | undefined {
    const section = this.#sections.get(place)
    const slot = section && this.#slotOf.get(`${section.id}.${id}`)
    if (section === undefined || slot === undefined || section.slots.length <= section.repeat.min)
      return undefined
    section.changed = true
    section.slots.splice(section.slots.indexOf(slot), 1)
    this.#ids[slot] = undefined
    this.#free.push(slot)
    this.#slotOf.delete(`${section.id}.${id}`)
    for (const node of section.nodes) delete this.#columns[node][slot]
    for (const block of section.blocks) forget(block.place + slot * this.#size)
    return this.#changedItems(place)
  }

  move(place: number, id: string, to: number): number[] | undefined {
    const section = this.#sections.get(place)
    const slot = section && this.#slotOf.get(`${section.id}.${id}`)
    if (section === undefined || slot === undefined) return undefined
    section.changed = true
    section.slots.splice(section.slots.indexOf(slot), 1)
    section.slots.splice(to, 0, slot)
    return this.#changedItems(place)
  }

  #changedItems(place: number): number[] {
    this.#waitAll(this.#prepared.itemReaders, place, 0)
    return this.#sweep()
  }

  raws(): Record<Path, unknown> {
    const raws: Record<Path, unknown> = {}
    for (const { id, place, changed } of this.#sections.values()) if (changed) raws[id] = this.idsOf(place)
    return raws
  }

  // ---- values ----

  start(): void {
    const { nodes, plan } = this.#prepared
    const scope = this.#scope
    for (let node = 0; node < nodes.length; node++) {
      const column = this.#columns[node]
      if (column === undefined) {
        scope.values[node] = nodes[node](scope)
        continue
      }
      for (const slot of this.#at(plan.sections?.[node] ?? -1).slots) {
        this.#enterSlot(slot)
        column[slot] = nodes[node](scope)
      }
      this.#enterSlot(0)
    }
  }

  /** Nodes that changed, each with its slot: node + slot × their number. */
  change(spot: number): number[] {
    this.#waitAll(this.#prepared.fieldReaders, spot % this.#size, Math.floor(spot / this.#size))
    return this.#sweep()
  }

  #sweep(): number[] {
    const { nodes } = this.#prepared
    const { values } = this.#scope
    const waiting = this.#waiting
    const changed: number[] = []
    for (let word = 0; word < waiting.length; word++) {
      while (waiting[word] !== 0) {
        const lowest = waiting[word] & -waiting[word]
        waiting[word] ^= lowest
        const node = (word << 5) + 31 - Math.clz32(lowest)
        const column = this.#columns[node]
        if (column === undefined) {
          const value = nodes[node](this.#scope)
          if (same(value, values[node])) continue
          values[node] = value
          changed.push(node)
          this.#follow(node, 0)
          continue
        }
        const slots = this.#waitingSlots[node] ?? []
        this.#waitingSlots[node] = undefined
        for (const slot of slots) {
          this.#enterSlot(slot)
          const value = nodes[node](this.#scope)
          if (same(value, column[slot])) continue
          column[slot] = value
          changed.push(node + slot * nodes.length)
          this.#follow(node, slot)
        }
        this.#enterSlot(0)
      }
    }
    return changed
  }

  #follow(node: number, slot: number): void {
    this.#waitAll(this.#prepared.readers, node, slot)
    this.#waitAll(this.#prepared.listReaders, node, 0)
  }

  #waitAll({ newest, items, before }: Lists, list: number, slot: number): void {
    for (let at = newest[list]; at >= 0; at = before[at]) this.#wait(items[at], slot)
  }

  /** In this slot; a node of a section in every item when what it reads stands outside of them. */
  #wait(node: number, slot: number): void {
    this.#waiting[node >>> 5] |= 1 << (node & 31)
    if (this.#columns[node] === undefined) return
    const slots = (this.#waitingSlots[node] ??= new Set())
    if (slot > 0) slots.add(slot)
    else for (const one of this.#at(this.#prepared.plan.sections?.[node] ?? -1).slots) slots.add(one)
  }

  spotsOf(changed: number): number[] {
    const { nodes, owners, plan } = this.#prepared
    const node = changed % nodes.length
    const slot = (changed - node) / nodes.length
    const spots: number[] = []
    for (let at = owners.newest[node]; at >= 0; at = owners.before[at]) {
      const place = owners.items[at]
      spots.push(place + slot * this.#size)
      // What all items share is said of each.
      const section = slot > 0 ? undefined : this.#sections.get(plan.blocks[place]?.section ?? place)
      for (const one of section?.slots ?? []) spots.push(place + one * this.#size)
    }
    return spots
  }
}

/** An id that no item has had: ten random characters. */
function newItemId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const characters = `${letters}0123456789`
  const random = crypto.getRandomValues(new Uint8Array(10))
  return Array.from(random, (byte, index) =>
    (index === 0 ? letters : characters).charAt(byte % (index === 0 ? 26 : 36)),
  ).join('')
}

repeatWith((prepared, scope, raws) => new SectionItems(prepared, scope, raws))
