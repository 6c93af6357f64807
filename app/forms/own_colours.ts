import type { Background, CssColor, Declaration, Location2, Rule, StyleRule } from 'lightningcss'
import { fromRoot } from '#app/forms/own_selectors'
import type { FormSettings } from '#engine/document/document'
import { contrast, hex, parseColour, type Rgb } from '../../frontend/respondent/colour.ts'
import { fixedScheme, lookColours, type Scheme } from '../../frontend/respondent/theme.ts'

/** Of a text and of what is behind it. */
interface Colours {
  text?: Rgb | undefined
  /** several are a gradient */
  ground?: readonly Rgb[] | undefined
}

/** What a creator's CSS says of them in one scheme. */
interface Pair extends Colours {
  scheme: Scheme
  /** of the form itself, and not of something in it */
  whole: boolean
  line: number
}

export type OwnColours = readonly Pair[]

/** Around a rule. */
interface Around {
  schemes: readonly Scheme[]
  /** whether what it says holds there at any time */
  always: boolean
}

type Appearance = FormSettings['appearance']

const BOTH: readonly Scheme[] = ['light', 'dark']
/** Least contrast of a text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5

/**
 * The colours that CSS gives to texts and grounds: those that are written out and cover what is behind them. What several
 * rules say of one selector is taken together.
 */
export function readColours(rules: readonly Rule[], lineOf: (place: Location2) => number): OwnColours {
  const pairs = new Map<string, Pair>()
  const addStyle = (rule: StyleRule, { schemes, always }: Around) => {
    const { declarations = [], importantDeclarations = [] } = rule.declarations ?? {}
    let said: Colours = {}
    for (const each of [...declarations, ...importantDeclarations]) said = { ...said, ...colourOf(each) }
    if (Object.keys(said).length === 0) return
    const line = lineOf(rule.loc)
    for (const selector of rule.selectors.flatMap(fromRoot)) {
      // no text stands in these, or none but their own
      if (selector.some(({ type }) => type === 'pseudo-element')) continue
      const name = JSON.stringify([selector, always || pairs.size])
      for (const scheme of schemes) {
        const key = `${scheme} ${name}`
        const before = pairs.get(key) ?? { scheme, whole: always && selector.length === 1 }
        pairs.set(key, { ...before, ...said, line })
      }
    }
  }
  const add = (within: readonly Rule[], around: Around): void => {
    for (const rule of within) {
      if (rule.type === 'style') addStyle(rule.value, around)
      else if (rule.type === 'layer-block') add(rule.value.rules, around)
      else if (rule.type === 'supports' || rule.type === 'container')
        add(rule.value.rules, { ...around, always: false })
      else if (rule.type === 'media') add(rule.value.rules, aroundOf(rule.value.query, around))
    }
  }
  add(rules, { schemes: BOTH, always: true })
  return [...pairs.values()]
}

/** What a media query leaves of it. */
function aroundOf(query: object, around: Around): Around {
  const text = JSON.stringify(query)
  // on paper every form is light, and its texts are the printer's
  if (text.includes('"print"')) return { schemes: [], always: false }
  if (!text.includes('"prefers-color-scheme"')) return { ...around, always: false }
  return { ...around, schemes: around.schemes.filter((scheme) => text.includes(`"${scheme}"`)) }
}

/** A colour of texts or grounds; nothing of it is known where it is not written out. */
function colourOf(declaration: Declaration): Colours {
  switch (declaration.property) {
    case 'color':
      return { text: opaque(declaration.value) }
    case 'background-color':
      return { ground: onlyKnown([declaration.value]) }
    case 'background':
      return { ground: onlyKnown(declaration.value.flatMap(coloursBehind)) }
    case 'custom': {
      const { name, value } = declaration.value
      const colour = value[0]?.type === 'color' ? opaque(value[0].value) : undefined
      if (name === '--ink') return { text: colour }
      return name === '--ground' ? { ground: colour && [colour] } : {}
    }
    case 'unparsed': {
      const { property } = declaration.value.propertyId
      if (property === 'color') return { text: undefined }
      return property.startsWith('background') ? { ground: undefined } : {}
    }
    default:
      return {}
  }
}

function coloursBehind({ color, image }: Background): CssColor[] {
  if (image.type !== 'gradient' || !('items' in image.value)) return [color]
  return image.value.items.flatMap((item) => (item.type === 'color-stop' ? [item.color] : []))
}

function onlyKnown(colours: readonly CssColor[]): readonly Rgb[] | undefined {
  const known = colours.flatMap((colour) => {
    const rgb = opaque(colour)
    return rgb ? [rgb] : []
  })
  return known.length === 0 ? undefined : known
}

function opaque(colour: CssColor): Rgb | undefined {
  if (typeof colour === 'string' || colour.type !== 'rgb' || colour.alpha < 1) return undefined
  return [colour.r, colour.g, colour.b]
}

/**
 * The ground that the form has by its CSS in both schemes: as one that is chosen it decides the scheme, and all that the
 * theme draws can be read on it.
 */
export function groundOf(colours: OwnColours): string | undefined {
  const [light, dark] = BOTH.map((scheme) => wholeGround(colours, scheme)?.map(hex))
  if (!light || String(light) !== String(dark)) return undefined
  const sides = new Set(light.map((ground) => fixedScheme({ ground })))
  if (sides.size > 1) return undefined
  const text = sides.has('light') ? '#000000' : '#ffffff'
  return light.toSorted((a, b) => between(a, text) - between(b, text))[0]
}

function wholeGround(colours: OwnColours, scheme: Scheme): readonly Rgb[] | undefined {
  return colours.find((pair) => pair.whole && pair.scheme === scheme)?.ground
}

function between(one: string, other: string): number {
  const [a, b] = [parseColour(one), parseColour(other)]
  return a && b ? contrast(a, b) : 1
}

/** What of a form could not be read for its CSS, and that it has one scheme for it, in words. */
export function colourRemarks(
  colours: OwnColours,
  appearance: Appearance,
): { line: number; message: string }[] {
  const ground = groundOf(colours)
  const look = ground === undefined ? appearance : { ...appearance, ground }
  const fixed = fixedScheme(look)
  const remarks = new Map<string, { line: number; message: string; schemes: Scheme[] }>()
  for (const pair of colours) {
    if (fixed && pair.scheme !== fixed) continue
    const message = unreadable(pair, colours, look, ground !== undefined)
    if (message === undefined) continue
    const key = `${pair.line} ${message}`
    const remark = remarks.get(key) ?? { line: pair.line, message, schemes: [] }
    remark.schemes.push(pair.scheme)
    remarks.set(key, remark)
  }
  const said = [...remarks.values()].map(({ line, message, schemes }) => ({
    line,
    message: `${message}${fixed || schemes.length === 2 ? '' : ` in ${schemes.join()}`}. ${ADVICE}`,
  }))
  const line = colours.find(({ whole, ground: own }) => whole && own)?.line ?? 1
  if (ground !== undefined && fixedScheme(appearance) !== fixed) {
    const message = `With this background the form is ${fixed} on every device, and its texts follow. Choose that color scheme, or give another background in @media (prefers-color-scheme).`
    said.push({ line, message })
  }
  return said.toSorted((a, b) => a.line - b.line)
}

const ADVICE = `Give color and background together, with a contrast of ${READABLE}:1 or more, or use the theme’s own: var(--ink), var(--ground).`

/** Why a text cannot be read, if so. What follows from the ground of the form can be. */
function unreadable(
  { whole, scheme, text, ground }: Pair,
  colours: OwnColours,
  look: Appearance,
  follows: boolean,
): string | undefined {
  const house = lookColours(look, scheme)
  const behind = ground?.map(hex) ?? wholeGround(colours, scheme)?.map(hex) ?? [house.ground]
  const written = text ? hex(text) : house.ink
  if (!text && (!ground || (whole && follows))) return undefined
  if (behind.every((each) => between(written, each) >= READABLE)) return undefined
  if (!text) return 'Texts are hard to read on this background'
  return ground ? 'This text is hard to read on its background' : 'This text is hard to read on the form'
}
