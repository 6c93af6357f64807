import { tooManyItems } from '#app/respond/request/errors'
import { itemWork, MOST_ITEM_WORK } from '#engine/plan/item_work'
import type { Plan } from '#engine/plan/plan'

/**
 * Throws E_TOO_LARGE (422) where the items that raws name would take too long to be worked out: a list of empty items is
 * quickly sent. As many as a published form lets people add are never too many: publishing sees to that.
 */
export function refuseTooManyItems(plan: Plan, raws: Readonly<Record<string, unknown>>): void {
  if (!plan.sections) return
  const work = itemWork(plan).of((place) => {
    const { id, repeat } = plan.blocks[Number(place)]
    const given = raws[id]
    return Array.isArray(given) ? given.length : (repeat?.min ?? 0)
  })
  if (work > MOST_ITEM_WORK) throw tooManyItems()
}
