import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import type { Steps } from '../steps.ts'
import { itemNodes, type Draft } from './emit.ts'
import type { Graph } from './graph.ts'
import { ItemWork, MOST_ITEM_WORK } from './item_work.ts'
import type { NameOf } from './judge.ts'

/** Sections that people could give so many items that one response would hold everybody up: told at the dearest. */
export function* judgeItems(
  draft: Draft,
  graph: Graph,
  order: readonly string[],
  byId: ReadonlyMap<string, ReadBlock>,
  nameOf: NameOf,
): Steps<DocumentProblem[]> {
  const most = new Map(draft.blocks.flatMap(({ id, repeat }) => (repeat ? [[id, repeat.max] as const] : [])))
  if (most.size === 0) return []
  const work = new ItemWork(most.keys())
  for (const { section } of draft.blocks) if (section !== undefined) work.addBlock(section)
  const owners = yield* itemNodes(draft, graph, order)
  for (const name of order) {
    work.add(owners.get(name) ?? null, graph.get(name)?.expression ?? null)
    yield
  }
  const count = (id: unknown) => most.get(String(id)) ?? 0
  if (work.of(count) <= MOST_ITEM_WORK) return []
  const saved = (id: string) => -work.of((other) => (other === id ? 0 : count(other)))
  const [dearest = ''] = [...most.keys()].toSorted((a, b) => saved(b) - saved(a))
  const read = byId.get(dearest)
  const message = `${read ? nameOf(read) : 'A section'} repeats up to ${count(dearest).toLocaleString('en')} times: so many items take too long to be worked out together. Lower its maximum, ask less in it, or let fewer formulas in it read all items.`
  return [{ severity: 'error', code: 'too-large', block: dearest, path: 'settings.max', message }]
}
