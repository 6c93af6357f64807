import type { FormSettings } from '../../engine/document/document.ts'
import { BLACK, chroma, contrast, hex, mix, parseColour, type Rgb, shade, WHITE } from './colour.ts'

type Appearance = FormSettings['appearance']
/** What the colours follow from. */
type Colours = Pick<Appearance, 'theme' | 'accent' | 'scheme' | 'ground' | 'ink' | 'button'>

/** The colours of a page but those that follow from the accent. */
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

/** Of buttons and ticks. */
interface Fill {
  fill: string
  'on-fill': string
}

/** What follows from the accent, for one palette. */
interface Accent extends Fill {
  /** of texts, the focus, the frame of what is chosen */
  strong: string
  /** the ground of what is chosen */
  tint: string
}

/** All colours of a look in one scheme; those of the button, if it has its own. */
type LookColours = Palette & Accent & { button?: string; 'on-button'?: string }

export type Scheme = 'light' | 'dark'

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
/** How much of the ink is in what is read second. */
const MUTED = 0.7
/** Least contrast of an own button to the ground, to be seen as one at all: yellow on white has it. */
const APART = 1.25
const INK = '#14171c'
const PAPER = '#eff1f4'
const FALLBACK = '#3b82f6'

/** The colours of a version, as the text that its first <style> begins with. Paper is always light. */
export function themeStyle(look: Colours): string {
  const rules = (of: Scheme, own = look) => {
    const all = Object.entries(lookColours(own, of))
    return `:root{color-scheme:${of};${all.map(([name, value]) => `--${name}:${value}`).join(';')}}`
  }
  const { ground, ...onPaper } = look
  const scheme = fixedScheme(look)
  if (ground !== undefined && scheme)
    return `${rules('light', onPaper)}@media screen{${rules(scheme)}${arrow(lookColours(look, scheme).muted)}}`
  if (scheme === 'light') return rules('light')
  const condition = scheme === 'dark' ? '' : ' and (prefers-color-scheme:dark)'
  return `${rules('light')}@media screen${condition}{${rules('dark')}}`
}

/** Light or dark, where that is not the device's choice. A ground of one's own is the same for everyone. */
export function fixedScheme({ ground, scheme }: Pick<Colours, 'ground' | 'scheme'>): Scheme | undefined {
  const own = parseColour(ground ?? '')
  if (own) return contrast(BLACK, own) >= contrast(WHITE, own) ? 'light' : 'dark'
  return scheme === 'auto' ? undefined : scheme
}

/** The colours of a look by name, as they are drawn: own ones where they can be read, else the nearest that can. */
export function lookColours(look: Colours, scheme: Scheme): LookColours {
  const accent = parseColour(look.accent) ?? rgb(FALLBACK)
  const palette = paletteOf(look, accent, scheme)
  const colours = { ...palette, ...accentColours(accent, palette, scheme, look.ground !== undefined) }
  const button = parseColour(look.button ?? '')
  if (!button) return colours
  const { fill, 'on-fill': onFill } = fillColours(button, palette, scheme, true)
  return { ...colours, button: fill, 'on-button': onFill }
}

/** The theme's colours, or those that follow from an own ground; an own ink is moved until it can be read there. */
function paletteOf({ theme, ground, ink }: Colours, accent: Rgb, scheme: Scheme): Palette {
  const house = PALETTES[theme][scheme]
  const own = parseColour(ground ?? '')
  const palette = own ? groundColours(own, house, accent, scheme) : house
  const text = parseColour(ink ?? '')
  if (!text) return palette
  const surfaces = [palette.ground, palette.raised, palette['wrong-ground']].map(rgb)
  surfaces.push(tintOf(accent, palette, scheme))
  const read = readableOn(surfaces, scheme)
  const seen = read(text)
  return { ...palette, ink: hex(seen), muted: hex(read(mix(rgb(palette.ground), seen, MUTED))) }
}

/** All that stands on a ground of one's own, and what is raised from it. */
function groundColours(ground: Rgb, house: Palette, accent: Rgb, scheme: Scheme): Palette {
  const [text, opposite] = scheme === 'light' ? [BLACK, WHITE] : [WHITE, BLACK]
  // in the middle between black and white it moves away from its text
  const nearer = mix(ground, text, 0.04)
  const raised = contrast(text, nearer) >= READABLE ? nearer : mix(ground, opposite, 0.08)
  const surfaces = [ground, raised, tintOf(accent, { ground: hex(ground), raised: hex(raised) }, scheme)]
  const read = readableOn(surfaces, scheme)
  const ink = read(rgb(house.ink))
  const line = shade(mix(ground, ink, 0.5), scheme === 'light' ? -1 : 1, (shade) =>
    [ground, raised].every((surface) => contrast(shade, surface) >= VISIBLE),
  )
  return {
    ground: hex(ground),
    raised: hex(raised),
    ink: hex(ink),
    muted: hex(read(mix(ground, ink, MUTED))),
    line: hex(line),
    faint: hex(mix(ground, ink, 0.14)),
    wrong: hex(read(rgb(house.wrong))),
    'wrong-ground': hex(raised),
  }
}

/** Moves the lightness of a colour until it can be read on all of these. */
function readableOn(surfaces: readonly Rgb[], scheme: Scheme): (colour: Rgb) => Rgb {
  return (colour) =>
    shade(colour, scheme === 'light' ? -1 : 1, (shade) =>
      surfaces.every((surface) => contrast(shade, surface) >= READABLE),
    )
}

/** The ground of what is chosen: a breath of the accent, if it has a colour and text can be read on it. */
function tintOf(accent: Rgb, { ground, raised }: Pick<Palette, 'ground' | 'raised'>, scheme: Scheme): Rgb {
  const tint = mix(rgb(ground), accent, TINT[scheme])
  const text = scheme === 'light' ? BLACK : WHITE
  return chroma(accent) < COLOURLESS || contrast(text, tint) < READABLE ? rgb(raised) : tint
}

/**
 * An accent, made so that text in it, and text on it, can be read by everyone. Only its lightness is changed, and of a
 * bright one (a yellow) nothing: it bears dark text.
 */
function accentColours(accent: Rgb, palette: Palette, scheme: Scheme, ownGround: boolean): Accent {
  const tint = tintOf(accent, palette, scheme)
  const strong = readableOn([rgb(palette.ground), rgb(palette.raised), tint], scheme)(accent)
  return { ...fillColours(accent, palette, scheme, ownGround), strong: hex(strong), tint: hex(tint) }
}

/**
 * A button's colour and that of its text. Where the ground or the button is the creator's `own`, and nearly the same, it is
 * drawn in the colour of texts.
 */
function fillColours(colour: Rgb, palette: Palette, scheme: Scheme, own: boolean): Fill {
  const ground = rgb(palette.ground)
  const seen = (shade: Rgb) => contrast(ground, shade) >= VISIBLE && textOn(shade) !== undefined
  if (scheme === 'dark' && chroma(colour) < COLOURLESS && !(own && seen(colour)))
    return { fill: PAPER, 'on-fill': INK }
  const bearsWhite = contrast(WHITE, colour) >= VISIBLE
  const onWhite = bearsWhite ? shade(colour, -1, (shade) => contrast(WHITE, shade) >= READABLE) : colour
  if (own && contrast(onWhite, ground) < APART) {
    const inked = shade(rgb(palette.ink), 1, (shade) => textOn(shade) !== undefined)
    return { fill: hex(inked), 'on-fill': textOn(inked) ?? palette.ground }
  }
  const fill = scheme === 'dark' ? shade(onWhite, 1, seen) : onWhite
  return { fill: hex(fill), 'on-fill': textOn(fill) ?? INK }
}

/** What can be read on a button, also while it is pointed at; nothing can on some colours between light and dark. */
function textOn(fill: Rgb): string | undefined {
  return ['#ffffff', INK].find((text) =>
    [fill, pointedAt(fill)].every((shade) => contrast(rgb(text), shade) >= READABLE),
  )
}

/** A button that is pointed at is darker (page.css). */
function pointedAt(fill: Rgb): Rgb {
  return mix(fill, BLACK, 0.1)
}

/** The arrow of a list that unfolds, which stands in a picture of its own. */
function arrow(colour: string): string {
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' fill='none' stroke='%23${colour.slice(1)}' stroke-width='2'><path d='m4 6 4 4 4-4'/></svg>`
  return `.fw-select{background-image:url("data:image/svg+xml,${picture}")}`
}

/** A colour that is written here. */
function rgb(text: string): Rgb {
  const colour = parseColour(text)
  if (!colour) throw new Error(`${text} is no colour.`)
  return colour
}
