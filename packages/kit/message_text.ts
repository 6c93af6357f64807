import type { Preview, PreviewRun } from './integration.ts'

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

/**
 * The runs of a text in a service's own markup, for a preview: each match of `markup` becomes the run that `drawn` makes of
 * it, and what stands between is left as it is.
 */
export function runsOf(
  text: string,
  markup: RegExp,
  drawn: (match: RegExpExecArray) => PreviewRun,
): PreviewRun[] {
  const runs: PreviewRun[] = []
  let end = 0
  for (const match of text.matchAll(markup)) {
    runs.push({ text: text.slice(end, match.index) }, drawn(match))
    end = match.index + match[0].length
  }
  return [...runs, { text: text.slice(end) }].filter((run) => run.text !== '')
}

/** What a preview says, without its looks; of none, nothing. */
export function previewText(preview: Preview | undefined): string {
  if (!preview) return ''
  return preview.format === 'message' ? preview.runs.map(({ text }) => text).join('') : preview.text
}
