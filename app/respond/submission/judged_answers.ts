import { plugins } from '#app/plugins/registry'
import { storedFields } from '#app/respond/submission/addresses'
import { usableProblems } from '#engine/bound/usable'
import type { FormDocument } from '#engine/document/document'
import { blockProblem } from '#engine/response/block_problem'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'
import type { Steps } from '#engine/steps'

/**
 * What the server parts of fields say is wrong with answers that are right as far as a page can tell. One that throws has
 * said nothing. Each answer is a step.
 */
export function* judgedAnswers(document: FormDocument, answers: StoredAnswers): Steps<BlockProblem[]> {
  const found: BlockProblem[] = []
  for (const { block, path, field, answer } of storedFields(document, answers)) {
    const server = plugins.fieldServer(block.kind)
    try {
      const problems = server?.judge?.(answer, field.settings) ?? []
      if (!usableProblems(problems)) throw new TypeError('it answered what are no problems')
      found.push(...problems.map((problem) => blockProblem(block.id, problem, path)))
    } catch (error) {
      plugins.report({ kind: block.kind, member: 'judge', error })
    }
    yield
  }
  return found
}
