/** Of these each code unit is a whole character: below U+0300 all but CR LF, then Greek, Cyrillic, kana and Han. */
export const SIMPLE = /^[^\r\u0300-\u036f\u0483-\u3040\u3099\u309a\ua000-\uffff]*$/

/** Of extended grapheme clusters, which are the same in all languages. */
export const segmenter = new Intl.Segmenter('en')

/** The whole characters of a text: what the eye counts. */
export function characters(text: string): string[] {
  return SIMPLE.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** What it counts to go through the whole characters of a text: to find out where one ends takes forty times as long. */
export function effort(text: string): number {
  return SIMPLE.test(text) ? text.length : text.length * 40
}

/** The characters with a sign between that no text has. */
function apart(text: string): string {
  return `\0${characters(text).join('\0')}\0`
}

/** Finds a folded text in a folded text, in whole characters: half of a joined emoji is not found. */
export function contains(text: string, part: string): boolean {
  return text.includes(part) && apart(text).includes(apart(part))
}

/** What stands before, between and behind the parts of a text. */
export function split(text: string, part: string): string[] {
  return text.split(part)
}

/** `contains`, at the beginning. */
export function startsWith(text: string, part: string): boolean {
  return apart(text).startsWith(apart(part))
}

/** `contains`, at the end. */
export function endsWith(text: string, part: string): boolean {
  return apart(text).endsWith(apart(part))
}
