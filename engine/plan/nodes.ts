import { all, first } from '../logic/expressions.ts'
import { ANSWER, CHOICES, type Expression } from '../logic/interpreter/expression.ts'
import { nameOfNode, nodeCalled, valueOf } from '../logic/linked.ts'
import type { DraftBlock } from './emit.ts'
import { graphNode, orderOf, readsOf, type Graph } from './graph.ts'
import { isSettingText } from './setting_text.ts'
import type { Steps } from '../steps.ts'

/** The nodes of a form while it is compiled, and the order in which they are worked out. */
export class Nodes {
  /** of the texts that show what stands in items */
  readonly #language: string
  readonly graph: Graph = new Map()
  #lists = 0
  /** relevance of what displays nothing, without the question whether there is something else to see */
  readonly #seenless = new Map<string, Expression>()
  /** blocks whose skips read a node, by the names of their page's node and of that node */
  readonly #skippers = new Map<string, string>()

  constructor(language: string) {
    this.#language = language
  }

  /** A node of its own for what is more than a constant or another node. */
  node(role: string, id: string, block: string, expression: Expression): Expression {
    if (typeof expression !== 'object' || expression === null || expression[0] === 'ref') return expression
    const name = nameOfNode(role, id)
    this.graph.set(name, graphNode(expression, block))
    return nodeCalled(name)
  }

  /** The value of a field: a node even where a constant or another node would do, for texts and logic refer to it by name. */
  value(id: string, expression: Expression): Expression {
    this.graph.set(nameOfNode('value', id), graphNode(expression, id))
    return valueOf(id)
  }

  /** A node for what stands in items: a list is made of it. */
  each(expression: Expression, block: string): Expression {
    if (Array.isArray(expression) && expression[0] === 'ref') return expression
    const name = nameOfNode('each', String(this.#lists++))
    this.graph.set(name, graphNode(expression, block))
    return nodeCalled(name)
  }

  /** Relevance that asks whether there is something to see, and goes without where that makes a circle. */
  relevantWhereSeen(id: string, plain: Expression, seen: Expression): Expression {
    const name = nameOfNode('relevant', id)
    this.#seenless.set(name, plain)
    this.graph.set(name, graphNode(all([plain, seen]), id))
    return nodeCalled(name)
  }

  /** Notes which block makes the way from a page depend on a condition: a circle over both leads over the block. */
  noteSkip(page: string, condition: Expression, block: string): void {
    const next = nameOfNode('next', page)
    for (const name of readsOf(condition)) this.#skippers.set(`${next} ${name}`, block)
  }

  /** The value of a part, and what a person reads of an answer or a part, are nodes only where something asks for them. */
  *addWanted(blocks: readonly DraftBlock[]): Steps<void> {
    const byId = new Map(blocks.map((block) => [block.id, block]))
    let nodes = [...this.graph.values()]
    while (nodes.length > 0) {
      const wanted = new Set<string>()
      for (const { reads } of nodes) {
        for (const name of reads) if (!this.graph.has(name)) wanted.add(name)
        yield
      }
      nodes = []
      for (const name of wanted) {
        yield
        const [role, address] = name.split(':')
        const [id, ...rest] = address.split('.')
        const block = byId.get(id)
        if (block === undefined) continue
        const node = graphNode(wantedNode(role, block, rest.join('.'), this.#language), id)
        this.graph.set(name, node)
        nodes.push(node)
      }
    }
  }

  /** Names of the nodes in order; or the blocks (and pages) of each circle that there is, in order. */
  *order(): Steps<{ order: string[] } | { circles: string[][] }> {
    let result = yield* orderOf(this.graph)
    // Blocks may be shown by a calculation on their own page that is not displayed: it then counts without them.
    while ('circles' in result && this.#loosen(result.circles.flat())) result = yield* orderOf(this.graph)
    return 'order' in result ? result : { circles: result.circles.map((circle) => this.#along(circle)) }
  }

  #along(circle: readonly string[]): string[] {
    const ids = circle.map((name, at) => {
      const read = circle[at + 1] ?? circle[0]
      return this.#skippers.get(`${name} ${read}`) ?? this.graph.get(name)?.block ?? ''
    })
    return [...new Set(ids)]
  }

  #loosen(names: readonly string[]): boolean {
    const found = names.filter((name) => this.#seenless.has(name))
    for (const name of found) {
      const node = this.graph.get(name)
      const expression = this.#seenless.get(name)
      if (node !== undefined && expression !== undefined)
        this.graph.set(name, graphNode(expression, node.block))
      this.#seenless.delete(name)
    }
    return found.length > 0
  }
}

/**
 * The value of a part, or what a person reads of an answer or a part of it; of a section how many items it has, that it
 * has them, and what `part` is in all of them.
 */
function wantedNode(
  role: string,
  { id, relevant, disabled, computed, repeat, texts, piped }: DraftBlock,
  part: string,
  language: string,
): Expression {
  if (repeat !== undefined) {
    if (part !== '') {
      const list = ['items', nodeCalled(nameOfNode(role, part)), id]
      return role === 'reading' ? ['joined', list, language] : list
    }
    if (role === 'exists') return first([[relevant, true]], null)
    const count = first([[relevant, ['item-count', id]]], 0)
    return role === 'reading' ? ['concat', valueOf(id)] : count
  }
  if (computed) return ['reading-of', id, valueOf(id)]
  if (role === 'answer') return first([[relevant, ['reading', id, disabled, ANSWER, ...piped]]], '')
  const of = role === 'choices' ? [CHOICES] : part === '' ? [] : [part]
  if (role === 'reading' || role === 'choices') {
    // an answer may be told with texts that answers stand in, as labels of options
    const told = Object.entries(texts).flatMap(([name, text]) =>
      isSetting(name) && Array.isArray(text) ? [text] : [],
    )
    const needed = [...told, ...piped]
    const tail = needed.length === 0 ? of : [of[0] ?? null, ...needed]
    return first([[relevant, ['reading', id, disabled, ...tail]]], '')
  }
  return first([[relevant, ['field', id, disabled, part, ...piped]]], null)
}

/** Whether a text of a block stands in its settings. */
function isSetting(name: string): boolean {
  return isSettingText(name) || name.includes(':')
}
