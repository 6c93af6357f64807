import { ApiError } from './api_error.ts'

/** Does the same for each, four at a time: the first that fails ends it, and is thrown. */
async function fourAtATime<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const queue = [...all]
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await act(one)
  }
  await Promise.all([work(), work(), work(), work()])
}

/** For how many of several it was done, and why not for the others: the first reason. */
export interface Outcome {
  done: number
  left: number
  failure: unknown
}

/**
 * Tries the same for each, four at a time. What the server refuses for one does not keep it from the others; a lost
 * connection does.
 */
export async function tryFourAtATime<T>(
  all: readonly T[],
  act: (one: T) => Promise<unknown>,
): Promise<Outcome> {
  let done = 0
  let cut = false
  const failures: unknown[] = []
  await fourAtATime(all, async (one) => {
    if (cut) return
    try {
      await act(one)
      done += 1
    } catch (error) {
      failures.push(error)
      cut ||= !isRefusal(error)
    }
  })
  return { done, left: all.length - done, failure: failures[0] }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
