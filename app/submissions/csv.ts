import type { Cell } from '#kit/answer'

/** Signs at the beginning that make a spreadsheet take a cell for a formula; the full-width ones too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** A number, or what reads like one: phone numbers, dates in digits. Harmless, and to be left as it was given. */
const NUMBER = /^[+-]?\d[\d .,:/-]*$/
const QUOTED = /[",\r\n]/

/** The sign that tells spreadsheets which encoding they read. */
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
 * One cell. Text stays as it was given, sign for sign; only what a spreadsheet would run as a formula gets an
 * apostrophe before it.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The name of the file for a form of this title. */
export function csvName(title: string, day: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return `${name || 'Form'} ${day}.csv`
}

/** `Content-Disposition` of a download, for old and new readers. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]|["\\%]/g, '')
    .trim()
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${encoded}`
}
