import { formatOf } from './formats.ts'
import type { Answer, PartName } from './parts.ts'

const PART_OF: Readonly<Record<string, PartName>> = {
  S: 'street',
  L: 'line2',
  C: 'city',
  R: 'region',
  P: 'postcode',
}

/** Whatever was asked for, the parts that the country has no place for come last. */
const ALL = {
  street: 'optional',
  line2: 'optional',
  city: 'optional',
  region: 'optional',
  postcode: 'optional',
} as const

/** An address without its country in the lines and the order of a letter that is sent there: city, region and postcode share one. */
export function letterLines(answer: Answer): string[] {
  const [order = ''] = formatOf(answer.country, ALL).toUpperCase().split(' ')
  const lines = order.replace(/[CRP]+/g, ' $& ').replace(/(?<=[SL])(?=[SL])/g, ' ')
  return lines
    .trim()
    .split(/ +/)
    .map((letters) => lineOf(answer, letters))
    .filter(Boolean)
}

function lineOf(answer: Answer, letters: string): string {
  // behind its city a region is set off
  const apart = /C.*R/.test(letters) ? ', ' : ' '
  let line = ''
  for (const letter of letters) {
    const part = PART_OF[letter]
    const text = part && answer[part]
    if (text) line += (line && (letter === 'R' ? apart : ' ')) + text
  }
  return line
}
