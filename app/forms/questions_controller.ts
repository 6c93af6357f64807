import type { HttpContext } from '@adonisjs/core/http'
import type { Page } from '#api_types/answer'
import type { FormQuestion } from '#api_types/forms'
import { questionsOf } from '#app/forms/questions'

/** What a form asks. */
export default class QuestionsController {
  async index({ workspace, formId }: HttpContext): Promise<Page<FormQuestion>> {
    return { data: await questionsOf(workspace.id, formId), next_cursor: null }
  }
}
