/** Work that can be left and taken up again after each of its steps, each a few milliseconds at most. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
