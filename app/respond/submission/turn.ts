import { setImmediate } from 'node:timers/promises'

/** Of more answers than these each step of taking them is a turn of the event loop by itself. */
const MANY = 1_000

/** Between two steps of work on so many answers others are served, where they, and the items of sections, are many. */
export async function turn(answers: object): Promise<void> {
  let many = 0
  for (const answer of Object.values(answers)) many += Array.isArray(answer) ? 1 + answer.length : 1
  if (many > MANY) await setImmediate()
}
