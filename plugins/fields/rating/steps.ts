import type { Steps } from '@formwright/kit/stepped'

/** From one to so many, or from a half. */
export function stepsOf({ max, half }: { max: number; half: boolean }): Steps {
  const step = half ? 0.5 : 1
  return { min: step, max, step }
}
