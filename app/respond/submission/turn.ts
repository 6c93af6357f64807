import { inSlices, inTurn, resting } from '#app/http/in_slices'
import { workFor } from '#app/http/whose_work'
import { finish, type Steps } from '#engine/steps'

/** Of more answers than these each step of taking them is a turn of the event loop by itself. */
const MANY = 1_000

/** Whether answers, and the items of sections, are many. A list in a list counts too: posts have one for each input. */
function areMany(answers: Iterable<unknown>): boolean {
  let many = 0
  for (const answer of answers) {
    many += 1
    if (typeof answer === 'object' && answer !== null)
      for (const part of Object.values(answer)) many += Array.isArray(part) ? part.length : 1
    if (many > MANY) return true
  }
  return false
}

/**
 * Does steps of work on answers. Where they, and the items of sections, are many, each waits for its turn: one at a time of a
 * workspace, and others are served in between.
 */
export function turnsFor(workspaceId: string, answers: Iterable<unknown>): <T>(step: () => T) => Promise<T> {
  const many = areMany(answers)
  return async (step) => (many ? inTurn(workspaceId, step) : step())
}

/** Does work on answers that has many steps: where the answers are many, a few of them in a turn. */
export function turns<T>(workspaceId: string, answers: Iterable<unknown>, steps: Steps<T>): T | Promise<T> {
  return areMany(answers) ? workFor(workspaceId, () => inSlices(steps)) : finish(steps)
}

/**
 * For work on answers that waits for each of them: where they are many, it is to wait for this between them, so that it
 * gives way to others like other work.
 */
export function restsFor(workspaceId: string, answers: Iterable<unknown>): () => Promise<void> {
  return areMany(answers) ? resting(workspaceId) : () => Promise.resolve()
}
