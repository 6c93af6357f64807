import type { Problem } from '@formwright/kit/problem'
import type { BlockProblem } from './response.ts'

/** A problem of a block, with the address of what is meant; `path`: where the block stands in an item. */
export function blockProblem(block: string, problem: Problem, path = block): BlockProblem {
  return { ...problem, block, path: problem.part ? `${path}.${problem.part}` : path }
}
