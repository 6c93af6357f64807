import { characters, effort, segmenter, SIMPLE } from './characters_browser.ts'

// Texts in texts on the server, where others wait: the same as in browsers (characters_browser.ts), without going through
// every character of a text.

export { characters, effort }

/** Whether a character begins at a place is seen in so many units before it: those are fifty flags in a row. */
const NEAR = 200
/** What each place counts where a text stands in the midst of characters. */
const LOOK = 1_000

/** What a response has left for its texts. */
interface Budget {
  textLeft: number
  tooLong?: (() => false) | undefined
}

/**
 * Where a part begins in a text, in order, overlapping or not: in a time that grows as both do, whatever they say (Knuth,
 * Morris and Pratt). A search of the language's own may take as long as one times the other.
 */
function* placesOf(text: string, part: string): Generator<number, void> {
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

/** Finds a folded text in a folded text, in whole characters; no value where there were too many places to look at. */
export function contains(text: string, part: string, budget: Budget): boolean | undefined {
  if (part === '') return true
  for (const at of placesOf(text, part)) {
    if (areEdges(text, part, at)) return true
    budget.textLeft -= LOOK
    if (budget.textLeft < 0) return budget.tooLong?.()
  }
  return false
}

/** What stands before, between and behind the parts of a text. */
export function split(text: string, part: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const at of placesOf(text, part)) {
    if (at < end) continue
    pieces.push(text.slice(end, at))
    end = at + part.length
  }
  pieces.push(text.slice(end))
  return pieces
}

/** `contains`, at the beginning. */
export function startsWith(text: string, part: string): boolean {
  return text.startsWith(part) && areEdges(text, part, 0)
}

/** `contains`, at the end. */
export function endsWith(text: string, part: string): boolean {
  return text.endsWith(part) && areEdges(text, part, text.length - part.length)
}

function areEdges(text: string, part: string, at: number): boolean {
  return isEdge(text, at) && isEdge(text, at + part.length)
}

/** Whether a character begins here, or the text ends. */
function isEdge(text: string, at: number): boolean {
  const from = Math.max(0, at - NEAR)
  const near = text.slice(from, at + NEAR)
  const place = at - from
  return SIMPLE.test(near) || (segmenter.segment(near).containing(place)?.index ?? place) === place
}
