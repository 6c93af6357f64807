import type { Expression } from '../logic/interpreter/expression.ts'

/** A node of the plan before it has its place: `['ref', name]` in its expression names a node it reads. */
export interface GraphNode {
  expression: Expression
  /** the block it belongs to, for messages about circles */
  block: string
  /** names of the nodes it reads */
  reads: readonly string[]
}

/** Nodes by name (`value:abcdef`). */
export type Graph = Map<string, GraphNode>

/** A node for the graph. */
export function graphNode(expression: Expression, block: string): GraphNode {
  return { expression, block, reads: readsOf(expression) }
}

/** Names of the nodes an expression reads. Recursive: expressions are bounded in depth. */
export function readsOf(expression: Expression, names: string[] = []): readonly string[] {
  if (typeof expression !== 'object' || expression === null) return names
  if (expression[0] === 'ref') names.push(String(expression[1]))
  else for (const part of expression) readsOf(part, names)
  return names
}

/**
 * Node names so that each comes after those it reads; or, where that is impossible, every group of nodes that need each
 * other, as one circle each. Without recursion: forms may be chains of many thousands.
 */
export function orderOf(graph: Graph): { order: string[] } | { circles: string[][] } {
  const names = [...graph.keys()]
  const nodes = [...graph.values()]
  const places = new Map<string, number>()
  for (const [place, name] of names.entries()) places.set(name, place)
  // Who reads a node is a chain of links: the newest of each node, and before each link the one before it.
  const newest = new Int32Array(names.length).fill(-1)
  const readers: number[] = []
  const before: number[] = []
  const open = new Uint32Array(names.length)
  const ordered: number[] = []
  for (const [place, { reads }] of nodes.entries()) {
    for (const name of reads) {
      const read = places.get(name)
      if (read === undefined) continue
      open[place]++
      before.push(newest[read])
      newest[read] = readers.push(place) - 1
    }
    if (open[place] === 0) ordered.push(place)
  }
  for (let at = 0; at < ordered.length; at++) {
    for (let link = newest[ordered[at]]; link >= 0; link = before[link]) {
      if (--open[readers[link]] === 0) ordered.push(readers[link])
    }
  }
  if (ordered.length === names.length) return { order: ordered.map((place) => names[place]) }
  const left = names.filter((_, place) => open[place] > 0)
  return { circles: circlesOf(left, new Map(left.map((name) => [name, graph.get(name)?.reads ?? []]))) }
}

/** One shortest circle for each part of the graph that has some. */
function circlesOf(names: string[], reads: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const within = new Set(names)
  const done = new Set<string>()
  for (const name of names) {
    if (done.has(name)) continue
    const circle = circleThrough(name, reads, within, done)
    if (circle === undefined) {
      // It only reads a circle, it is on none.
      done.add(name)
      continue
    }
    for (const found of circle) done.add(found)
    circles.push(circle)
  }
  return circles
}

function circleThrough(
  start: string,
  reads: ReadonlyMap<string, readonly string[]>,
  within: ReadonlySet<string>,
  done: ReadonlySet<string>,
): string[] | undefined {
  const from = new Map<string, string>()
  const queue = [start]
  for (const name of queue) {
    for (const read of reads.get(name) ?? []) {
      if (read === start) {
        const circle = [name]
        for (let back = from.get(name); back !== undefined; back = from.get(back)) circle.push(back)
        return circle.reverse()
      }
      if (!within.has(read) || done.has(read) || from.has(read)) continue
      from.set(read, name)
      queue.push(read)
    }
  }
  return undefined
}
