import type { SettingEntry } from '@formwright/kit/settings_form'
import { rowsOf, type CsvRow } from './csv_rows.ts'
import type { Given } from './list_items.ts'

/** An item as a row describes it. */
export interface ReadItem {
  line: number
  given: Given
}

/** A row that makes no item, or a cell that says nothing of one; several lines of one reason as `line` to `to`. */
export interface LeftOut {
  line: number
  to?: number
  why: string
}

/** What a CSV text says of the items of a list. */
export interface Reading {
  /** the properties that it has columns for */
  columns: readonly SettingEntry[]
  /** names of the columns that go nowhere */
  unused: readonly string[]
  items: readonly ReadItem[]
  leftOut: readonly LeftOut[]
}

/** The list that a CSV text is read for. */
interface Wanted {
  entries: readonly SettingEntry[]
  /** name of the property that every item must have, and by which it is known */
  text: string
  /** a row as a line that is pasted */
  asLine: (line: string) => Given
}

/**
 * The items that a CSV text describes. Its first row names the properties, by their titles; where it names none, each row
 * is read as a pasted line is.
 */
export function readItems(csv: string, wanted: Wanted): Reading {
  const rows = rowsOf(csv)
  const [head] = rows
  const columns = columnsOf(head?.cells ?? [], wanted.entries)
  if (!columns.some((column) => column)) return withoutNames(rows, wanted)
  const items: ReadItem[] = []
  const leftOut: LeftOut[] = []
  for (const { line, cells } of rows.slice(1)) {
    const { given, wrong } = readRow(cells, columns)
    const why = whyNot(given[wanted.text], wrong, wanted)
    if (why === undefined) items.push({ line, given })
    leftOut.push(...(why === undefined ? Object.values(wrong) : [why]).map((one) => ({ line, why: one })))
  }
  return {
    columns: columns.flatMap((column) => column ?? []),
    unused: (head?.cells ?? []).filter((name, index) => name !== '' && !columns[index]),
    items,
    leftOut,
  }
}

function withoutNames(rows: readonly CsvRow[], wanted: Wanted): Reading {
  const items: ReadItem[] = []
  const leftOut: LeftOut[] = []
  for (const { line, cells } of rows) {
    const given = wanted.asLine(cells.join('\t').trim())
    const problem = tooLong(entryNamed(wanted), String(given[wanted.text] ?? ''))
    if (problem === undefined) items.push({ line, given })
    else leftOut.push({ line, why: problem })
  }
  const said = new Set(items.flatMap(({ given }) => Object.keys(given)))
  return { columns: wanted.entries.filter(({ name }) => said.has(name)), unused: [], items, leftOut }
}

function entryNamed({ entries, text }: Wanted): SettingEntry | undefined {
  return entries.find(({ name }) => name === text)
}

/** Each column's property, by its title, else by the name that programs know it by; the first of two for one. */
function columnsOf(head: readonly string[], entries: readonly SettingEntry[]): (SettingEntry | undefined)[] {
  const readable = entries.filter(isReadable)
  const taken = new Set<SettingEntry>()
  return head.map((name) => {
    const wanted = name.toLowerCase()
    const titled = readable.find(({ title }) => title.toLowerCase() === wanted)
    const entry = titled ?? readable.find((one) => one.name.toLowerCase() === wanted)
    if (!entry || taken.has(entry)) return undefined
    taken.add(entry)
    return entry
  })
}

/** Pictures and the like are no text of a cell. */
function isReadable({ type, choices }: SettingEntry): boolean {
  return ['text', 'number', 'boolean', 'choice'].includes(type) || (type === 'list' && choices !== undefined)
}

/** What the cells of a row say, and what is wrong with the others, by property. */
function readRow(cells: readonly string[], columns: readonly (SettingEntry | undefined)[]) {
  const given: Record<string, Given[string]> = {}
  const wrong: Record<string, string> = {}
  for (const [index, entry] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (!entry || cell === '') continue
    const { value, why } = valueOf(entry, cell)
    if (why !== undefined) wrong[entry.name] = why
    if (value !== undefined) given[entry.name] = value
  }
  const [extra] = cells.slice(columns.length).filter((cell) => cell !== '')
  if (extra !== undefined) wrong[''] = `No column for ${quoted(extra)}`
  return { given, wrong }
}

/** Why a row makes no item. */
function whyNot(label: unknown, wrong: Readonly<Record<string, string>>, wanted: Wanted): string | undefined {
  const title = entryNamed(wanted)?.title ?? wanted.text
  return label === undefined ? (wrong[wanted.text] ?? `No ${title.toLowerCase()}`) : undefined
}

/** What a cell says of a property, and what in it the property cannot be. */
interface CellValue {
  value?: Given[string]
  why?: string
}

function valueOf(entry: SettingEntry, cell: string): CellValue {
  const not = (what: string, of = cell) => ({ why: `${entry.title}: ${quoted(of)} is ${what}` })
  if (entry.type === 'text') {
    const why = tooLong(entry, cell)
    return why === undefined ? { value: cell } : { why }
  }
  if (entry.type === 'boolean') {
    if (/^(yes|true|1|x)$/i.test(cell)) return { value: true }
    return /^(no|false|0)$/i.test(cell) ? { value: false } : not('not yes or no')
  }
  if (entry.type === 'number') return numberOf(entry, cell, not)
  if (entry.type === 'list') {
    const { ids, unknown } = chosenIn(entry, cell)
    return {
      ...(ids.length > 0 && { value: ids }),
      ...(unknown !== undefined && not('not one of its choices', unknown)),
    }
  }
  const value = entry.choices?.find((choice) => choice.value === cell || choice.label === cell)?.value
  return value === undefined ? not('not one of its choices') : { value }
}

function tooLong(entry: SettingEntry | undefined, text: string): string | undefined {
  const { title, maxLength = Infinity } = entry ?? {}
  if (text.length <= maxLength) return undefined
  return `${title} is longer than ${maxLength.toLocaleString('en')} characters: ${quoted(text)}`
}

function numberOf(entry: SettingEntry, cell: string, not: (what: string) => { why: string }) {
  const { min = -Infinity, max = Infinity, integer } = entry
  if (!/^[-+]?\d+(?:[.,]\d+)?$/.test(cell)) return not('not a number')
  const number = Number(cell.replace(',', '.'))
  if (integer && !Number.isInteger(number)) return not('not a whole number')
  if (number < min) return not(`below ${min.toLocaleString('en')}`)
  return number > max ? not(`above ${max.toLocaleString('en')}`) : { value: number }
}

/** Options by their labels or ids: one that is the whole cell, or several with signs between; the first that is none. */
function chosenIn({ choices = [] }: SettingEntry, cell: string): { ids: string[]; unknown?: string } {
  const called = (name: string) => {
    const wanted = name.trim().toLowerCase()
    return choices.find(({ value, label }) => value === wanted || label.trim().toLowerCase() === wanted)
      ?.value
  }
  const names =
    called(cell) === undefined ? cell.split(/[,;|/\n]/).filter((name) => name.trim() !== '') : [cell]
  const unknown = names.find((name) => called(name) === undefined)?.trim()
  const ids = [...new Set(names.flatMap((name) => called(name) ?? []))]
  return { ids, ...(unknown !== undefined && { unknown: ids.length > 0 ? unknown : cell }) }
}

/** So much of a cell is repeated. */
const REPEATED = 30

function quoted(cell: string): string {
  return `“${cell.length > REPEATED ? `${cell.slice(0, REPEATED)}…` : cell}”`
}
