// Below U+0300 every code unit is a whole character, but for CR LF.
const SIMPLE = /^[^\r\u0300-\uffff]*$/

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The whole characters of a text: what the eye counts. */
export function characters(text: string): string[] {
  if (SIMPLE.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** How many whole characters a text has. */
export function lengthOf(text: string): number {
  return SIMPLE.test(text) ? text.length : characters(text).length
}

function edges(text: string): Set<number> | null {
  if (SIMPLE.test(text)) return null
  const places = new Set([text.length])
  for (const { index } of segmenter.segment(text)) places.add(index)
  return places
}

/** Finds a folded text in a folded text, in whole characters: half of a joined emoji is not found. */
export function contains(text: string, part: string): boolean {
  const places = edges(text)
  if (places === null) return text.includes(part)
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (places.has(at) && places.has(at + part.length)) return true
  }
  return false
}

/** `contains`, at the beginning. */
export function startsWith(text: string, part: string): boolean {
  return text.startsWith(part) && (edges(text)?.has(part.length) ?? true)
}

/** `contains`, at the end. */
export function endsWith(text: string, part: string): boolean {
  return text.endsWith(part) && (edges(text)?.has(text.length - part.length) ?? true)
}
