import type { SettingEntry } from '@formwright/kit/settings_form'
import type { Given } from './list_items.ts'

/**
 * The cells of a CSV text, row by row, without rows that say nothing. Between them stands what is most in the first line:
 * a comma, a semicolon or a tab; a cell in quotes may hold it, line breaks, and quotes twice.
 */
export function cellsOf(text: string): string[][] {
  const [head = ''] = text.split(/\r?\n/, 1)
  const [between = ','] = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length)
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${between}\r\n]*))(${between}|\r?\n|\r|$)`, 'y')
  const whole = text.replace(/^\ufeff/, '')
  while (cell.lastIndex < whole.length) {
    const found = cell.exec(whole)
    // a quote that never ends: what is left of the line is a cell as it stands
    if (!found) break
    const [, quoted, plain = '', end] = found
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === between) continue
    rows.push(row)
    row = []
  }
  // the last cell is one, though nothing stands in it
  if (row.length > 0) rows.push([...row, ''])
  return rows.filter((cells) => cells.some((text) => text !== ''))
}

/**
 * The items that a CSV text describes. Its first row names the properties, by their titles; where it names none, each row
 * is read as a pasted line is.
 */
export function readItems(
  text: string,
  entries: readonly SettingEntry[],
  asLine: (cells: readonly string[]) => Given,
): Given[] {
  const [head, ...rows] = cellsOf(text)
  if (!head) return []
  const columns = head.map((name) => entryCalled(name, entries))
  if (columns.every((column) => column === undefined)) return [head, ...rows].map(asLine)
  return rows.map((cells) => {
    const given: Record<string, Given[string]> = {}
    for (const [index, entry] of columns.entries()) {
      const value = entry && valueOf(entry, cells[index] ?? '')
      if (entry && value !== undefined) given[entry.name] = value
    }
    return given
  })
}

/** By its title, else by the name that programs know it by. */
function entryCalled(head: string, entries: readonly SettingEntry[]): SettingEntry | undefined {
  const wanted = head.toLowerCase()
  const titled = entries.find(({ title }) => title.toLowerCase() === wanted)
  return titled ?? entries.find(({ name }) => name.toLowerCase() === wanted)
}

/** What a cell says of a property; undefined where it says nothing that the property can be. */
function valueOf(entry: SettingEntry, cell: string): Given[string] | undefined {
  if (cell === '') return undefined
  if (entry.type === 'text') return cell.slice(0, entry.maxLength)
  if (entry.type === 'list') return chosenIn(entry, cell)
  if (entry.type === 'boolean') return /^(yes|true|1|x)$/i.test(cell)
  if (entry.type === 'choice') {
    return entry.choices?.find(({ value, label }) => value === cell || label === cell)?.value
  }
  const number = /^[-+]?\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : NaN
  const fits = number >= (entry.min ?? -Infinity) && number <= (entry.max ?? Infinity)
  return entry.type === 'number' && fits && (!entry.integer || Number.isInteger(number)) ? number : undefined
}

/** Options by their labels or ids: one that is the whole cell, or several with signs between. */
function chosenIn({ choices = [] }: SettingEntry, cell: string): readonly string[] | undefined {
  const called = (name: string) => {
    const wanted = name.trim().toLowerCase()
    return choices.find(({ value, label }) => value === wanted || label.trim().toLowerCase() === wanted)
      ?.value
  }
  const whole = called(cell)
  const ids = whole === undefined ? cell.split(/[,;|/\n]/).flatMap((name) => called(name) ?? []) : [whole]
  return ids.length > 0 ? [...new Set(ids)] : undefined
}
