import { operatorsOf } from '@formwright/kit/value'
import type { ReadBlock } from '../document/reading.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import {
  nameOfNode,
  nodeCalled,
  valueOf,
  WHOLE,
  type Items,
  type Referent,
  type References,
} from '../logic/linked.ts'
import type { BlockNames } from './names.ts'

/** What is known of a form while references in it are looked up. */
export interface FormIndex {
  block(id: string): ReadBlock | undefined
  /** the section that repeats in which a block stands */
  sectionOf(read: ReadBlock): ReadBlock | undefined
  names: BlockNames
  /** A node of its own, which stands in the items of a section. */
  node(expression: Expression): Expression
}

/** Where logic or a text stands: outside of items, in one, or where it says of each item of a section whether it fits. */
export interface ReferenceContext {
  /** fields of this section are its own, by their id alone */
  own?: string
  /** fields of this section are those of one item, by the ids of both */
  each?: string
}

/** What logic and texts may refer to from where they stand. */
export class Referents implements References {
  readonly #form: FormIndex
  readonly #context: ReferenceContext
  readonly #found = new Map<string, Referent | undefined>()

  constructor(form: FormIndex, context: ReferenceContext) {
    this.#form = form
    this.#context = context
  }

  find(address: string): Referent | undefined {
    let referent = this.#found.get(address)
    if (referent === undefined && !this.#found.has(address)) {
      referent = this.#referent(address)
      this.#found.set(address, referent)
    }
    return referent
  }

  #referent(address: string): Referent | undefined {
    const [id = '', ...rest] = address.split('.')
    const read = this.#form.block(id)
    if (read === undefined) return undefined
    if (read.layout?.repeat !== undefined) return this.#inSection(read, rest)
    const section = this.#form.sectionOf(read)?.block.id
    if (section !== undefined && section !== this.#context.own) return undefined
    return rest.length > 1 ? undefined : this.#field(read, rest[0] ?? '')
  }

  #field(read: ReadBlock, id: string): Referent | undefined {
    if (read.field === undefined) return undefined
    const name = this.#form.names.nameOf(read)
    const part = read.field.partOf(id)
    // A field that has parts only: there is an answer, or there is none.
    if (part === undefined)
      return id === '' ? { name, type: WHOLE, operators: ['is-empty', 'is-not-empty'] } : undefined
    return {
      name: part.label === undefined ? name : this.#form.names.nameOfPart(read, part.label),
      type: read.field.formula?.type ?? part.type,
      operators: part.operators,
      options: part.options,
    }
  }

  #inSection(section: ReadBlock, [id, part = '', ...more]: readonly string[]): Referent | undefined {
    if (id === undefined) {
      const own = nodeCalled(nameOfNode('exists', section.block.id))
      const name = this.#form.names.nameOf(section)
      return { name, type: 'number', operators: operatorsOf.number, items: this.#items(section, own, true) }
    }
    const read = this.#form.block(id)
    const isInside = read !== undefined && this.#form.sectionOf(read) === section && more.length === 0
    const referent = isInside ? this.#field(read, part) : undefined
    if (referent === undefined) return undefined
    const address = part === '' ? id : `${id}.${part}`
    if (this.#context.each === section.block.id) return { ...referent, address }
    return { ...referent, items: this.#items(section, valueOf(address), false) }
  }

  #items({ block: { id } }: ReadBlock, own: Expression, counted: boolean): Items {
    return {
      counted,
      own,
      inside: new Referents(this.#form, { each: id }),
      list: (expression) => ['items', this.#form.node(expression), id],
    }
  }

  missing(address: string): string {
    const { names } = this.#form
    const [id = '', ...rest] = address.split('.')
    const read = this.#form.block(id)
    if (read === undefined) return names.missing(address)
    const section = this.#form.sectionOf(read)
    const { own, each } = this.#context
    if (section !== undefined && each !== undefined && each !== section.block.id)
      return `${names.nameOf(read)} is answered in each item of ${names.nameOf(section)}. What is asked of each item of another section cannot depend on it.`
    if (section !== undefined && section.block.id !== own)
      return `${names.nameOf(read)} is answered in each item of ${names.nameOf(section)}. Refer to it there, as ${asTyped(section, read)}.`
    if (read.field === undefined && read.layout === undefined)
      return `${names.nameOf(read)} cannot be used now: its plugin is missing, or does not take its settings. Nothing can depend on it until that is fixed.`
    if (read.layout?.repeat !== undefined)
      return `${names.nameOf(read)} no longer has the question that is named here. Choose another, or remove this.`
    if (read.field === undefined || rest.length === 0)
      return `${names.nameOf(read)} holds no answer, so nothing can depend on it.`
    return `${names.nameOf(read)} no longer has the part that is named here. Choose another, or remove this.`
  }
}

function asTyped(section: ReadBlock, read: ReadBlock): string {
  return `{${section.block.key ?? '…'}.${read.block.key ?? '…'}}`
}
