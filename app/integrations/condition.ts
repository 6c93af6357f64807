import type { Condition, Json } from '#engine/document/document'

/** A stored submission, as conditions ask about it. */
export interface ConditionSubject {
  workspaceId: string
  formId: string
  version: number
  answers: Record<string, Json>
  receivedAt: number
}

// Stands in until the engine compiles conditions; the signature stays.
/** Knows the empty condition only. */
export async function conditionHolds(condition: Condition, subject: ConditionSubject): Promise<boolean> {
  if ('all' in condition && condition.all.length === 0) return true
  throw new Error(`Conditions of ${subject.formId} cannot be judged yet.`)
}
