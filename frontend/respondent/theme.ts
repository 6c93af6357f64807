import type { FormSettings } from '../../engine/document/document.ts'

type Rgb = readonly [number, number, number]

/** Least contrast of text on its ground (WCAG 2.2, 1.4.3), with a margin for rounding. */
const ENOUGH = 4.6
const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** The ground of the dark page, and what is raised from it. */
const NIGHT: Rgb = [20, 22, 26]
const NIGHT_RAISED: Rgb = [30, 33, 39]
const RAISED: Rgb = [246, 247, 249]
const FALLBACK: Rgb = [59, 130, 246]

/**
 * The colours of a version as the text of its one <style>. The creator's accent is darkened (on light ground) or
 * lightened (on dark ground) until text in it, and text on it, can be read by everyone.
 */
export function themeStyle(appearance: FormSettings['appearance']): string {
  const accent = parseColour(appearance.accent) ?? FALLBACK
  const [tint, darkTint] = [mix(WHITE, accent, 0.07), mix(NIGHT, accent, 0.14)]
  const light = darkened(accent, (colour) => readable(colour, [WHITE, RAISED, tint]))
  const dark = until(accent, WHITE, (colour) => readable(colour, [NIGHT, NIGHT_RAISED, darkTint]))
  const variables = (strong: Rgb, on: Rgb, tint: Rgb) =>
    `:root{--accent:${hex(accent)};--strong:${hex(strong)};--on-strong:${hex(on)};--tint:${hex(tint)}}`
  return (
    variables(light, WHITE, tint) +
    `@media (prefers-color-scheme:dark){${variables(dark, [14, 17, 22], darkTint)}}`
  )
}

/** Contrast of two colours as WCAG defines it, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/** `#abc` or `#aabbcc` as numbers; anything else is no colour. */
export function parseColour(text: string): Rgb | undefined {
  const digits = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text.trim())
  if (!digits) return undefined
  const six = digits[2] ?? [...(digits[1] ?? '')].map((digit) => digit + digit).join('')
  const part = (at: number) => parseInt(six.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

function readable(colour: Rgb, grounds: readonly Rgb[]): boolean {
  return grounds.every((ground) => contrast(colour, ground) >= ENOUGH)
}

/** Less light, the same hue, no less colour: a darker blue stays a blue and does not turn grey. */
function darkened(colour: Rgb, done: (colour: Rgb) => boolean): Rgb {
  const [r, g, b] = [colour[0] / 255, colour[1] / 255, colour[2] / 255]
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const spread = most - least
  const share = (part: number) => (spread === 0 ? 0 : (part - least) / spread)
  const start = (most + least) / 2
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * start - 1))
  for (let light = start; light > 0; light -= 0.01) {
    const chroma = (1 - Math.abs(2 * light - 1)) * saturation
    const part = (at: number) => Math.round((light - chroma / 2 + chroma * share(at)) * 255)
    const darker: Rgb = [part(r), part(g), part(b)]
    if (done(darker)) return darker
  }
  return BLACK
}

function until(colour: Rgb, towards: Rgb, done: (colour: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, towards, share)
    if (done(mixed)) return mixed
  }
  return towards
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (a: number, b: number) => Math.round(a + (b - a) * share)
  return [part(from[0], to[0]), part(from[1], to[1]), part(from[2], to[2])]
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function hex(colour: Rgb): string {
  return '#' + colour.map((part) => part.toString(16).padStart(2, '0')).join('')
}
