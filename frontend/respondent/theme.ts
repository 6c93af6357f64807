import type { FormSettings } from '../../engine/document/document.ts'
import { chroma, contrast, hex, mix, parseColour, type Rgb, shade, WHITE } from './colour.ts'

type Appearance = FormSettings['appearance']

/** The colours of a page that its creator does not choose. */
interface Palette {
  ground: string
  raised: string
  ink: string
  muted: string
  /** holds what can be filled in: 3:1 */
  line: string
  /** holds what something else marks */
  faint: string
  wrong: string
  'wrong-ground': string
}

/** What follows from the accent, for one palette. */
interface Accent {
  /** of buttons and ticks */
  fill: string
  'on-fill': string
  /** of texts, the focus, the frame of what is chosen */
  strong: string
  /** the ground of what is chosen */
  tint: string
}

type Scheme = 'light' | 'dark'

const WRONG: Record<Scheme, Pick<Palette, 'wrong' | 'wrong-ground'>> = {
  light: { wrong: '#b42318', 'wrong-ground': '#fef4f3' },
  dark: { wrong: '#ff9c92', 'wrong-ground': '#2c1918' },
}
const COOL: Record<Scheme, Palette> = {
  light: {
    ground: '#ffffff',
    raised: '#f6f7f9',
    ink: '#14171c',
    muted: '#59616e',
    line: '#868e9b',
    faint: '#dfe3e8',
    ...WRONG.light,
  },
  dark: {
    ground: '#121418',
    raised: '#1b1e24',
    ink: '#eff1f4',
    muted: '#a5adba',
    line: '#737c8a',
    faint: '#2d323b',
    ...WRONG.dark,
  },
}
const WARM: Record<Scheme, Palette> = {
  light: {
    ground: '#ffffff',
    raised: '#f4f4f2',
    ink: '#32302c',
    muted: '#65625c',
    line: '#85827b',
    faint: '#e6e5e2',
    ...WRONG.light,
  },
  dark: {
    ground: '#191918',
    raised: '#242423',
    ink: '#ecebe8',
    muted: '#acaaa4',
    line: '#7b7973',
    faint: '#343431',
    ...WRONG.dark,
  },
}
const PALETTES: Record<Appearance['theme'], Record<Scheme, Palette>> = {
  default: COOL,
  simple: COOL,
  notion: WARM,
}

/** Least contrast of a text (WCAG 2.2, 1.4.3: 4.5) with a margin for rounding, and of what is no text (1.4.11). */
const READABLE = 4.6
const VISIBLE = 3
/** Below it an accent is a grey (OKLCH). */
const COLOURLESS = 0.05
const TINT: Record<Scheme, number> = { light: 0.07, dark: 0.16 }
const INK = '#14171c'
const PAPER = '#eff1f4'
const FALLBACK = '#3b82f6'

/** The colours of a version, as the text that its first <style> begins with. Paper is always light. */
export function themeStyle({ theme, accent, scheme = 'auto' }: Appearance): string {
  const rules = (of: Scheme) => {
    const palette = PALETTES[theme][of]
    const all = Object.entries({ ...palette, ...accentColours(accent, palette, of) })
    return `:root{color-scheme:${of};${all.map(([name, value]) => `--${name}:${value}`).join(';')}}`
  }
  if (scheme === 'light') return rules('light')
  const condition = scheme === 'dark' ? '' : ' and (prefers-color-scheme:dark)'
  return `${rules('light')}@media screen${condition}{${rules('dark')}}`
}

/**
 * An accent, made so that text in it, and text on it, can be read by everyone. Only its lightness is changed, and of a
 * bright one (a yellow) nothing: it bears dark text.
 */
function accentColours(accent: string, palette: Palette, scheme: Scheme): Accent {
  const colour = parseColour(accent) ?? rgb(FALLBACK)
  const [ground, raised] = [rgb(palette.ground), rgb(palette.raised)]
  const grey = chroma(colour) < COLOURLESS
  const tint = grey ? raised : mix(ground, colour, TINT[scheme])
  const strong = shade(colour, scheme === 'light' ? -1 : 1, (shade) =>
    [ground, raised, tint].every((under) => contrast(shade, under) >= READABLE),
  )
  return { ...fillColours(colour, ground, scheme, grey), strong: hex(strong), tint: hex(tint) }
}

function fillColours(
  colour: Rgb,
  ground: Rgb,
  scheme: Scheme,
  grey: boolean,
): Pick<Accent, 'fill' | 'on-fill'> {
  if (grey && scheme === 'dark') return { fill: PAPER, 'on-fill': INK }
  const bearsWhite = contrast(WHITE, colour) >= VISIBLE
  const onWhite = bearsWhite ? shade(colour, -1, (shade) => contrast(WHITE, shade) >= READABLE) : colour
  const fill = scheme === 'dark' ? shade(onWhite, 1, (shade) => contrast(ground, shade) >= VISIBLE) : onWhite
  return { fill: hex(fill), 'on-fill': bearsWhite ? '#ffffff' : INK }
}

/** A colour that is written here. */
function rgb(text: string): Rgb {
  const colour = parseColour(text)
  if (!colour) throw new Error(`${text} is no colour.`)
  return colour
}
