import type { Expression, Operation, Result, Run } from './expression.ts'
import { escapeHtml } from './texts.ts'

function place(expression: Expression | undefined): number {
  return typeof expression === 'number' ? expression : -1
}

function name(expression: Expression | undefined): string {
  return typeof expression === 'string' ? expression : ''
}

/** What a text shows of a value that is no text yet. */
function shown(value: Result): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value)
}

const structure: Readonly<Record<string, Operation>> = {
  // [pick, when, then, when, then, …, otherwise]: the first that holds.
  pick: (args) => {
    if (args.length === 3) {
      const [when, then, otherwise] = args
      return (scope) => (when(scope) === true ? then(scope) : otherwise(scope))
    }
    return (scope) => {
      let index = 0
      for (; index + 1 < args.length; index += 2)
        if (args[index](scope) === true) return args[index + 1](scope)
      return args[index](scope)
    }
  },
  // [walk, reached, here, visible, next]: where the walk through the pages stands after this page.
  walk: ([reached, here, visible, next], [, , page]) => {
    const following = place(page) + 1
    return (scope) => {
      const at = reached(scope)
      if (at !== here(scope)) return at
      return visible(scope) === true ? next(scope) : following
    }
  },
  max:
    ([a, b]) =>
    (scope) =>
      Math.max(Number(a(scope)), Number(b(scope))),
  at:
    ([a, b]) =>
    (scope) =>
      a(scope) === b(scope),
  list: (args) => (scope) => args.map((arg) => arg(scope) ?? null),
  join: (args) => (scope) => args.map((arg) => shown(arg(scope))).join(''),
  escape:
    ([arg]) =>
    (scope) =>
      escapeHtml(shown(arg(scope))),
  now: () => (scope) => scope.now,
  today: () => (scope) => scope.now.slice(0, 10),
  param: (_, [, param]) => {
    const wanted = name(param)
    return (scope) => scope.param(wanted)
  },
}

const operations: Record<string, Operation> = { ...structure }

/** What `ready` sees to itself. */
const READS = new Set(['node', 'field', 'reading', 'reading-of'])

/**
 * Adds operations. Those of conditions and formulas come this way: they are the heavier half of the interpreter, and a
 * form without rules and formulas is answered without them.
 */
export function learn(more: Readonly<Record<string, Operation>>): void {
  Object.assign(operations, more)
}

/** True when an expression runs without anything learnt. */
export function isPlain(expression: Expression): boolean {
  if (typeof expression !== 'object' || expression === null) return true
  const [operation, ...raw] = expression
  return (READS.has(name(operation)) || name(operation) in structure) && raw.every(isPlain)
}

/** Where what an expression reads stands, and who wants to know that it is read. */
export interface Links {
  /** the place of a block */
  blockAt(id: string): number
  readsNode(node: number): void
  /** the answer of the block at this place is read */
  readsAnswer(place: number): void
}

/** Makes an expression ready to run. Recursive: compiled expressions are bounded in depth. */
export function ready(expression: Expression, links: Links): Run {
  if (typeof expression !== 'object' || expression === null) return () => expression
  const operation = expression[0]
  if (operation === 'node') {
    const node = place(expression[1])
    links.readsNode(node)
    return (scope) => scope.values[node]
  }
  if (operation === 'field' || operation === 'reading' || operation === 'reading-of') {
    const block = links.blockAt(name(expression[1]))
    const inner = ready(expression[2], links)
    if (operation === 'reading-of') return (scope) => scope.readingOf(block, inner(scope))
    links.readsAnswer(block)
    return operation === 'field'
      ? (scope) => scope.field(block, inner(scope) === true)
      : (scope) => scope.reading(block, inner(scope) === true)
  }
  const make = operations[name(operation)]
  if (make === undefined)
    throw new Error(`This plan was made by another engine: "${name(operation)}" is unknown`)
  const args: Run[] = []
  for (let at = 1; at < expression.length; at++) args.push(ready(expression[at], links))
  return make(args, expression)
}
