import type { Expression } from '../logic/interpreter/expression.ts'

/** A node of the plan before it has its place: `['ref', role, id]` in its expression names the nodes it reads. */
export interface GraphNode {
  expression: Expression
  /** the block it belongs to, for messages about circles */
  block: string
}

/** Nodes by name (`value:abcdef`). */
export type Graph = Map<string, GraphNode>

/** The name of the node that `['ref', role, id]` reads. */
export function nameOfNode(role: string, id: string): string {
  return `${role}:${id}`
}

/** Names of the nodes an expression reads. */
export function readsOf(expression: Expression): string[] {
  const names: string[] = []
  const open: Expression[] = [expression]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue
    if (part[0] === 'ref') names.push(nameOfNode(String(part[1]), String(part[2])))
    else for (const inner of part) if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
  return names
}

/**
 * Node names so that each comes after those it reads; or, where that is impossible, every group of nodes that need each
 * other, as one circle each. Without recursion: forms may be chains of many thousands.
 */
export function orderOf(graph: Graph): { order: string[] } | { circles: string[][] } {
  const reads = new Map<string, string[]>()
  const readers = new Map<string, string[]>()
  for (const [name, node] of graph) {
    const names = readsOf(node.expression).filter((read) => graph.has(read))
    reads.set(name, names)
    for (const read of names) {
      const list = readers.get(read)
      if (list === undefined) readers.set(read, [name])
      else list.push(name)
    }
  }
  const open = new Map<string, number>()
  const order: string[] = []
  for (const [name, names] of reads) {
    open.set(name, names.length)
    if (names.length === 0) order.push(name)
  }
  for (let index = 0; index < order.length; index++) {
    for (const reader of readers.get(order[index]) ?? []) {
      const left = (open.get(reader) ?? 0) - 1
      open.set(reader, left)
      if (left === 0) order.push(reader)
    }
  }
  if (order.length === graph.size) return { order }
  const settled = new Set(order)
  return {
    circles: circlesOf(
      [...graph.keys()].filter((name) => !settled.has(name)),
      reads,
    ),
  }
}

/** One shortest circle for each part of the graph that has some. */
function circlesOf(names: string[], reads: Map<string, string[]>): string[][] {
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
  reads: Map<string, string[]>,
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
