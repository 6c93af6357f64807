import { STORED } from '@formwright/kit/stored_text'

/**
 * Texts and formulas refer to answers and their parts as `{#block}` and `{#block.part}` when stored (`STORED` of the kit), and
 * as `{key}` and `{key.part}` when shown and typed; to a block in all items of a section as `{#section.block}` and
 * `{#section.block.part}`. `{{` is a literal brace in both.
 */
const SHOWN = /\{\{|\{([a-z][a-z0-9_]{0,63})((?:\.[a-z0-9][a-z0-9_-]{0,63}){0,2})\}/g

/** A stored text as it is edited: what is typed stays as it is typed, a literal `{{` too. */
export function partsOf(text: string): ({ text: string } | { address: string })[] {
  const parts: ({ text: string } | { address: string })[] = []
  let end = 0
  for (const match of text.matchAll(STORED)) {
    if (match[1] === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ address: match[1] })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Addresses that a stored text or formula refers to, each once, in order. */
export function addressesIn(text: string): string[] {
  const addresses = new Set<string>()
  for (const match of text.matchAll(STORED)) if (match[1] !== undefined) addresses.add(match[1])
  return [...addresses]
}

/** The block that an address in a text, formula or condition leads to; of one in all items of a section the section. */
export function blockOf(address: string): string {
  const end = address.indexOf('.')
  return end === -1 ? address : address.slice(0, end)
}

/** Ids of the blocks a stored text or formula refers to, each once, in order. */
export function referencesOf(text: string): string[] {
  return [...new Set(addressesIn(text).map(blockOf))]
}

/** A stored text whose references lead elsewhere, where `exchange` says so. */
export function exchangeAddresses(text: string, exchange: (address: string) => string | undefined): string {
  return text.replace(STORED, (found, address?: string) => {
    const other = address === undefined ? undefined : exchange(address)
    return other === undefined ? found : `{#${other}}`
  })
}

/**
 * Stored → shown: `{#id}` becomes `{key}`, `{#id.part}` becomes `{key.part}`, `{#section.id}` becomes `{section.key}`. A
 * block without a key stays as it is.
 */
export function showKeys(text: string, keyOf: (id: string) => string | undefined): string {
  return text.replace(STORED, (found, address = '') => {
    const [block = '', inner, ...part]: string[] = address.split('.')
    const key = keyOf(block)
    if (key === undefined) return found
    return inner === undefined ? `{${key}}` : `{${[key, keyOf(inner) ?? inner, ...part].join('.')}}`
  })
}

/**
 * Shown → stored: `{key}` becomes `{#id}`, `{key.part}` becomes `{#id.part}`. What leads nowhere stays as it is: in a text it
 * is literal, in a formula an error. `addressIn`: of a key, with its part, the address within a section that repeats.
 */
export function storeIds(
  text: string,
  idOf: (key: string, part: string) => string | undefined,
  addressIn: (section: string, key: string) => string | undefined = () => undefined,
): string {
  return text.replace(SHOWN, (found, key?: string, rest = '') => {
    if (key === undefined) return found
    const part = String(rest).slice(1)
    const id = idOf(key, part)
    if (id !== undefined) return `{#${id}${rest}}`
    const section = part === '' ? undefined : idOf(key, '')
    const inner = section === undefined ? undefined : addressIn(section, part)
    return inner === undefined ? found : `{#${section}.${inner}}`
  })
}
