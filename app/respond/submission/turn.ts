import { setImmediate } from 'node:timers/promises'

/** Of more answers than these each step of taking them is a turn of the event loop by itself. */
const MANY = 1_000

/** Between two steps of work on so many answers others are served, where they are many. */
export async function turn(answers: object): Promise<void> {
  if (Object.keys(answers).length > MANY) await setImmediate()
}
