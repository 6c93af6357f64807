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

/**
 * Where a part begins in a text, in order, overlapping or not: in a time that grows as both do, whatever they say (Knuth,
 * Morris and Pratt). A search of the language's own may take as long as one times the other.
 */
export function* placesOf(text: string, part: string): Generator<number, void> {
  // how much of the part's beginning stands at the end of its first so many units, besides all of them
  const again = new Uint32Array(part.length + 1)
  let same = 0
  for (let at = 1; at < part.length; at++) {
    while (same > 0 && part.charCodeAt(at) !== part.charCodeAt(same)) same = again[same]
    if (part.charCodeAt(at) === part.charCodeAt(same)) same++
    again[at + 1] = same
  }
  same = 0
  for (let at = 0; at < text.length; at++) {
    while (same > 0 && text.charCodeAt(at) !== part.charCodeAt(same)) same = again[same]
    if (text.charCodeAt(at) === part.charCodeAt(same)) same++
    if (same === part.length) yield at + 1 - same
  }
}

/** Finds a folded text in a folded text, in whole characters: half of a joined emoji is not found. */
export function contains(text: string, part: string): boolean {
  const places = edges(text)
  if (part === '') return true
  for (const at of placesOf(text, part)) {
    if (places === null || (places.has(at) && places.has(at + part.length))) return true
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
