import { isUnnamed, withLines } from '@formwright/kit/pasted_lines'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { newItemId } from '../blocks/text_path.ts'

/** An item of a list in the settings. */
export interface Item {
  id: string
  [name: string]: unknown
}

/** A setting that is a list of objects. */
export type ListEntry = SettingEntry & { item: NonNullable<SettingEntry['item']> }

/**
 * Changes the items as they stand when it is called, which may be after the panel has closed. `step` names changes that are
 * one step of undo when they follow one another.
 */
export type ChangeItems = (work: (items: readonly Item[]) => readonly Item[], step?: string) => void

/** The texts the item of a number begins with, in the language of the form. */
export type StartTexts = (number: number) => Readonly<Record<string, string>> | undefined

/** What an item has besides its id. */
export type Given = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** What a line says of the item that it becomes, pasted into this text of it. */
export type PastedItem = (property: string, line: string) => Given

const NONE: readonly Item[] = []

/** The items of a stored setting; what is no list has none. */
export function itemsOf(value: unknown): readonly Item[] {
  return isList(value) ? value : NONE
}

/** A plain loop, as below. */
function isList(value: unknown): value is readonly Item[] {
  if (!Array.isArray(value)) return false
  for (const item of value) if (typeof Object(item).id !== 'string') return false
  return true
}

/** What items may have besides, and mostly have not. */
export function advancedOf({ item }: ListEntry): SettingEntry[] {
  return item.entries.filter(({ advanced }) => advanced)
}

/** Those of them that some item has otherwise than its schema says of a new one. */
export function usedOf(entry: ListEntry, items: readonly Item[]): SettingEntry[] {
  return advancedOf(entry).filter(({ name, default: begins }) => {
    return items.some((item) => item[name] !== undefined && item[name] !== begins)
  })
}

/** An item that has `given`, with what its schema says of the rest. */
export function newItem(entries: readonly SettingEntry[], id: string, given: Given = {}): Item {
  const rest = entries.flatMap(({ name, type, optional, default: begins }): [string, unknown][] => {
    if (begins !== undefined) return [[name, begins]]
    return !optional && type === 'text' ? [[name, '']] : []
  })
  return { ...Object.fromEntries(rest), ...given, id }
}

/** The list with one property of one item changed. */
export function withItem(items: readonly Item[], id: string, name: string, value: unknown): readonly Item[] {
  const index = indexOf(items, id)
  const item = items[index]
  return item ? items.with(index, { ...item, [name]: value }) : items
}

/** The list with an item in the place of its neighbour. */
export function swapped(items: readonly Item[], id: string, by: -1 | 1): readonly Item[] {
  const index = indexOf(items, id)
  return items.toSpliced(index, 1).toSpliced(index + by, 0, ...items.slice(index, index + 1))
}

/** The list with new items, behind one (`into`), in its place (`whole`), or at the end; and the id of the last of them. */
export function withItems(
  items: readonly Item[],
  added: readonly Given[],
  parts: {
    entries: readonly SettingEntry[]
    into?: { id: string; whole: boolean }
    startTexts: StartTexts
  },
): { items: Item[]; last: string | undefined } {
  const { into } = parts
  let last: string | undefined
  const taken = new Set(items.map(({ id }) => id))
  const next = withLines<Item, Given>(items, added, {
    at: into?.id,
    givesWay: (item, index) =>
      (item.id === into?.id && into.whole) || isUnnamed(item, parts.startTexts(index + 1)),
    make(given, free) {
      const id = free ?? newItemId(taken)
      taken.add(id)
      last = id
      return newItem(parts.entries, id, given)
    },
  })
  return { items: next, last }
}

/** A plain loop: a list may be long, and this runs for each key. */
export function indexOf(items: readonly Item[], id: string): number {
  for (let index = 0; index < items.length; index += 1) if (items[index]?.id === id) return index
  return -1
}
