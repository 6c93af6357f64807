import { NUMBERED } from './outline_text.ts'

const LISTS = new Set(['OL', 'UL'])
const BLOCKS = new Set(
  [
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM',
    'H1 H2 H3 H4 H5 H6 HEADER HR LEGEND MAIN NAV OL P PRE SECTION SUMMARY TABLE TR UL',
  ].flatMap((names) => names.split(' ')),
)
/** As many as programs for texts have. */
const MOST_LEVELS = 9
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

/** What is asked of a node: tests have no DOM. */
export interface HtmlNode {
  nodeName: string
  /** of a text, what it says */
  nodeValue: string | null
  childNodes: Iterable<HtmlNode>
  getAttribute?: (name: string) => string | null
}

interface Line {
  indent: number
  /** what stands before an item of a list */
  mark: string
  text: string
}

/** Where in the HTML something stands. */
interface Place {
  depth: number
  /** in a list that counts its items */
  counted: boolean
  /** where blanks and ends of lines are as they are written */
  kept: boolean
  /** the item of a list that this belongs to: all that it says is one line */
  item: Line | undefined
}

/**
 * The lines of HTML with lists, each item behind a mark and set in as far as its list is, which the same as plain text often
 * leaves out. Undefined where it has no lists.
 */
export function listLinesOf(html: string): string | undefined {
  if (!/<li[\s>]/i.test(html)) return undefined
  return listLinesIn(new DOMParser().parseFromString(html, 'text/html').body)
}

/** The same, of HTML that is read already. */
export function listLinesIn(body: HtmlNode): string {
  const lines: Line[] = []
  const begin = (mark = '', level = 1): Line => {
    const line = { indent: Math.min(Math.max(level, 1), MOST_LEVELS) - 1, mark, text: '' }
    lines.push(line)
    return line
  }
  let line = begin()
  const end = (item: Line | undefined) => {
    line = item ?? begin()
    line.text += ' '
  }
  const say = (text: string, { kept, item }: Place) => {
    for (const [index, part] of (kept ? text.split('\n') : [text]).entries()) {
      if (index > 0) end(item)
      line.text += part.replace(/\s+/g, ' ')
    }
  }
  const readItem = (node: HtmlNode, place: Place) => {
    // some write lists below others side by side, and their levels beside them
    const level = node.getAttribute?.('aria-level') ?? node.getAttribute?.('data-aria-level')
    line = begin(place.counted ? NUMBERED : '•', Number(level) || place.depth)
    readAll(node, { ...place, item: line })
    end(undefined)
  }
  const readAll = (node: HtmlNode, place: Place) => {
    if (place.item && isBox(node)) place.item.mark = '☐'
    for (const child of node.childNodes) read(child, place)
  }
  const read = (node: HtmlNode, place: Place) => {
    // those of SVG are small
    const name = node.nodeName.toUpperCase()
    if (name === '#TEXT') say(node.nodeValue ?? '', place)
    if (UNSEEN.has(name)) return
    if (name === 'LI') {
      readItem(node, place)
      return
    }
    const block = BLOCKS.has(name)
    if (block) end(place.item)
    if (LISTS.has(name)) readAll(node, { ...place, depth: place.depth + 1, counted: name === 'OL' })
    else readAll(node, { ...place, kept: place.kept || name === 'PRE' })
    if (block) end(place.item)
    // as in plain text
    if (name === 'TD' || name === 'TH') line.text += '\t'
  }
  read(body, { depth: 0, counted: false, kept: false, item: undefined })
  return lines.flatMap((one) => written(one) ?? []).join('\n')
}

/** An item without words is none. */
function written({ indent, mark, text }: Line): string | undefined {
  const said = text
    .replace(/ *\t */g, '\t')
    .replace(/ +/g, ' ')
    .trim()
  if (said === '') return undefined
  return mark === '' ? said : `${'  '.repeat(indent)}${mark} ${said}`
}

function isBox(node: HtmlNode): boolean {
  return node.getAttribute?.('role') === 'checkbox' || node.getAttribute?.('type') === 'checkbox'
}
