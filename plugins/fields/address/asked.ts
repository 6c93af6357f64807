/** Whether a part of an address is asked for: as its country has it, or whatever the country. */
export type Choice = 'country' | 'required' | 'optional' | 'off'

/** What a form says of the parts; what it says nothing of is as the country has it. */
export type Asked = { readonly [part in 'street' | 'line2' | 'city' | 'region' | 'postcode']?: Choice }

/** The letter of each part in a format: large where it has to be there. */
const LETTERS = [
  ['street', 'S'],
  ['line2', 'L'],
  ['city', 'C'],
  ['region', 'R'],
  ['postcode', 'P'],
] as const

/** A format of `formats.ts` with the parts that are asked for; those that its country does not have come last. */
export function asked(format: string, settings: Asked): string {
  const [order = '', ...rest] = format.split(' ')
  let parts = order.replace('2', 'l')
  for (const [part, letter] of LETTERS) {
    const choice = settings[part] ?? 'country'
    if (choice === 'country') continue
    const own = choice === 'off' ? '' : choice === 'required' ? letter : letter.toLowerCase()
    parts = parts.toUpperCase().includes(letter) ? parts.replace(new RegExp(letter, 'i'), own) : parts + own
  }
  return [parts, ...rest].join(' ')
}
