import type { Cell } from '@formwright/kit/answer'
import { decimal } from '@formwright/kit/decimal'

/** Characters at the beginning of a cell that make spreadsheets take it for a formula, in all the widths they know. */
const TRIGGER = '=+\\-@＝＋－＠﹦﹢﹣﹫'
/**
 * Every place where a reader may begin a cell with a formula: at the start, and behind what separates cells elsewhere
 * (`;` where the comma is the decimal point, a tab) or rows. Quoting does not help there: to such a reader our quotes
 * stand in the middle of a cell. What readers pass over in front of a formula is passed over here too.
 */
const FORMULA = new RegExp(`(?<=^|[;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|[\\p{Cf}"'])*[${TRIGGER}])`, 'gu')
/** Most cells have no such place: they begin with a letter or a digit, and nothing in them separates. */
const SUSPECT = /^\W|[;\t\r\n]/
const QUOTED = /[",\r\n]/
const DIGITS = /^-?[\d.]+$/

/** The character that tells spreadsheets which encoding they read. */
export const BOM = '\uFEFF'

/** One line of CSV (RFC 4180), with its line break. */
export function csvLine(cells: readonly Cell[]): string {
  let line = ''
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) line += ','
    line += csvCell(cells[index])
  }
  return `${line}\r\n`
}

/**
 * One cell. Answers that are numbers stay numbers. Text stays as it was given, character for character; only where a
 * spreadsheet would run it as a formula, or make a number of what is a text, an apostrophe stands before it. Also
 * before one that was there already: whoever takes one away in each of these places has the text again.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') {
    // Most numbers are written without exponent as they are: a format takes eighty times as long. Node remembers what
    // `String` makes of a number, and of millions of them that is memory.
    const digits = JSON.stringify(cell)
    return DIGITS.test(digits) ? digits : decimal(cell)
  }
  if (typeof cell !== 'string') return String(cell)
  const text = SUSPECT.test(cell) ? cell.replace(FORMULA, "'") : cell
  return (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text).toWellFormed()
}

/** What an export is: one file, or with sections that repeat several in one. */
export type ExportFormat = 'csv' | 'zip'

/** What browsers are told that they are. */
export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
}

/** The name of the file for a form of this title. */
export function exportName(title: string, day: string, format: ExportFormat): string {
  return `${asFileName(title) || 'Form'} ${day}.${format}`
}

/**
 * What the files in a ZIP are called: the main one, and those of sections by their titles. No two names are the same, also
 * where upper and lower case are.
 */
export function entryNames(title: string, sections: readonly string[]): string[] {
  const form = shorter(asFileName(title) || 'Form')
  const names = [`${form}.csv`]
  const taken = new Set(names.map(folded))
  for (const section of sections) {
    const name = `${form} - ${shorter(asFileName(section)) || 'Section'}`
    let entry = `${name}.csv`
    for (let number = 2; taken.has(folded(entry)); number++) entry = `${name} ${number}.csv`
    taken.add(folded(entry))
    names.push(entry)
  }
  return names
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Two of these are a name that every file system takes (255 bytes). */
const LONGEST_NAME = 110

function shorter(name: string): string {
  let short = ''
  for (const character of name) {
    if (Buffer.byteLength(short + character) > LONGEST_NAME) break
    short += character
  }
  return short.trim()
}

/** A title without what file systems or people would take for something else. */
function asFileName(title: string): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // counted in whole characters: half an emoji is no text
  return [...name].slice(0, 100).join('')
}
