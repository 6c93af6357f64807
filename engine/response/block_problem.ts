import type { Problem } from '@formwright/kit/problem'
import type { BlockProblem } from './response.ts'

/** A problem of a block, with the address of what is meant. */
export function blockProblem(block: string, problem: Problem): BlockProblem {
  return { ...problem, block, path: problem.part ? `${block}.${problem.part}` : block }
}
