import type { MappedValue } from '@formwright/kit/mapped_setting'
import { cutText, plainText } from '@formwright/kit/message_text'

/** An answer that its field cannot take; the message says why, for the creator. */
export class FieldError extends Error {}

/**
 * Types of audience fields that one answer can fill, as creators know them
 * (mailchimp.com/developer/marketing/docs/merge-fields). A postal address is of several, and not among them.
 */
export const WRITABLE: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['number', 'number'],
  ['phone', 'phone'],
  ['phone-us', 'US phone'],
  ['date', 'date'],
  ['birthday', 'birthday'],
  ['url', 'website'],
  ['imageurl', 'image address'],
  ['radio', 'radio buttons'],
  ['dropdown', 'drop-down'],
  ['zip', 'US zip code'],
])

const LONGEST_BYTES = 255

/** A value as a field of its type takes it; empty without one. Throws a FieldError where it cannot. */
export function fieldOf(given: MappedValue): string | number {
  const { to, value } = given
  if (value === null) return ''
  switch (to.type) {
    case 'number':
      return numberOf(given)
    case 'date':
      return dayOf(given)
    case 'birthday':
      // without its year
      return dayOf(given).slice(5).replace('-', '/')
    case 'url':
    case 'imageurl':
      return addressOf(given)
    case 'phone-us':
      return usPhoneOf(given)
  }
  return short(textOf(given))
}

function numberOf(given: MappedValue): number {
  const { value } = given
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw refusal(given, 'takes numbers')
}

function dayOf(given: MappedValue): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(given.value)) ?? []
  if (day === undefined) throw refusal(given, 'takes days')
  return day
}

function addressOf(given: MappedValue): string {
  const address = textOf(given).trim()
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address))
    throw refusal(given, 'takes addresses of the web')
  return address
}

function usPhoneOf(given: MappedValue): string {
  const digits = textOf(given).replace(/\D/g, '')
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? []
  if (area === undefined) throw refusal(given, 'takes phone numbers of the US')
  return `${area}-${exchange}-${line}`
}

function textOf({ texts, value }: MappedValue): string {
  return plainText(texts.join(', ') || String(value ?? ''))
}

/** As much of a text as a field holds, which is counted in bytes. */
function short(text: string): string {
  let cut = cutText(text, LONGEST_BYTES)
  while (Buffer.byteLength(cut) > LONGEST_BYTES) cut = cutText(cut, cut.length - 1)
  return cut
}

function refusal(given: MappedValue, takes: string): FieldError {
  return new FieldError(
    `The field “${given.to.label}” ${takes}, and the answer is “${cutText(textOf(given), 60)}”. Map the answer to a text field.`,
  )
}
