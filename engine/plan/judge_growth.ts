import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import { nameOfNode } from '../logic/linked.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { LONGEST_TEXT } from '../logic/interpreter/text_budget.ts'
import type { Graph } from './graph.ts'
import type { NameOf } from './judge.ts'
import type { Steps } from '../steps.ts'

/**
 * Calculations whose text is too long for a value even where each answer in it is one character: the first one on the
 * way. What is counted is the least that comes out, so that whoever is warned is warned rightly.
 */
export function* judgeGrowth(
  graph: Graph,
  order: readonly string[],
  byId: ReadonlyMap<string, ReadBlock>,
  nameOf: NameOf,
): Steps<DocumentProblem[]> {
  const least = new Map<string, number>()
  const problems: DocumentProblem[] = []
  for (const name of order) {
    yield
    const node = graph.get(name)
    const read = node && byId.get(node.block)
    if (!read) continue
    const length = leastLength(node.expression, least)
    // what follows on it has no value either
    least.set(name, length > LONGEST_TEXT ? 0 : length)
    if (length <= LONGEST_TEXT || name !== nameOfNode('value', node.block)) continue
    const message = `${nameOf(read)}: This text becomes too long to have a value (${LONGEST_TEXT} characters), whatever is answered.`
    problems.push({ severity: 'warning', code: 'too-large', block: node.block, message })
  }
  return problems
}

/** How long the text is at least, once everything in it is answered. Recursive: expressions are bounded in depth. */
function leastLength(expression: Expression, known: ReadonlyMap<string, number>): number {
  if (typeof expression === 'string') return expression.length
  if (typeof expression !== 'object' || expression === null) return 0
  const [operation, ...rest] = expression
  if (operation === 'ref') return known.get(String(rest[0])) ?? 0
  if (operation === 'field' || operation === 'reading') return 1
  if (operation === 'concat') return rest.reduce<number>((sum, part) => sum + leastLength(part, known), 0)
  if (operation === 'upper' || operation === 'lower') return leastLength(rest[0] ?? null, known)
  // [pick, when, then, otherwise]: of a block that counts
  if (operation === 'pick' && rest.length === 3) return leastLength(rest[1] ?? null, known)
  return 0
}
