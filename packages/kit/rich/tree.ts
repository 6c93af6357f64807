import { safeUrl } from '../safe_url.ts'

// Types, not interfaces: so that TypeScript sees that each is JSON.

/**
 * A rich text: what creators write as help, paragraphs and endings, and what respondents answer with formatting. It is
 * data, never markup (docs/decisions.md: Rich text is a tree), in the shape of a ProseMirror document.
 */
export type RichText = {
  /** a document */
  type: 'doc'
  /** paragraphs, headings, lists and quotes, in order */
  content: RichBlock[]
}

export type RichBlock = Paragraph | Heading | List | Quote

export type Paragraph = {
  /** a paragraph */
  type: 'paragraph'
  /** its line; absent: it is empty */
  content?: Inline[]
}
export type Heading = {
  /** a heading */
  type: 'heading'
  /** how it is set */
  attrs: {
    /** 2 is the larger one */
    level: 2 | 3
  }
  /** its line; absent: it is empty */
  content?: Inline[]
}
export type List = {
  /** with points, or with numbers */
  type: 'bulletList' | 'orderedList'
  /** its items, in order */
  content: ListItem[]
}
/** Begins with a paragraph; behind it paragraphs and lists. */
export type ListItem = {
  /** an item of a list */
  type: 'listItem'
  /** begins with a paragraph */
  content: (Paragraph | List)[]
}
/** Holds paragraphs and lists. */
export type Quote = {
  /** a quote */
  type: 'blockquote'
  /** what is quoted */
  content: (Paragraph | List)[]
}

export type Inline = Text | Break | Reference

export type Text = {
  /** words that look alike */
  type: 'text'
  /** in one line, without control characters */
  text: string
  /** how it looks, and where it leads; absent: plain */
  marks?: Mark[]
}
export type Break = {
  /** the line ends here, and the paragraph goes on */
  type: 'hardBreak'
}
/** The value at an address, filled in when the text is shown. */
export type Reference = {
  /** an answer in the text */
  type: 'reference'
  /** whose it is */
  attrs: {
    /** of a block, or of a part of its answer */
    address: string
  }
  /** how it looks; absent: plain */
  marks?: Mark[]
}

export type Mark =
  | {
      /** it leads somewhere */
      type: 'link'
      /** where to */
      attrs: {
        /** an address of the web, a mail address or a telephone number */
        href: string
      }
    }
  | {
      /** it looks like this */
      type: SimpleMark
    }
export type SimpleMark = (typeof SIMPLE_MARKS)[number]

/** In the order in which they are nested, below a link. Code excludes all others. */
export const SIMPLE_MARKS = ['bold', 'italic', 'underline', 'strike', 'code'] as const

/** What a rich text may hold where it stands. What is not allowed stays as plain text. */
export interface RichPlace {
  headings?: boolean
  lists?: boolean
  quotes?: boolean
  links?: boolean
  references?: boolean
  /** all of them, if not said */
  marks?: readonly SimpleMark[]
  /** in characters of its text, as the eye counts them; a line end and a reference are one each */
  maxLength: number
}

/** The most nodes of any rich text. */
const MOST_NODES = 20_000
/** Lists deeper than this go on in the deepest one. */
const DEEPEST_LIST = 4
/** JSON deeper than this is not looked into: reading is recursive. */
const DEEPEST_JSON = 40

/**
 * The rich text that some JSON holds, in its one normal form, with nothing but what this place allows: unknown nodes
 * give way to what they hold, unsafe addresses and unknown marks are dropped. `format` when it is no document at all.
 */
export function readRichText(
  value: unknown,
  place: RichPlace,
): { text: RichText } | { problem: 'format' | 'too-long' } {
  if (!isNode(value) || value.type !== 'doc') return { problem: 'format' }
  const reader = new Reader(place)
  const content = reader.blocks(childrenOf(value), { depth: 0, lists: 0, inside: false })
  const text: RichText = { type: 'doc', content: withoutEmptyEnds(content) }
  return reader.nodes > MOST_NODES || lengthOf(text) > place.maxLength ? { problem: 'too-long' } : { text }
}

/** Whether something that `readRichText` made, once stored, is a rich text. */
export function isRichText(value: unknown): value is RichText {
  return isNode(value) && value.type === 'doc' && Array.isArray(value.content)
}

/** Addresses a rich text refers to, each once, in order. */
export function referencesIn(text: RichText): string[] {
  const addresses = new Set<string>()
  const walk = (block: RichBlock | ListItem): void => {
    for (const inner of block.content ?? []) {
      if (inner.type === 'reference') addresses.add(inner.attrs.address)
      else if (inner.type !== 'text' && inner.type !== 'hardBreak') walk(inner)
    }
  }
  text.content.forEach(walk)
  return [...addresses]
}

/**
 * The same text with numbers for addresses, in the order of `referencesIn`: what a respondent's browser is given, which
 * need not learn what is referred to.
 */
export function withNumberedReferences(text: RichText): RichText {
  const numbers = new Map(referencesIn(text).map((address, index) => [address, String(index)]))
  const numbered: unknown = JSON.parse(JSON.stringify(text), (_, value: unknown) =>
    isNode(value) && value.type === 'reference'
      ? { ...value, attrs: { address: numbers.get(attributeOf(value, 'address')) } }
      : value,
  )
  return isRichText(numbered) ? numbered : text
}

/** Whether there is nothing to read in it. */
export function isEmptyRichText({ content }: RichText): boolean {
  return content.every((block) => block.type === 'paragraph' && block.content === undefined)
}

interface JsonNode {
  type: string
  content?: unknown
  text?: unknown
  attrs?: unknown
  marks?: unknown
}

function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function childrenOf({ content }: JsonNode): JsonNode[] {
  return Array.isArray(content) ? content.filter(isNode) : []
}

interface Where {
  depth: number
  /** lists around it */
  lists: number
  /** in a list or a quote, which hold paragraphs and lists only */
  inside: boolean
}

class Reader {
  nodes = 0
  readonly #place: RichPlace

  constructor(place: RichPlace) {
    this.#place = place
  }

  /** Inline nodes among blocks become paragraphs of their own. */
  blocks(children: readonly JsonNode[], where: Where): RichBlock[] {
    if (where.depth > DEEPEST_JSON) return []
    const blocks: RichBlock[] = []
    let loose: Inline[] = []
    const endLine = () => {
      if (loose.length > 0) blocks.push(withInline('paragraph', loose))
      loose = []
    }
    for (const child of children) {
      this.nodes++
      const inline = this.#inline(child)
      if (inline !== undefined) {
        loose.push(inline)
        continue
      }
      endLine()
      blocks.push(...this.#block(child, { ...where, depth: where.depth + 1 }))
    }
    endLine()
    return blocks
  }

  #block(node: JsonNode, where: Where): RichBlock[] {
    const children = childrenOf(node)
    switch (node.type) {
      case 'paragraph':
      case 'heading':
        return this.#line(node, children, where)
      case 'bulletList':
      case 'orderedList':
        return this.#list(node.type, children, where)
      case 'blockquote': {
        if (!this.#place.quotes || where.inside) return this.blocks(children, where)
        const content = this.#held(children, where)
        return content.length > 0 ? [{ type: 'blockquote', content }] : []
      }
      default:
        return this.blocks(children, where)
    }
  }

  /** A paragraph or heading; what stands in it and is no line of text comes behind it. */
  #line(node: JsonNode, children: readonly JsonNode[], where: Where): RichBlock[] {
    const isInline = (child: JsonNode) => this.#inline(child) !== undefined
    const inlines = children.flatMap((child) => this.#inline(child) ?? [])
    const rest = this.blocks(
      children.filter((child) => !isInline(child)),
      where,
    )
    if (inlines.length === 0 && rest.length > 0) return rest
    this.nodes += inlines.length
    const heading = node.type === 'heading' && this.#place.headings === true && !where.inside
    const line = heading
      ? { ...withInline('heading', inlines), attrs: { level: levelOf(node) } }
      : withInline('paragraph', inlines)
    return [line, ...rest]
  }

  #list(type: List['type'], children: readonly JsonNode[], where: Where): RichBlock[] {
    if (!this.#place.lists || where.lists >= DEEPEST_LIST) return this.blocks(children, where)
    const items = children.flatMap((child): ListItem[] => {
      this.nodes++
      const inner = child.type === 'listItem' ? childrenOf(child) : [child]
      const [first, ...rest] = this.#held(inner, { ...where, lists: where.lists + 1 })
      if (first === undefined) return [{ type: 'listItem', content: [{ type: 'paragraph' }] }]
      const begin: (Paragraph | List)[] = first.type === 'paragraph' ? [] : [{ type: 'paragraph' }]
      return [{ type: 'listItem', content: [...begin, first, ...rest] }]
    })
    return items.length > 0 ? [{ type, content: items }] : []
  }

  /** What a list item or a quote may hold. */
  #held(children: readonly JsonNode[], where: Where): (Paragraph | List)[] {
    return this.blocks(children, { ...where, inside: true }).filter(
      (block) => block.type !== 'heading' && block.type !== 'blockquote',
    )
  }

  /** Text, break or reference; undefined for whatever is a block. */
  #inline(node: JsonNode): Inline | undefined {
    if (node.type === 'hardBreak') return { type: 'hardBreak' }
    if (node.type === 'text') {
      const text = typeof node.text === 'string' ? printable(node.text) : ''
      return { type: 'text', text, ...this.#marks(node) }
    }
    if (node.type !== 'reference') return undefined
    const address = attributeOf(node, 'address')
    if (!this.#place.references || !/^[A-Za-z0-9_.-]{1,200}$/.test(address)) return { type: 'text', text: '' }
    return { type: 'reference', attrs: { address }, ...this.#marks(node) }
  }

  #marks({ marks }: JsonNode): { marks?: Mark[] } {
    const { marks: allowed = SIMPLE_MARKS } = this.#place
    const given = Array.isArray(marks) ? marks.filter(isNode).filter((mark) => isAllowed(mark, allowed)) : []
    if (given.some(({ type }) => type === 'code')) return { marks: [{ type: 'code' }] }
    const link = this.#place.links ? given.find(({ type }) => type === 'link') : undefined
    const href = link && safeUrl(attributeOf(link, 'href'))
    const all: Mark[] = [
      ...(href === undefined ? [] : [{ type: 'link' as const, attrs: { href } }]),
      ...SIMPLE_MARKS.filter((type) => given.some((mark) => mark.type === type)).map((type) => ({ type })),
    ]
    return all.length > 0 ? { marks: all } : {}
  }
}

function isAllowed({ type }: JsonNode, marks: readonly SimpleMark[]): boolean {
  return type === 'link' || marks.some((mark) => mark === type)
}

function attributeOf({ attrs }: JsonNode, name: string): string {
  const value: unknown = typeof attrs === 'object' && attrs !== null ? Reflect.get(attrs, name) : undefined
  return typeof value === 'string' ? value : ''
}

function levelOf({ attrs }: JsonNode): 2 | 3 {
  const level: unknown = typeof attrs === 'object' && attrs !== null ? Reflect.get(attrs, 'level') : 2
  return typeof level === 'number' && level > 2 ? 3 : 2
}

/** One line, in which breaks are nodes of their own: without control characters and halves of characters. */
function printable(text: string): string {
  const line = text.replace(/[\t\r\n\u2028\u2029]/g, ' ')
  return line.replace(/\p{Cc}/gu, '').replace(/\p{Cs}/gu, '\ufffd')
}

/** Neighbours with the same marks are one text; empty texts and breaks at the end say nothing. */
function withInline<Type extends 'paragraph' | 'heading'>(
  type: Type,
  inlines: readonly Inline[],
): { type: Type; content?: Inline[] } {
  const content: Inline[] = []
  for (const inline of inlines) {
    const last = content.at(-1)
    if (inline.type !== 'text') content.push(inline)
    else if (inline.text === '') continue
    else if (last?.type === 'text' && sameMarks(last, inline))
      content[content.length - 1] = { ...last, text: last.text + inline.text }
    else content.push(inline)
  }
  while (content.at(-1)?.type === 'hardBreak') content.pop()
  return content.length > 0 ? { type, content } : { type }
}

function sameMarks(a: Text, b: Text): boolean {
  return JSON.stringify(a.marks) === JSON.stringify(b.marks)
}

function withoutEmptyEnds<Block extends RichBlock>(blocks: readonly Block[]): Block[] {
  const isEmpty = (block: Block) => block.type === 'paragraph' && block.content === undefined
  const first = blocks.findIndex((block) => !isEmpty(block))
  const last = blocks.findLastIndex((block) => !isEmpty(block))
  return first < 0 ? [] : blocks.slice(first, last + 1)
}

/** Below U+0300 every code unit is a whole character. */
const SIMPLE = /^[^\u0300-\uffff]*$/

/** How many characters a rich text has, as the eye counts them; a line end and a reference are one each. */
export function lengthOf(text: RichText): number {
  let length = 0
  const count = (block: RichBlock | ListItem): void => {
    let line = ''
    for (const inner of block.content ?? []) {
      if (inner.type === 'text') line += inner.text
      else if (inner.type === 'hardBreak' || inner.type === 'reference') line += ' '
      else count(inner)
    }
    if (block.type === 'paragraph' || block.type === 'heading') length += 1 + charactersIn(line)
  }
  text.content.forEach(count)
  return Math.max(0, length - 1)
}

function charactersIn(line: string): number {
  return SIMPLE.test(line) ? line.length : [...new Intl.Segmenter().segment(line)].length
}
