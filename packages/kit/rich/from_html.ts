import { defaultTreeAdapter as adapter, html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { readRichText, type RichPlace, type RichText, type SimpleMark } from './tree.ts'

/** HTML longer than this is refused unread, in UTF-16 units: a page somebody copied whole is shorter. */
const LONGEST_HTML = 500_000
/** Lists deeper than this are read as lines of the deepest one. */
const DEEPEST_LIST = 8

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/**
 * The rich text in some HTML (pasted, sent by a program, or posted), as far as this place allows it. Read as a browser
 * reads it (WHATWG HTML, by parse5); whatever is not known is dropped and its text stays. Linear in the length.
 */
export function richTextFromHtml(
  source: string,
  place: RichPlace,
): { text: RichText } | { problem: 'format' | 'too-long' } {
  if (source.length > LONGEST_HTML) return { problem: 'too-long' }
  return readRichText(new Walk().document(parseFragment(source).childNodes), place)
}

/** Nothing in these is text for people. */
const DROPPED = new Set(
  'template svg math style script noscript head title iframe object embed audio video canvas select textarea input button datalist'.split(
    ' ',
  ),
)
/** A line ends before and after these. */
const BLOCKS = new Set(
  'address article aside blockquote body center caption dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
const MARKS: Readonly<Record<string, SimpleMark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}

/** A node of the loose tree that `readRichText` brings into its form. */
interface Loose {
  type: string
  content?: Loose[]
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}

/** What the elements around a node say of it. */
interface Around {
  marks: readonly SimpleMark[]
  href?: string
  heading?: number
  pre: boolean
}

/** One step: to go into a node, or to end what was begun before. */
type Step = { node: Node; around: Around } | { end: 'line' | 'container' }

class Walk {
  readonly #document: Loose = { type: 'doc', content: [] }
  readonly #containers: Loose[] = [this.#document]
  readonly #steps: Step[] = []
  #line: Loose | undefined

  /** With a stack of its own: HTML may be nested tens of thousands deep. */
  document(nodes: readonly Node[]): Loose {
    this.#push(nodes, { marks: [], pre: false })
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if ('node' in step) this.#enter(step.node, step.around)
      else {
        this.#endLine()
        if (step.end === 'container') this.#containers.pop()
      }
    }
    this.#endLine()
    return this.#document
  }

  #push(nodes: readonly Node[], around: Around): void {
    for (let index = nodes.length - 1; index >= 0; index--) this.#steps.push({ node: nodes[index], around })
  }

  #enter(node: Node, around: Around): void {
    if (adapter.isTextNode(node)) return this.#text(node.value, around)
    if (!adapter.isElementNode(node) || node.namespaceURI !== html.NS.HTML) return
    const { tagName } = node
    if (DROPPED.has(tagName)) return
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    const address = attributes.get('data-reference')
    if (address !== undefined) {
      this.#inline({ type: 'reference', attrs: { address }, marks: marksOf(around) })
      return
    }
    if (tagName === 'br') return this.#inline({ type: 'hardBreak' })
    if (tagName === 'img') return this.#text(attributes.get('alt') ?? '', around)
    if (tagName === 'td' || tagName === 'th') this.#text(' ', around)
    if (BLOCKS.has(tagName)) this.#begin(tagName)
    this.#push(node.childNodes, within(node, attributes, around))
  }

  /** Begins a block; what ends it is done after its children. */
  #begin(tagName: string): void {
    this.#endLine()
    const type = this.#containerOf(tagName)
    this.#steps.push({ end: type === undefined ? 'line' : 'container' })
    if (type === undefined) return
    const container: Loose = { type, content: [] }
    this.#add(container)
    this.#containers.push(container)
  }

  #containerOf(tagName: string): string | undefined {
    const here = this.#containers.at(-1)?.type
    const isList = here === 'bulletList' || here === 'orderedList'
    switch (tagName) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir': {
        const lists = this.#containers.filter(({ type }) => type.endsWith('List')).length
        if (lists >= DEEPEST_LIST) return undefined
        return tagName === 'ol' ? 'orderedList' : 'bulletList'
      }
      case 'li':
        return isList ? 'listItem' : undefined
      case 'blockquote':
        return this.#containers.length === 1 ? 'blockquote' : undefined
      default:
        return undefined
    }
  }

  #add(node: Loose): void {
    this.#containers.at(-1)?.content?.push(node)
  }

  #text(source: string, around: Around): void {
    if (around.pre) {
      for (const [index, line] of source.split(/\r\n|\r|\n/).entries()) {
        if (index > 0) this.#inline({ type: 'hardBreak' }, around)
        if (line !== '') this.#inline({ type: 'text', text: line, marks: marksOf(around) }, around)
      }
      return
    }
    const collapsed = source.replace(/[ \t\r\n\f]+/g, ' ')
    const text = this.#atBlank() ? collapsed.replace(/^ /, '') : collapsed
    if (text !== '') this.#inline({ type: 'text', text, marks: marksOf(around) }, around)
  }

  /** Whether a blank here would not be seen: at the beginning of a line, or behind another. */
  #atBlank(): boolean {
    const last = this.#line?.content?.at(-1)
    return last === undefined || last.type === 'hardBreak' || (last.text?.endsWith(' ') ?? false)
  }

  #inline(inline: Loose, { heading }: Pick<Around, 'heading'> = {}): void {
    this.#line ??=
      heading === undefined
        ? { type: 'paragraph', content: [] }
        : { type: 'heading', attrs: { level: heading }, content: [] }
    this.#line.content?.push(inline)
  }

  #endLine(): void {
    const line = this.#line
    this.#line = undefined
    if (line === undefined) return
    const last = line.content?.at(-1)
    if (last?.text !== undefined) last.text = last.text.replace(/ $/, '')
    for (const inline of line.content ?? [])
      if (inline.text !== undefined) inline.text = plainBlanks(inline.text)
    this.#add(line)
  }
}

/** Blanks that were only made to be seen beside others are blanks again. */
function plainBlanks(text: string): string {
  return text.replace(/\u00a0(?=[\u00a0 ])|(?<=[\u00a0 ])\u00a0/g, ' ')
}

function marksOf({ marks, href }: Around): Loose['marks'] {
  const all: NonNullable<Loose['marks']> = marks.map((type) => ({ type }))
  return href === undefined ? all : [{ type: 'link', attrs: { href } }, ...all]
}

function within(element: Element, attributes: ReadonlyMap<string, string>, around: Around): Around {
  const { tagName } = element
  const marks = new Set(around.marks)
  const mark = MARKS[tagName]
  if (mark !== undefined) marks.add(mark)
  for (const [name, has] of styledMarks(attributes.get('style') ?? '')) {
    if (has) marks.add(name)
    else marks.delete(name)
  }
  const heading = /^h([1-6])$/.exec(tagName)
  return {
    marks: [...marks],
    pre: around.pre || tagName === 'pre',
    heading: heading === null ? around.heading : Number(heading[1]),
    href: tagName === 'a' ? (attributes.get('href') ?? around.href) : around.href,
  }
}

/** Marks as word processors write them: `<b style="font-weight: normal">` is not bold. */
function styledMarks(style: string): [SimpleMark, boolean][] {
  if (style === '') return []
  const marks: [SimpleMark, boolean][] = []
  const weight = /(?:^|;)\s*font-weight:\s*(\w+)/i.exec(style)?.[1]
  if (weight !== undefined) marks.push(['bold', /^bold|^[6-9]00$/i.test(weight)])
  const slant = /(?:^|;)\s*font-style:\s*(\w+)/i.exec(style)?.[1]
  if (slant !== undefined) marks.push(['italic', /^(italic|oblique)$/i.test(slant)])
  const lines = /(?:^|;)\s*text-decoration(?:-line)?:([^;]+)/i.exec(style)?.[1]
  if (lines !== undefined && /underline/i.test(lines)) marks.push(['underline', true])
  if (lines !== undefined && /line-through/i.test(lines)) marks.push(['strike', true])
  return marks
}
