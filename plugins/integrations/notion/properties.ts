import type { MappedValue } from '@formwright/kit/mapped_setting'
import { cutText, plainText } from '@formwright/kit/message_text'

/** An answer that its property cannot take; the message says why, for the creator. */
export class PropertyError extends Error {}

/**
 * Types of properties that can be written to, as creators know them. What Notion works out itself is not among them
 * (developers.notion.com/reference/property-object).
 */
export const WRITABLE: ReadonlyMap<string, string> = new Map([
  ['title', 'title'],
  ['rich_text', 'text'],
  ['number', 'number'],
  ['select', 'select'],
  ['multi_select', 'multi-select'],
  ['status', 'status'],
  ['date', 'date'],
  ['checkbox', 'checkbox'],
  ['url', 'URL'],
  ['email', 'email'],
  ['phone_number', 'phone'],
  ['files', 'files'],
])

// developers.notion.com/reference/request-limits
const LONGEST_TEXT = 2_000
const MOST_TEXTS = 100
const LONGEST_URL = 2_000
const LONGEST_ADDRESS = 200
const LONGEST_OPTION = 100
const MOST_OPTIONS = 100
const LONGEST_FILE_NAME = 100
const MOST_FILES = 100

/** A value as a property of its type takes it. Throws a PropertyError where it cannot. */
export function propertyOf(given: MappedValue): Record<string, unknown> {
  const { to } = given
  const isEmpty = given.value === null
  switch (to.type) {
    case 'title':
    case 'rich_text':
      return { [to.type]: textsOf(textOf(given)) }
    case 'number':
      return { number: isEmpty ? null : numberOf(given) }
    case 'select':
    case 'status':
      return { [to.type]: namedOption(optionOf(textOf(given))) }
    case 'multi_select':
      return { multi_select: optionsOf(given).map((name) => ({ name })) }
    case 'date':
      return { date: isEmpty ? null : spanOf(given) }
    case 'checkbox':
      return { checkbox: checkedOf(given) }
    case 'url':
      return { url: isEmpty ? null : lineOf(given, LONGEST_URL) }
    case 'email':
    case 'phone_number':
      return { [to.type]: isEmpty ? null : lineOf(given, LONGEST_ADDRESS) }
    case 'files':
      return { files: filesOf(given) }
  }
  throw new PropertyError(`The property “${to.label}” cannot be written to. Map the answer to another one.`)
}

/** A text as items of a rich text, each as long as Notion takes it. */
export function textsOf(text: string): { text: { content: string } }[] {
  const items: { text: { content: string } }[] = []
  let rest = cutText(text, LONGEST_TEXT * MOST_TEXTS - MOST_TEXTS)
  while (rest !== '') {
    // never between the halves of a character
    const [content = rest] = /^[^]{1,1999}(?![\udc00-\udfff])/.exec(rest) ?? []
    items.push({ text: { content } })
    rest = rest.slice(content.length)
  }
  return items
}

function textOf({ texts, value }: MappedValue): string {
  return plainText(texts.join(', ') || String(value ?? ''))
}

function numberOf(given: MappedValue): number {
  const { value } = given
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw refusal(given, 'takes numbers')
}

/** The name of an option: Notion wants none with a comma in it. */
function optionOf(text: string): string {
  return cutText(text.replaceAll(',', ';').replace(/\s+/g, ' ').trim(), LONGEST_OPTION)
}

function namedOption(name: string): { name: string } | null {
  return name === '' ? null : { name }
}

function optionsOf(given: MappedValue): string[] {
  const names = new Set(given.texts.map((text) => optionOf(plainText(text))))
  names.delete('')
  if (names.size > MOST_OPTIONS) throw refusal(given, `takes ${MOST_OPTIONS} options`)
  return [...names]
}

function spanOf(given: MappedValue): { start: string; end: string | null } {
  const [start, end] = (given.days ?? [String(given.value)]).map((moment) => momentOf(given, moment))
  if (start === undefined) throw refusal(given, 'takes days')
  return { start, end: end === undefined || end <= start ? null : end }
}

function momentOf(given: MappedValue, moment: string): string {
  const [, day, minutes, seconds = ':00', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z)?)?$/.exec(moment) ?? []
  if (day === undefined) throw refusal(given, 'takes days')
  return minutes === undefined ? day : `${day}${minutes}${seconds}${zone}`
}

function checkedOf(given: MappedValue): boolean {
  if (given.value === null) return false
  if (typeof given.value === 'boolean') return given.value
  throw refusal(given, 'is a checkbox, which takes yes or no')
}

/** A text of one line that loses its sense when it is cut. */
function lineOf(given: MappedValue, most: number): string | null {
  const line = textOf(given).trim()
  if (line.length > most) throw refusal(given, `takes up to ${most} characters`)
  return line === '' ? null : line
}

function filesOf(given: MappedValue): object[] {
  return given.files.slice(0, MOST_FILES).map(({ name, url }) => ({
    type: 'external',
    name: cutText(plainText(name), LONGEST_FILE_NAME),
    external: { url },
  }))
}

function refusal(given: MappedValue, takes: string): PropertyError {
  return new PropertyError(
    `The property “${given.to.label}” ${takes}, and the answer is “${cutText(textOf(given), 60)}”. Map the answer to a text property.`,
  )
}
