import { isEmpty } from '../logic/interpreter/empty.ts'
import type { Plan } from '../plan/plan.ts'
import { jsonOf } from './json.ts'
import { isKnown } from './prepared.ts'
import type { LiveResponse, StoredAnswers } from './response.ts'

/** What would be stored of a response if it were sent now. */
export function storedOf({ blocks }: Plan, response: LiveResponse): StoredAnswers {
  const stored: StoredAnswers = {}
  for (const { id, computed, disabled } of blocks) {
    const field = response.field(id)
    // A disabled field holds its default: where only the server knows which it is, nothing can be said.
    if (!field?.relevant || !isKnown(disabled) || (computed && isEmpty(field.value))) continue
    const json = jsonOf(field.answer)
    if (json !== undefined && json !== null) stored[id] = json
  }
  return stored
}
