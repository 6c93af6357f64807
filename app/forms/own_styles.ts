import { SourceMap } from 'node:module'
import { type Declaration, Features, type Location2, type Rule, transform } from 'lightningcss'
import { isTooDeep, isTooLong, isTooMuch } from '#app/forms/css_bounds'
import { type OwnColours, readColours } from '#app/forms/own_colours'
import { fromRoot } from '#app/forms/own_selectors'

/** Something of a creator's CSS that is left out: where it stands (from 1), and why. */
interface LeftOut {
  line: number
  column: number
  message: string
}

export interface OwnStyles {
  /** what the page carries: reaches nothing but the form, and loads nothing */
  css: string
  leftOut: readonly LeftOut[]
  colours: OwnColours
}

/** The beginning of names that are the page's own. */
const OURS = 'fw-'
/** Rules that say how the form looks, and nothing else. */
const RULES: ReadonlySet<Rule['type']> = new Set([
  'style',
  'media',
  'supports',
  'container',
  'keyframes',
  'layer-block',
  'layer-statement',
  'starting-style',
  'nesting',
  'nested-declarations',
  'ignored',
])
/** Functions that may load something, also where they stand in what is not understood. */
const LOADING = /^(-\w+-)?(src|image|image-set|cross-fade|element|paint)$/i
/** Pictures that stand in the CSS itself, and parts of the same document. */
const WITHIN = /^(#|data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,])/i

const OUTSIDE =
  'html, body and :root are the form itself. Begin the selector with one of them: nothing is around or beside it.'

/** Of what is left out so much is told. */
const MOST_TOLD = 100
/** A page carries no more than this, in characters: written out, short rules become long. */
const LONGEST_STYLES = 500_000

/**
 * A creator's CSS as the page may carry it. Read by a real parser, so that no escape hides a name from it; what could load
 * something, leave its place or reach beyond the form is left out, and said. What the parser itself fails at is left out as
 * a whole, and what it must not be given. It may take a second: `styles_apart.ts` does it beside other requests.
 */
export function ownStyles(source: string): OwnStyles {
  const nothing = (message: string) => ({
    ...{ css: '', leftOut: [{ line: 1, column: 1, message }] },
    colours: [],
  })
  if (isTooDeep(source)) return nothing('Brackets stand too deep in each other. Nest less.')
  try {
    const leftOut: LeftOut[] = []
    const styles = scoped(harmless(source, leftOut), leftOut)
    if (styles.css.length > LONGEST_STYLES) return nothing(REPEATED)
    leftOut.sort((a, b) => a.line - b.line || a.column - b.column)
    return { ...styles, leftOut: leftOut.slice(0, MOST_TOLD) }
  } catch (error) {
    if (error instanceof TooLong) return nothing(error.message)
    return nothing('This CSS cannot be read. Shorten it to find where.')
  }
}

class TooLong extends Error {}

const REPEATED = 'Nested rules repeat each other too often. Nest less.'
const TOO_MANY = 'There are too many rules, or they stand too deep in each other. Use fewer, or nest less.'

/** CSS with nested rules beside each other, and where they stood. */
interface Harmless {
  css: string
  places: SourceMap
}

/** Without what is refused, and with nested rules beside each other. */
function harmless(source: string, leftOut: LeftOut[]): Harmless {
  let at = { line: 1, column: 1 }
  const refuse = (message: string) => leftOut.push({ ...at, message })
  const { code, map, warnings } = transform({
    filename: 'own.css',
    code: Buffer.from(source),
    include: Features.Nesting,
    errorRecovery: true,
    sourceMap: true,
    visitor: {
      StyleSheet({ rules }) {
        if (isTooMuch(rules)) throw new TooLong(TOO_MANY)
        if (isTooLong(rules)) throw new TooLong(REPEATED)
      },
      Rule(rule) {
        at = placeOf(rule) ?? at
        const message = ruleRefusal(rule)
        if (message === undefined) return undefined
        refuse(message)
        return []
      },
      Declaration(declaration) {
        const message = declarationRefusal(declaration)
        if (message === undefined) return undefined
        refuse(message)
        return []
      },
      Url(url) {
        if (WITHIN.test(url.url)) return undefined
        at = { line: url.loc.line, column: url.loc.column }
        refuse('Nothing is loaded from elsewhere. Use a picture as data:image/… instead.')
        return { ...url, url: '#' }
      },
      Image(image) {
        if (image.type !== 'image-set') return undefined
        refuse('image-set() is left out: it loads pictures.')
        return { type: 'none' }
      },
      Function(called) {
        if (!LOADING.test(called.name)) return undefined
        refuse(`${called.name}() is left out: it loads pictures.`)
        return { type: 'token', value: { type: 'ident', value: 'none' } }
      },
    },
  })
  // what is no rule it knows was said above
  for (const { loc, message } of warnings.filter(({ message }) => !message.startsWith('Unknown at rule')))
    leftOut.push({ line: loc.line, column: loc.column, message: unread(message) })
  return { css: code.toString(), places: new SourceMap(JSON.parse(String(map))) }
}

/** What the parser says, in our words where moving a rule as it asks would not help. */
function unread(message: string): string {
  return message.startsWith('@import') ? refusedRule('import') : `This cannot be read: ${message}.`
}

const refusedRule = (name: string) =>
  `@${name} is left out: ${name === 'import' ? 'nothing is loaded from elsewhere. Put the rules themselves here' : 'only rules that say how the form looks are taken'}.`

/** Every selector begins at the form. What ends the element that it stands in cannot be written. */
function scoped({ css, places }: Harmless, leftOut: LeftOut[]): Pick<OwnStyles, 'css' | 'colours'> {
  let colours: OwnColours = []
  const written = ({ line, column }: Location2) => {
    const { originalLine, originalColumn } = { ...places.findEntry(line, column - 1) }
    return { line: (originalLine ?? 0) + 1, column: (originalColumn ?? 0) + 1 }
  }
  const { code } = transform({
    filename: 'own.css',
    code: Buffer.from(css),
    minify: true,
    // one of the browsers that read no timeline within `animation`: it is kept beside it
    targets: { safari: 26 << 16 },
    errorRecovery: true,
    visitor: {
      StyleSheet({ rules }) {
        colours = readColours(rules, (place) => written(place).line)
      },
      Rule: {
        style({ value: { loc, selectors } }) {
          const refused = selectors.filter((selector) => fromRoot(selector).length === 0)
          if (refused.length === 0) return undefined
          leftOut.push({ ...written(loc), message: OUTSIDE })
          return refused.length === selectors.length ? [] : undefined
        },
      },
      Selector: fromRoot,
    },
  })
  return { css: code.toString().replace(/<(?=[/!])/g, '\\3c '), colours }
}

function ruleRefusal(rule: Rule): string | undefined {
  if (rule.type === 'keyframes' && rule.value.name.value.startsWith(OURS))
    return `Names of animations do not begin with ${OURS}: those are the page’s own.`
  if (RULES.has(rule.type)) return undefined
  const name = rule.type === 'unknown' ? rule.value.name : rule.type
  return refusedRule(name)
}

const POSITIONS: ReadonlySet<string> = new Set(['fixed', 'sticky'])

function declarationRefusal(declaration: Declaration): string | undefined {
  if (declaration.property === 'position')
    return POSITIONS.has(declaration.value.type)
      ? 'Nothing leaves its place: use another position.'
      : undefined
  // from what the page has fixed itself, such as its progress, it would take that over
  if (declaration.property === 'all')
    return declaration.value === 'inherit' ? 'all: inherit is left out: it takes positions over.' : undefined
  if (declaration.property === 'unparsed' && declaration.value.propertyId.property === 'position')
    return 'A position is written out, without var().'
  return undefined
}

function placeOf(rule: Rule): { line: number; column: number } | undefined {
  const value: { loc?: Location2 } | null =
    'value' in rule && typeof rule.value === 'object' ? rule.value : null
  // lines are counted from 0 there
  return value?.loc && { line: value.loc.line + 1, column: value.loc.column }
}
