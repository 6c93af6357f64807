import { all, any } from '../logic/expressions.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { nameOfNode, nodeCalled, valueOf } from '../logic/linked.ts'
import type { Steps } from '../steps.ts'
import type { DraftBlock } from './emit.ts'
import { graphNode, type Graph } from './graph.ts'

/**
 * Lets pages show computed numbers only once something that they are made of has an answer: a price of nothing is no price
 * yet. Their values stay what they are. Returns the order with the nodes that this takes.
 */
export function* addShown(
  blocks: readonly DraftBlock[],
  graph: Graph,
  order: readonly string[],
): Steps<readonly string[]> {
  const computed = new Map<string, DraftBlock>()
  for (const block of blocks)
    if (block.formula !== undefined) computed.set(nameOfNode('value', block.id), block)
  if (computed.size === 0) return order
  const longer: string[] = []
  /** by the node of a calculation: whether something that it is made of has an answer */
  const given = new Map<string, Expression>()
  const add = (name: string, expression: Expression, block: string): Expression => {
    graph.set(name, graphNode(expression, block))
    longer.push(name)
    return nodeCalled(name)
  }
  for (const name of order) {
    yield
    longer.push(name)
    const block = computed.get(name)
    if (block?.formula === undefined) continue
    const { id } = block
    const leaves = leavesOf(block.formula.expression)
    const asked = leaves.map((leaf) => answered(leaf, { graph, given, add, id }))
    const some = leaves.length === 0 ? true : any(distinct(asked))
    // a node of its own, which the others of a chain read as it is
    const known = Array.isArray(some) && some[0] !== 'ref' ? add(nameOfNode('given', id), some, id) : some
    // what a formula that stays on the server is made of is not told either
    given.set(name, block.secretive ? isGiven(valueOf(id)) : known)
    if (Array.isArray(known) && block.formula.type === 'number') block.given = known
  }
  return longer
}

interface Asking {
  graph: Graph
  given: ReadonlyMap<string, Expression>
  add: (name: string, expression: Expression, block: string) => Expression
  id: string
}

/** Whether there is an answer at a leaf; of what stands in items, in one of them. */
function answered(leaf: Leaf, asking: Asking): Expression {
  const { graph, given, add, id } = asking
  const name = leaf[1]
  if (leaf[0] === 'items') {
    // what it reads is of the item, even where what decides about that is not
    const own = all([given.get(name) ?? true, isGiven(nodeCalled(name))])
    const node = nameOfNode('given', `${id} ${name}`)
    return ['?some', ['items', add(node, own, id), leaf[2]]]
  }
  const known = given.get(name)
  if (known !== undefined) return known
  const list = leafOf(graph.get(name)?.expression ?? null)
  return list?.[0] === 'items' ? answered(list, asking) : isGiven(nodeCalled(name))
}

function isGiven(expression: Expression): Expression {
  return ['?not', ['?empty', expression]]
}

/** A node that is read, or one in each item of a section. */
type Leaf = readonly ['ref', string] | readonly ['items', string, string]

function leafOf(expression: Expression): Leaf | undefined {
  if (typeof expression !== 'object' || expression === null) return undefined
  const [operation, of, section] = expression
  if (operation === 'ref') return ['ref', String(of)]
  const own = operation === 'items' ? leafOf(of) : undefined
  return own && ['items', own[1], String(section)]
}

/** What an expression reads. Recursive: expressions are bounded in depth. */
function leavesOf(expression: Expression, leaves: Leaf[] = []): Leaf[] {
  const leaf = leafOf(expression)
  if (leaf) leaves.push(leaf)
  else if (typeof expression === 'object' && expression !== null)
    for (const part of expression) leavesOf(part, leaves)
  return leaves
}

function distinct(expressions: readonly Expression[]): readonly Expression[] {
  if (expressions.length < 2) return expressions
  return [...new Map(expressions.map((one) => [JSON.stringify(one), one])).values()]
}
