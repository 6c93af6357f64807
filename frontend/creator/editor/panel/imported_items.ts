import { isUnnamed } from '@formwright/kit/pasted_lines'
import type { LeftOut, ReadItem, Reading } from './csv_items.ts'
import { newItemId } from '../blocks/text_path.ts'
import { newItem, withItems, type Item, type ListEntry, type StartTexts } from './list_items.ts'

/** What becomes of the items that are there. */
export type ImportHow = 'append' | 'replace'

/** What an import makes of a list. */
export interface Imported {
  /** the whole list */
  items: readonly Item[]
  /** the rows that come, in their order */
  rows: readonly ReadItem[]
  leftOut: readonly LeftOut[]
}

/**
 * A list after an import. No label comes twice, and no more items than the list takes. Replaced, an item whose label is
 * in the file keeps its id, so that answers and rules go on naming it, and what the file has no column for.
 */
export function imported(
  items: readonly Item[],
  reading: Reading,
  how: ImportHow,
  parts: { list: ListEntry; text: string; startTexts: StartTexts },
): Imported {
  const { list, text, startTexts } = parts
  const stay = how === 'append' ? items.filter((item, index) => !isUnnamed(item, startTexts(index + 1))) : []
  const { rows, leftOut } = chosenRows(stay, reading, text, list.maxLength ?? Infinity)
  const given = rows.map((row) => row.given)
  const { entries } = list.item
  const next =
    how === 'append'
      ? withItems(items, given, { entries, startTexts }).items
      : replaced(items, given, { entries, text, columns: reading.columns.map(({ name }) => name) })
  return { items: rows.length > 0 ? next : items, rows, leftOut }
}

function chosenRows(stay: readonly Item[], reading: Reading, text: string, most: number) {
  const known = new Set(stay.map((item) => labelOf(item, text)))
  const lines = new Map<string, number>()
  const rows: ReadItem[] = []
  const leftOut = [...reading.leftOut]
  const over: number[] = []
  for (const row of reading.items) {
    const { line, given } = row
    const label = labelOf(given, text)
    const before = lines.get(label)
    if (before !== undefined) leftOut.push({ line, why: `Same as line ${before}` })
    else if (known.has(label)) leftOut.push({ line, why: 'Already in the list' })
    else if (stay.length + rows.length >= most) over.push(line)
    else {
      lines.set(label, line)
      rows.push(row)
    }
  }
  const [first] = over
  if (first !== undefined)
    leftOut.push({ line: first, to: over.at(-1), why: `Above the limit of ${most.toLocaleString('en')}` })
  return { rows, leftOut: leftOut.sort((a, b) => a.line - b.line) }
}

function replaced(
  items: readonly Item[],
  given: readonly ReadItem['given'][],
  parts: { entries: ListEntry['item']['entries']; text: string; columns: readonly string[] },
): Item[] {
  const { entries, text, columns } = parts
  const old = new Map(items.toReversed().map((item) => [labelOf(item, text), item]))
  // also of items that go: what names those must not name another one
  const taken = new Set(items.map(({ id }) => id))
  return given.map((one) => {
    const before = old.get(labelOf(one, text))
    if (!before) {
      const id = newItemId(taken)
      taken.add(id)
      return newItem(entries, id, one)
    }
    const kept = Object.entries(before).filter(([name]) => !columns.includes(name))
    return { ...newItem(entries, before.id, one), ...Object.fromEntries(kept), id: before.id }
  })
}

/** As labels are compared: alike to the eye. */
function labelOf(item: Readonly<Record<string, unknown>>, text: string): string {
  return String(item[text] ?? '')
    .trim()
    .normalize()
}
