import type { HttpContext } from '@adonisjs/core/http'
import { renderer } from '#app/respond/page/renderer'
import { AnswersRefused } from '#app/respond/request/errors'
import type { BlockProblem } from '#engine/response/response'

/**
 * Does `work`. Where it refuses answers, each problem gets the sentence that the page would say, in the first language
 * that is asked for (`Accept-Language`) and exists, else in that of the form.
 */
export async function inWords<T>({ request }: HttpContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AnswersRefused) error.details = await withTexts(error, request.languages())
    throw error
  }
}

async function withTexts(
  { problems, document: { blocks, settings } }: AnswersRefused,
  asked: readonly string[],
): Promise<BlockProblem[]> {
  const kinds = new Map(blocks.map(({ id, kind }) => [id, kind]))
  const told = problems.map((problem) => ({ kind: kinds.get(problem.block) ?? '', problem }))
  const texts = await (await renderer()).problems(asked, settings.general.language, told)
  return problems.map((problem, index) => ({ ...problem, text: texts[index] }))
}
