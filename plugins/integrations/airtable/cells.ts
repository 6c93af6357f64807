import type { MappedValue } from '@formwright/kit/mapped_setting'
import { cutText, plainText } from '@formwright/kit/message_text'

/** What a cell takes. */
export type Cell =
  string | number | boolean | null | readonly string[] | readonly { url: string; filename: string }[]

/** An answer that its field cannot take; the message says why, for the creator. */
export class CellError extends Error {}

/** Types of fields that can be written to, as creators know them (airtable.com/developers/web/api/field-model). */
export const WRITABLE: ReadonlyMap<string, string> = new Map([
  ['singleLineText', 'single line text'],
  ['multilineText', 'long text'],
  ['richText', 'formatted text'],
  ['email', 'email'],
  ['url', 'URL'],
  ['phoneNumber', 'phone number'],
  ['number', 'number'],
  ['currency', 'currency'],
  ['percent', 'percent'],
  ['rating', 'rating'],
  ['checkbox', 'checkbox'],
  ['singleSelect', 'single select'],
  ['multipleSelects', 'multiple select'],
  ['date', 'date'],
  ['dateTime', 'date and time'],
  ['multipleAttachments', 'attachments'],
])

const NUMBERS = new Set(['number', 'currency', 'percent', 'rating'])
const LONGEST_TEXT = 100_000

/** A value as a field of its type takes it. Throws a CellError where it cannot. */
export function cellOf(given: MappedValue): Cell {
  const { to, value, texts, files } = given
  if (to.type === 'multipleAttachments') return files.map(({ name, url }) => ({ url, filename: name }))
  if (to.type === 'multipleSelects') return [...new Set(texts.map((text) => cut(text.trim())))]
  if (value === null) return null
  if (NUMBERS.has(to.type)) return numberOf(given)
  if (to.type === 'checkbox') {
    if (typeof value === 'boolean') return value
    throw refusal(given, 'is a checkbox, which takes yes or no')
  }
  if (to.type === 'date' || to.type === 'dateTime') return dayOf(given)
  return cut(texts.join(', ') || String(value))
}

function numberOf(given: MappedValue): number {
  const { value } = given
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw refusal(given, 'takes numbers')
}

function dayOf(given: MappedValue): string {
  const { value, to } = given
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+Z?)?/.exec(String(value)) ?? []
  if (day === undefined) throw refusal(given, 'takes days')
  return to.type === 'date' || time === undefined ? day : `${day}${time}`
}

function refusal({ to, texts, value }: MappedValue, takes: string): CellError {
  const answer = cutText(plainText(texts.join(', ') || String(value)), 60)
  return new CellError(
    `The field “${to.label}” ${takes}, and the answer is “${answer}”. Map the answer to a text field.`,
  )
}

function cut(text: string): string {
  return cutText(plainText(text), LONGEST_TEXT)
}
