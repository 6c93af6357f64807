import { readFileSync } from 'node:fs'

/** The Big List of Naughty Strings: strings that broke something somewhere. */
export function naughtyStrings(): string[] {
  return JSON.parse(readFileSync(new URL('naughty/blns.json', import.meta.url), 'utf8'))
}
