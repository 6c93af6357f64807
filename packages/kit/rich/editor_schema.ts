import { Extension, Mark, Node, type Extensions } from '@tiptap/core'
import { inputRules, textblockTypeInputRule, wrappingInputRule, type InputRule } from '@tiptap/pm/inputrules'
import type { Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { safeUrl } from '../safe_url.ts'
import { readRichText, SIMPLE_MARKS, type RichPlace } from './tree.ts'

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const

/** Documents that are smaller than this, in positions, have few enough nodes. */
const SMALL = 20_000

/**
 * The schema of rich texts: exactly what the tree allows where they stand (`RichPlace`), in the names and the order of marks
 * of the tree, so that a document is one. `reference` draws the references, where the place allows them.
 */
export function richExtensions(place: RichPlace, reference?: Node): Extensions {
  return [
    Node.create({ name: 'doc', topNode: true, content: `(${blocksIn(place).join(' | ')})+` }),
    Node.create({
      name: 'paragraph',
      group: 'held',
      content: 'inline*',
      parseHTML: () => [{ tag: 'p' }],
      renderHTML: () => ['p', 0],
    }),
    Node.create({ name: 'text', group: 'inline' }),
    Node.create({
      name: 'hardBreak',
      group: 'inline',
      inline: true,
      selectable: false,
      parseHTML: () => [{ tag: 'br' }],
      renderHTML: () => ['br'],
    }),
    ...(place.references && reference ? [reference] : []),
    ...(place.headings ? [heading()] : []),
    ...(place.lists ? lists() : []),
    ...(place.quotes ? [quote()] : []),
    ...(place.links ? [link()] : []),
    ...(place.marks ?? SIMPLE_MARKS).map(simpleMark),
    Extension.create({
      name: 'typing',
      addProseMirrorPlugins() {
        const { schema } = this.editor
        return [inputRules({ rules: rulesOf(schema) }), noMoreThan(place)]
      },
    }),
  ]
}

function blocksIn(place: RichPlace): string[] {
  return [
    'paragraph',
    ...(place.headings ? ['heading'] : []),
    ...(place.lists ? ['bulletList', 'orderedList'] : []),
    ...(place.quotes ? ['blockquote'] : []),
  ]
}

function heading(): Node {
  return Node.create({
    name: 'heading',
    content: 'inline*',
    defining: true,
    addAttributes: () => ({ level: { default: 2, rendered: false } }),
    parseHTML: () => [2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    renderHTML: ({ node }) => [node.attrs.level === 2 ? 'h2' : 'h3', 0],
  })
}

function lists(): Node[] {
  const list = (name: string, tag: string) =>
    Node.create({
      name,
      group: 'held',
      content: 'listItem+',
      parseHTML: () => [{ tag }],
      renderHTML: () => [tag, 0],
    })
  const item = Node.create({
    name: 'listItem',
    content: 'paragraph held*',
    defining: true,
    parseHTML: () => [{ tag: 'li' }],
    renderHTML: () => ['li', 0],
  })
  return [list('bulletList', 'ul'), list('orderedList', 'ol'), item]
}

function quote(): Node {
  return Node.create({
    name: 'blockquote',
    content: 'held+',
    defining: true,
    parseHTML: () => [{ tag: 'blockquote' }],
    renderHTML: () => ['blockquote', 0],
  })
}

function link(): Mark {
  return Mark.create({
    name: 'link',
    inclusive: false,
    addAttributes: () => ({ href: { default: '', rendered: false } }),
    parseHTML: () => [
      {
        tag: 'a[href]',
        getAttrs(element) {
          const href = safeUrl(element.getAttribute('href') ?? '')
          return href === undefined ? false : { href }
        },
      },
    ],
    renderHTML: ({ mark }) => ['a', { href: String(mark.attrs.href), rel: 'noreferrer' }, 0],
  })
}

function simpleMark(name: (typeof SIMPLE_MARKS)[number]): Mark {
  return Mark.create({
    name,
    ...(name === 'code' && { excludes: '_' }),
    parseHTML: () => [{ tag: TAGS[name] }],
    renderHTML: () => [TAGS[name], 0],
  })
}

/** What is made of a line as it begins: `- `, `1. `, `## `, `### `, `> `. Backspace right after it takes that back. */
function rulesOf({ nodes }: Schema): InputRule[] {
  const { bulletList, orderedList, blockquote, heading: head } = nodes
  return [
    ...(bulletList ? [wrappingInputRule(/^[-*]\s$/, bulletList)] : []),
    ...(orderedList ? [wrappingInputRule(/^1[.)]\s$/, orderedList)] : []),
    ...(blockquote ? [wrappingInputRule(/^>\s$/, blockquote)] : []),
    ...(head
      ? [
          textblockTypeInputRule(/^(#{1,3})\s$/, head, ([, signs]) => ({
            level: signs?.length === 3 ? 3 : 2,
          })),
        ]
      : []),
  ]
}

/** Refuses what would be more nodes than any rich text has: it could not be stored. Its length is said beside it instead. */
function noMoreThan(place: RichPlace): Plugin {
  const anyLength = { ...place, maxLength: Number.POSITIVE_INFINITY }
  return new Plugin({
    filterTransaction: ({ docChanged, doc }) =>
      !docChanged || doc.nodeSize < SMALL || 'text' in readRichText(doc.toJSON(), anyLength),
  })
}
