import { AsYouType } from 'libphonenumber-js/core'
import type { MetadataJson } from 'libphonenumber-js/core'

/** A number as people write it, without words or a bracket before it. */
export function unworded(raw: string): string {
  return raw.replace('＋', '+').replace(/^[^\p{Nd}+]+(?=[\p{Nd}+])/u, '')
}

/**
 * What is dialled of it: a zero in brackets is dialled inside a country alone, except where the numbers themselves begin with
 * one, as in Italy and Côte d'Ivoire. `whole` is the number of which this is the beginning.
 */
export function dialled(raw: string, plans: MetadataJson, whole = raw): string {
  const number = unworded(raw)
  return hasOwnZero(unworded(whole), plans) ? number : number.replace(ZERO, '$1')
}

const ZERO = /^(\+[^(]*)\(0\)/

/** Whether the zero in brackets is a digit of the number itself, with which alone it is one. */
function hasOwnZero(number: string, plans: MetadataJson): boolean {
  if (!ZERO.test(number)) return false
  const typing = new AsYouType({}, plans)
  typing.input(number)
  const read = typing.getNumber()
  return read?.isValid() === true && read.nationalNumber.startsWith('0')
}
