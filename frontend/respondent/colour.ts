/** sRGB, each part from 0 to 255. */
export type Rgb = readonly [number, number, number]

export const BLACK: Rgb = [0, 0, 0]
export const WHITE: Rgb = [255, 255, 255]

/** `#abc` or `#aabbcc` as numbers; anything else is no colour. */
export function parseColour(text: string): Rgb | undefined {
  const digits = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text.trim())
  if (!digits) return undefined
  const six = digits[2] ?? [...(digits[1] ?? '')].map((digit) => digit + digit).join('')
  const part = (at: number) => parseInt(six.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

/** `#aabbcc`. */
export function hex(colour: Rgb): string {
  return '#' + colour.map((part) => part.toString(16).padStart(2, '0')).join('')
}

/** Contrast of two colours as WCAG defines it, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** `share` of the second colour over the first. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (a: number, b: number) => Math.round(a + (b - a) * share)
  return [part(from[0], to[0]), part(from[1], to[1]), part(from[2], to[2])]
}

/** How much colour there is in it, by OKLCH: below 0.05 it is seen as a grey. */
export function chroma(colour: Rgb): number {
  return lightnessChromaHue(colour)[1]
}

/** A step of lightness, too small to be seen. */
const STEP = 0.005

/**
 * The first of its lighter (1) or darker (-1) shades that is `done`; the colour itself where it is. They differ in the
 * lightness of OKLCH alone: a darker blue stays this blue. What sRGB cannot show is cut off.
 */
export function shade(colour: Rgb, towards: 1 | -1, done: (shade: Rgb) => boolean): Rgb {
  if (done(colour)) return colour
  const [start, chroma, hue] = lightnessChromaHue(colour)
  for (let steps = 1; ; steps++) {
    const lightness = start + towards * steps * STEP
    if (lightness <= 0) return BLACK
    if (lightness >= 1) return WHITE
    const next = fromLightnessChromaHue(lightness, chroma, hue)
    if (done(next)) return next
  }
}

function luminance(colour: Rgb): number {
  const [r, g, b] = linear(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Without the curve of sRGB, from 0 to 1. */
function linear([r, g, b]: Rgb): Rgb {
  const part = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(r), part(g), part(b)]
}

/** OKLCH, by the matrices of https://bottosson.github.io/posts/oklab (hue in radians). */
function lightnessChromaHue(colour: Rgb): readonly [number, number, number] {
  const [r, g, b] = linear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(green, blue),
    Math.atan2(blue, green),
  ]
}

function fromLightnessChromaHue(lightness: number, chroma: number, hue: number): Rgb {
  const [green, blue] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * green + 0.2158037573 * blue) ** 3
  const m = (lightness - 0.1055613458 * green - 0.0638541728 * blue) ** 3
  const s = (lightness - 0.0894841775 * green - 1.291485548 * blue) ** 3
  const part = (linear: number) => {
    const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, share)) * 255)
  }
  return [
    part(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    part(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    part(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
