import { braces, type Resolve } from './resolve.ts'
import { inlineText } from './to_text.ts'
import type { Inline, List, ListItem, Mark, RichBlock, RichText } from './tree.ts'

/**
 * A rich text as Markdown (CommonMark 0.31 with GitHub's strike-through). What Markdown has no sign for, or no sign
 * that is safe where it stands (bold in the middle of a word), is written as an inline HTML tag, as CommonMark allows.
 */
export function richToMarkdown({ content }: RichText, resolve: Resolve = braces): string {
  return blocksMarkdown(content, resolve)
}

/** Two lists of one sort beside each other would be read as one: every second has other marks. */
function blocksMarkdown(blocks: readonly RichBlock[], resolve: Resolve): string {
  const written: string[] = []
  let alternate = false
  let before: RichBlock['type'] | undefined
  for (const block of blocks) {
    alternate = block.type === before && !alternate
    const text = blockMarkdown(block, alternate, resolve)
    if (text === '') continue
    written.push(text)
    before = block.type
  }
  return written.join('\n\n')
}

function blockMarkdown(block: RichBlock, alternate: boolean, resolve: Resolve): string {
  switch (block.type) {
    case 'paragraph':
      return inlinesMarkdown(block.content, '\\\n', resolve)
    case 'heading': {
      const text = inlinesMarkdown(block.content, '<br>', resolve)
      return text === '' ? '' : `${'#'.repeat(block.attrs.level)} ${text.replace(/(#+)$/, '\\$1')}`
    }
    case 'blockquote':
      return prefixed(blocksMarkdown(block.content, resolve), '> ', '> ')
    case 'bulletList':
    case 'orderedList':
      return listMarkdown(block, alternate, resolve)
  }
}

function listMarkdown({ type, content }: List, alternate: boolean, resolve: Resolve): string {
  return content
    .map((item, index) => {
      const mark = type === 'bulletList' ? (alternate ? '*' : '-') : `${index + 1}${alternate ? ')' : '.'}`
      return prefixed(itemMarkdown(item, resolve), `${mark} `, ' '.repeat(mark.length + 1))
    })
    .join('\n')
}

/** An empty first line is a mark alone, with the rest below it. A list that begins with nothing does not end a line. */
function itemMarkdown({ content: [first, ...rest] }: ListItem, resolve: Resolve): string {
  const begin = blocksMarkdown(first === undefined ? [] : [first], resolve)
  if (rest.length === 0) return begin
  const below = blocksMarkdown(rest, resolve)
  const isTight = rest.every(({ type }) => type !== 'paragraph') && /^\S+ /.test(below)
  return `${begin}${isTight || begin === '' ? '\n' : '\n\n'}${below}`
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : others) + line).trimEnd())
    .join('\n')
}

interface Piece {
  text: string
  marks: readonly Mark[]
}

function inlinesMarkdown(inlines: readonly Inline[] = [], lineEnd: string, resolve: Resolve): string {
  const pieces = inlines.flatMap((inline): Piece[] => {
    const lines = inlineText(inline, resolve).split(/\r\n|\r|\n/)
    const marks = inline.type === 'hardBreak' ? [] : (inline.marks ?? [])
    return lines.flatMap((text, index) =>
      index === 0
        ? [{ text, marks }]
        : [
            { text: '\n', marks: [] },
            { text, marks },
          ],
    )
  })
  const lines: Piece[][] = [[]]
  for (const piece of pieces) {
    if (piece.text === '\n') lines.push([])
    else if (piece.text !== '') lines.at(-1)?.push(piece)
  }
  return lines.map(lineMarkdown).join(lineEnd)
}

function lineMarkdown(pieces: readonly Piece[]): string {
  const line = runs(pieces, '', '')
  return line
    .replace(/^ +| +$/g, (blanks) => '&#32;'.repeat(blanks.length))
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^([#+=-])/, '\\$1')
}

/** Pieces with the marks they share written once around them. `before` and `after` are the characters beside them. */
function runs(pieces: readonly Piece[], before: string, after: string): string {
  let written = ''
  for (let from = 0; from < pieces.length;) {
    const mark = pieces[from].marks[0]
    let to = from + 1
    while (to < pieces.length && same(pieces[to].marks[0], mark)) to++
    const run = pieces.slice(from, to)
    const last = written.at(-1) ?? before
    const next = pieces[to] === undefined ? after : (pieces[to].text[0] ?? '')
    written +=
      mark === undefined
        ? run.map(({ text }) => escaped(text)).join('')
        : withMark(
            mark,
            run.map(({ text, marks }) => ({ text, marks: marks.slice(1) })),
            last,
            next,
          )
    from = to
  }
  return written
}

function same(a: Mark | undefined, b: Mark | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const SIGNS = { bold: '**', italic: '_', strike: '~~' } as const
const TAGS = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code' } as const

function withMark(mark: Mark, run: readonly Piece[], before: string, after: string): string {
  if (mark.type === 'link') {
    const href = mark.attrs.href.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character))
    return `[${runs(run, '[', ']')}](<${href}>)`
  }
  const text = run.map((piece) => piece.text).join('')
  if (mark.type === 'code' && !/`|^\s|\s$/.test(text)) return `\`${text}\``
  if (mark.type !== 'underline' && mark.type !== 'code' && isSafe(text, before, after)) {
    const sign = SIGNS[mark.type]
    return `${sign}${runs(run, sign, sign)}${sign}`
  }
  return `<${TAGS[mark.type]}>${runs(run, '>', '<')}</${TAGS[mark.type]}>`
}

/** Where a sign is surely read as one (CommonMark: delimiter runs): words inside, blanks or the end of the line outside. */
function isSafe(text: string, before: string, after: string): boolean {
  return /^[\p{L}\p{N}](.*[\p{L}\p{N}])?$/su.test(text) && /^\s?$/.test(before) && /^\s?$/.test(after)
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>&~|!$]/g, '\\$&')
}
