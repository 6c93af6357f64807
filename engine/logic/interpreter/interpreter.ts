import type { Expression, Links, Operation, Result, Run } from './expression.ts'

const operations: Record<string, Operation> = {}

/** Adds operations: a public page is given those that its form needs, everybody else has them all. */
export function learn(more: Readonly<Record<string, Operation>>): void {
  Object.assign(operations, more)
}

function constant(value: Result): Run {
  return () => value
}

/**
 * Makes an expression ready to run. Recursive: compiled expressions are bounded in depth. What is made keeps nothing
 * but what it needs, as forms may have tens of thousands of nodes: nothing of the whole function is used in it.
 */
export function ready(expression: Expression, links: Links): Run {
  if (typeof expression !== 'object' || expression === null) return constant(expression)
  const operation = expression[0]
  if (operation === 'node') {
    const node = Number(expression[1])
    links.readsNode(node)
    return (scope) => scope.values[node]
  }
  if (
    operation === 'field' ||
    operation === 'answered' ||
    operation === 'reading' ||
    operation === 'reading-of'
  ) {
    const block = links.blockAt(String(expression[1]))
    const inner = ready(expression[2], links)
    for (let at = 4; at < expression.length; at++) ready(expression[at], links)
    if (operation === 'reading-of') return (scope) => scope.readingOf(block, inner(scope))
    links.readsAnswer(block)
    if (operation === 'answered') return (scope) => scope.answered(block, inner(scope) === true)
    const part = String(expression[3] ?? '')
    if (operation === 'reading')
      return (scope) => scope.reading(block, inner(scope) === true, part || undefined)
    return (scope) => scope.field(block, inner(scope) === true, part)
  }
  const make = operations[String(operation)]
  if (make === undefined) throw new Error(`Unknown operation: ${String(operation)}`)
  const args = new Array<Run>(expression.length - 1)
  for (let at = 0; at < args.length; at++) args[at] = ready(expression[at + 1], links)
  return make(args, expression, links)
}
