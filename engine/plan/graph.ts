import type { Expression } from '../logic/interpreter/expression.ts'
import type { Steps } from '../steps.ts'

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
export function* orderOf(graph: Graph): Steps<{ order: string[] } | { circles: string[][] }> {
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
    yield
  }
  for (let at = 0; at < ordered.length; at++) {
    yield
    for (let link = newest[ordered[at]]; link >= 0; link = before[link]) {
      if (--open[readers[link]] === 0) ordered.push(readers[link])
    }
  }
  if (ordered.length === names.length) return { order: ordered.map((place) => names[place]) }
  const left = names.filter((_, place) => open[place] > 0)
  yield
  const reads = new Map(left.map((name) => [name, graph.get(name)?.reads ?? []]))
  return { circles: yield* circlesOf(left, reads) }
}

/**
 * A shortest circle for each part of the graph that has some. A walk from node to node finds where there is one: whoever
 * only reads a circle is passed once.
 */
function* circlesOf(names: string[], reads: ReadonlyMap<string, readonly string[]>): Steps<string[][]> {
  const circles: string[][] = []
  const within = new Set(names)
  const done = new Set<string>()
  const isOver = (name: string) => done.has(name) || !within.has(name)
  /** of each node, how many of those that it reads are over */
  const passed = new Map<string, number>()
  for (const start of names) {
    const path = isOver(start) ? [] : [start]
    const onPath = new Set(path)
    for (let name = path.at(-1); name !== undefined; name = path.at(-1)) {
      yield
      const read = nextOf(name, reads, passed, isOver)
      if (read === undefined) {
        done.add(name)
        onPath.delete(name)
        path.pop()
      } else if (onPath.has(read)) {
        const circle = circleThrough(read, reads, within, done) ?? [read]
        for (const over of circle) done.add(over)
        circles.push(circle)
        for (const gone of path.splice(path.findIndex(isOver))) onPath.delete(gone)
      } else {
        path.push(read)
        onPath.add(read)
      }
    }
  }
  return circles
}

/** The first node that one reads which is not over yet. */
function nextOf(
  name: string,
  reads: ReadonlyMap<string, readonly string[]>,
  passed: Map<string, number>,
  isOver: (name: string) => boolean,
): string | undefined {
  const all = reads.get(name) ?? []
  let at = passed.get(name) ?? 0
  while (at < all.length && isOver(all[at])) at++
  passed.set(name, at)
  return all[at]
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
