import { LETTERS } from './judge.ts'
import type { Answer } from './parts.ts'

/** The order of most; in another one what a country has no place for comes last, in this. */
export const USUAL = 'SLCRP'

/**
 * An address without its country in the lines and the order of a letter that is sent there: city, region and postcode share
 * one. `orders` are those that are not the usual one, each with its countries: `SLPCR DE FR,RCSLP KR`.
 */
export function letterLines(given: Answer, orders: string): string[] {
  const own = orders.split(',').find((one) => one.includes(` ${given.country}`)) ?? ''
  const lines: string[] = []
  let before = ''
  for (const letter of new Set(own.split(' ')[0] + USUAL)) {
    const part = LETTERS[letter]
    const text = part && given[part]
    if (!text) continue
    before += letter
    // behind its city a region is set off
    if (/[CRP]{2}$/.test(before)) lines.push(lines.pop() + (before.endsWith('CR') ? ', ' : ' ') + text)
    else lines.push(text)
  }
  return lines
}
