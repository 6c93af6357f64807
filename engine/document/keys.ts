const LONGEST_KEY = 64
const ID_LENGTH = 12
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`

/** Names that are in use. */
export type TakenKeys = Pick<ReadonlySet<string>, 'has'>

/** A machine name from a label, unlike all that are taken: `[a-z][a-z0-9_]{0,63}`. */
export function keyFrom(label: string, taken: TakenKeys = new Set()): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
  const base = words.slice(0, LONGEST_KEY).replace(/_+$/, '') || 'field'
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) {
    const ending = `_${number}`
    const key = base.slice(0, LONGEST_KEY - ending.length) + ending
    if (!taken.has(key)) return key
  }
}

function secureRandom(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32
}

/** A new block id. `random` gives numbers from 0 to below 1, as Math.random does; the default is a secure one. */
export function newBlockId(random: () => number = secureRandom): string {
  const pick = (characters: string) => characters[Math.floor(random() * characters.length)]
  let id = pick(LETTERS)
  while (id.length < ID_LENGTH) id += pick(LETTERS_AND_DIGITS)
  return id
}
