import { plugins } from '#app/plugins/registry'
import { storedFields } from '#app/respond/submission/addresses'
import type { FormDocument } from '#engine/document/document'
import { blockProblem } from '#engine/response/block_problem'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'

/**
 * What the server parts of fields say is wrong with answers that are right as far as a page can tell. One that throws has
 * said nothing.
 */
export function judgedAnswers(document: FormDocument, answers: StoredAnswers): BlockProblem[] {
  return storedFields(document, answers).flatMap(({ block, path, field, answer }) => {
    const server = plugins.fieldServer(block.kind)
    try {
      const problems = server?.judge?.(answer, field.settings) ?? []
      return problems.map((problem) => blockProblem(block.id, problem, path))
    } catch (error) {
      plugins.report({ kind: block.kind, member: 'judge', error })
      return []
    }
  })
}
