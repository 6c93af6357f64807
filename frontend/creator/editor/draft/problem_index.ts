import type { DocumentProblem } from '../../../../engine/document/problems.ts'
import type { Topic } from './topics.ts'

const NONE: readonly DocumentProblem[] = []

/** What the check found, as of the last save: all of it, and by block. */
export class ProblemIndex {
  #byBlock = new Map<string, readonly DocumentProblem[]>()
  /** the same list until another is found */
  all: readonly DocumentProblem[] = NONE

  /** What was found in one block. */
  of(id: string): readonly DocumentProblem[] {
    return this.#byBlock.get(id) ?? NONE
  }

  /** Takes in what was found now; answers what changed by it. */
  change(problems: readonly DocumentProblem[]): Topic[] {
    if (JSON.stringify(this.all) === JSON.stringify(problems)) return []
    const before = this.#byBlock
    const after = new Map<string, DocumentProblem[]>()
    for (const problem of problems) {
      if (problem.block === undefined) continue
      const list = after.get(problem.block)
      if (list) list.push(problem)
      else after.set(problem.block, [problem])
    }
    this.all = problems
    this.#byBlock = after
    const blocks = new Set([...before.keys(), ...after.keys()])
    return ['problems', ...[...blocks].map((id): Topic => `problems:${id}`)]
  }
}
