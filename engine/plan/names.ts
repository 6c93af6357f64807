import { piecesOf } from '@formwright/kit/stored_text'
import type { Block } from '../document/document.ts'
import { goneWords, nameOf, shortened } from '../document/names.ts'
import type { ReadBlock } from '../document/reading.ts'
import { blockOf } from '../logic/references.ts'
import { templatesOf } from './texts.ts'

/** How blocks are called in what is said of a form: never by their ids. */
export class BlockNames {
  readonly #blocks = new Map<string, Block>()
  readonly #pages = new Map<string, number>()
  readonly #formerLabel: (id: string) => string | undefined
  readonly #partLabel: (block: Block, part: string) => string | undefined

  constructor(
    blocks: readonly Block[],
    formerLabel: (id: string) => string | undefined = () => undefined,
    partLabel: (block: Block, part: string) => string | undefined = () => undefined,
  ) {
    for (const block of blocks) this.#blocks.set(block.id, block)
    this.#formerLabel = formerLabel
    this.#partLabel = partLabel
  }

  /** Says which page each page-break begins, from 2. */
  count(pageBreaks: readonly ReadBlock[]): void {
    for (const [index, { block }] of pageBreaks.entries()) this.#pages.set(block.id, index + 2)
  }

  /** The label of a block in quotes; of a heading, a page, a welcome or an ending what it says. */
  nameOf(read: ReadBlock): string {
    const { block, family } = read
    if (block.label?.trim()) return nameOf(block)
    const text = templatesOf(read)
      .map(({ text: one }) => one.replace(/\s+/g, ' ').trim())
      .find((one) => one !== '')
    const page = this.#pages.get(block.id)
    const title = text === undefined ? undefined : `“${shortened(text)}”`
    if (page !== undefined) return title === undefined ? `page ${page}` : `the page ${title}`
    if (family === 'ending') return title === undefined ? 'the ending' : `the ending ${title}`
    if (family === 'welcome')
      return title === undefined ? 'the welcome screen' : `the welcome screen ${title}`
    return title ?? nameOf(block)
  }

  /** The name of a part of a block: “Trip (From)”. */
  nameOfPart(read: ReadBlock, label: string): string {
    return this.nameOf(read).replace(/”$/, ` (${label})”`)
  }

  /** What is said where logic or a text stands on a block that is gone. */
  missing(address: string): string {
    const gone = this.gone(blockOf(address))
    if (gone === undefined) return 'The question that is named here is no longer in the form.'
    return goneWords(gone)
  }

  /** What a block that is gone was called; undefined when nobody knows. */
  gone(id: string): string | undefined {
    const label = this.#formerLabel(id)?.trim()
    return label ? `“${shortened(this.spoken(label))}”` : undefined
  }

  /** A sentence in which references are said by the labels of their fields, and within those by key. */
  spoken(text: string): string {
    if (!text.includes('{#')) return text
    return piecesOf(text)
      .map((piece) => ('literal' in piece ? piece.literal : this.#said(piece.address)))
      .join('')
  }

  #said(address: string): string {
    const id = blockOf(address)
    const block = this.#blocks.get(id)
    const rest = address.slice(id.length + 1)
    if (block && this.#blocks.get(blockOf(rest))?.parent === id)
      return `${this.#said(id)} → ${this.#said(rest)}`
    const part = block && rest !== '' ? this.#partLabel(block, rest) : undefined
    if (part !== undefined) return `${this.#said(id)} (${part})`
    const label = block?.label?.replace(
      /\{#([^}]*)\}/g,
      (_, inner: string) => this.#blocks.get(blockOf(inner))?.key ?? '…',
    )
    return shortened(label?.trim() || block?.key || this.#formerLabel(id)?.trim() || 'removed question')
  }
}
