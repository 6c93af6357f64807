import type { Problem } from '@formwright/kit/problem'
import type { Answer, PartName } from './parts.ts'

/** The parts of an address by the letters of a format. */
export const LETTERS: Readonly<Record<string, PartName>> = {
  S: 'street',
  L: 'line2',
  C: 'city',
  R: 'region',
  P: 'postcode',
}

/** The parts of a format in their order, and whether each is always there. */
export function partsIn(format: string): { part: PartName; wanted: boolean }[] {
  const [order = ''] = format.split(' ')
  return [...order].flatMap((letter) => {
    const part = LETTERS[letter.toUpperCase()]
    return part ? [{ part, wanted: /[A-Z]/.test(letter) }] : []
  })
}

/** What is wrong with an address by the format of its country. */
export function problemsIn(given: Answer, format: string): Problem[] {
  const missing = partsIn(format).flatMap(({ part, wanted }): Problem[] =>
    wanted && given[part] === undefined ? [{ code: 'required', part, params: { reason: part } }] : [],
  )
  const [, , postcode] = format.split(' ')
  const pattern = format.split(' ').slice(2).join(' ')
  return postcode && given.postcode !== undefined && !new RegExp(`^(${pattern})$`).test(given.postcode)
    ? [...missing, { code: 'format', part: 'postcode', params: { reason: 'postcode' } }]
    : missing
}
