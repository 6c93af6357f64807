const segmenter = new Intl.Segmenter('en')

/** Without what no message holds: control characters but line feeds and tabs, and halves of characters. */
export function plainText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\P{Cc}\n\t]/gu, '')
}

/**
 * At most so many UTF-16 units of a text, with `…` where it was cut: never inside what the eye takes for one character,
 * if that is not longer than all there is room for. `halfEscape` finds the half of an escape that may be left at the
 * end of an escaped text (`/&[a-z]*$/`); it goes, too.
 */
export function cutText(text: string, most: number, halfEscape?: RegExp): string {
  if (text.length <= most) return text
  const whole = segmenter.segment(text).containing(most - 1)?.index ?? 0
  const kept = whole > 0 ? text.slice(0, whole) : text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  return `${halfEscape ? kept.replace(halfEscape, '') : kept}…`
}
