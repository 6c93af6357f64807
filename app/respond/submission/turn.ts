import { inTurn } from '#app/http/in_slices'

/** Of more answers than these each step of taking them is a turn of the event loop by itself. */
const MANY = 1_000

/**
 * Does a step of work on answers. Where they, and the items of sections, are many, it waits for its turn: one at a time of a
 * workspace, and others are served in between.
 */
export async function turn<T>(workspaceId: string, answers: object, step: () => T): Promise<T> {
  let many = 0
  for (const answer of Object.values(answers)) many += Array.isArray(answer) ? 1 + answer.length : 1
  return many > MANY ? inTurn(workspaceId, step) : step()
}
