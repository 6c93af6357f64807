import { braces, type Resolve } from './resolve.ts'
import type { Inline, ListItem, Mark, RichBlock, RichText } from './tree.ts'

/** A rich text as HTML for what is no page of ours (mails, copies, programs): only the elements named here, all escaped. */
export function richToHtml({ content }: RichText, resolve: Resolve = braces): string {
  return content.map((block) => blockHtml(block, resolve)).join('')
}

/** Text as it stands in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function blockHtml(block: RichBlock, resolve: Resolve): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlinesHtml(block.content, resolve) || '<br>'}</p>`
    case 'heading':
      return `<h${block.attrs.level}>${inlinesHtml(block.content, resolve)}</h${block.attrs.level}>`
    case 'blockquote':
      return `<blockquote>${block.content.map((inner) => blockHtml(inner, resolve)).join('')}</blockquote>`
    case 'bulletList':
      return `<ul>${itemsHtml(block.content, resolve)}</ul>`
    case 'orderedList':
      return `<ol>${itemsHtml(block.content, resolve)}</ol>`
  }
}

function itemsHtml(items: readonly ListItem[], resolve: Resolve): string {
  return items
    .map(({ content }) => `<li>${content.map((block) => blockHtml(block, resolve)).join('')}</li>`)
    .join('')
}

function inlinesHtml(inlines: readonly Inline[] = [], resolve: Resolve): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'hardBreak') return '<br>'
      const text = inline.type === 'text' ? inline.text : resolve(inline.attrs.address)
      return (inline.marks ?? []).reduceRight(marked, withBlanks(escapeHtml(text)))
    })
    .join('')
}

/** Of several blanks HTML shows one: all but the last become such that it shows. */
function withBlanks(text: string): string {
  return text.replace(/ (?= )/g, '&#160;')
}

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const

function marked(inner: string, mark: Mark): string {
  if (mark.type === 'link') return `<a href="${escapeHtml(mark.attrs.href)}" rel="noreferrer">${inner}</a>`
  return `<${TAGS[mark.type]}>${inner}</${TAGS[mark.type]}>`
}
