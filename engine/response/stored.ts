import { isEmpty } from '../logic/interpreter/empty.ts'
import type { Json } from '../document/document.ts'
import type { Plan, PlanBlock } from '../plan/plan.ts'
import { jsonOf } from './json.ts'
import { isKnown } from './prepared.ts'
import type { LiveResponse, Path, StoredAnswers } from './response.ts'

/** What would be stored of a response if it were sent now. */
export function storedOf({ blocks }: Plan, response: LiveResponse): StoredAnswers {
  const inside = new Map<number, PlanBlock[]>()
  for (const block of blocks) {
    if (block.section === undefined) continue
    const others = inside.get(block.section)
    if (others) others.push(block)
    else inside.set(block.section, [block])
  }
  const answersOf = (of: readonly PlanBlock[], before: string): StoredAnswers => {
    const stored: StoredAnswers = {}
    for (const { id, computed, disabled } of of) {
      const field = response.field(before + id)
      // A disabled field holds its default: where only the server knows which it is, nothing can be said.
      if (!field?.relevant || !isKnown(disabled) || (computed && isEmpty(field.value))) continue
      const json = jsonOf(field.answer)
      if (json !== undefined && json !== null) stored[id] = json
    }
    return stored
  }
  const stored = answersOf(blocks, '')
  for (const [place, { id, repeat }] of blocks.entries()) {
    if (repeat === undefined || !response.relevant(id)) continue
    const items = response.items(id).map((item) => ({
      id: item,
      answers: answersOf(inside.get(place) ?? [], `${id}.${item}.`),
    }))
    if (items.length > 0) stored[id] = items
  }
  return stored
}

/**
 * Stored answers by path, as `raws` of a response take them: of a section that repeats the ids of its items, and what is in
 * them.
 */
export function rawsOfStored({ blocks }: Plan, stored: Readonly<StoredAnswers>): Record<Path, unknown> {
  const raws: Record<Path, unknown> = { ...stored }
  for (const { id, repeat } of blocks) {
    if (repeat === undefined) continue
    const items = itemsIn(stored[id])
    raws[id] = items.map((item) => item.id)
    for (const item of items)
      for (const [block, answer] of Object.entries(item.answers)) raws[`${id}.${item.id}.${block}`] = answer
  }
  return raws
}

/** The items that a section was stored with, in order. */
export function itemsIn(answer: Json | undefined): { id: string; answers: StoredAnswers }[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
    const { id, answers } = item
    if (typeof id !== 'string' || typeof answers !== 'object' || answers === null || Array.isArray(answers))
      return []
    return [{ id, answers }]
  })
}
