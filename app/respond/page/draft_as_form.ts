import type { HttpContext } from '@adonisjs/core/http'
import { checkedDraft, readDraft } from '#app/forms/draft'
import { withOwnStyles } from '#app/forms/own_styles'
import { plugins } from '#app/plugins/registry'
import type { ShownForm } from '#app/respond/page/form_page'
import { within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'
import { project } from '#engine/plan/projection'
import { wholeDocument } from '#engine/document/reading'
import { compile } from '#engine/plan/compile'

/** A draft that cannot be shown to respondents as it is. */
export interface Unready {
  document: FormDocument
  plans?: undefined
  problems: readonly DocumentProblem[]
}

/** The draft of the request's form as a version would be, with the number 0. */
export async function draftAsForm({ workspace, formId }: HttpContext): Promise<ShownForm | Unready> {
  const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
  return documentAsForm(checkedDraft(draft).document)
}

/** A document as a version of it would be, with the number 0. */
export function documentAsForm(document: FormDocument): ShownForm | Unready {
  const registry = plugins.registry()
  const { plans, problems } = compile(document, registry)
  if (!plans) return { document, problems }
  const publicForm = withOwnStyles(project(document, 0, plans.browser, registry), document)
  return { document: wholeDocument(document, registry), plans, publicForm }
}
