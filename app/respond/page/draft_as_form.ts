import type { HttpContext } from '@adonisjs/core/http'
import { draftDocument, readDraft } from '#app/forms/draft'
import { withOwnStyles } from '#app/forms/styles_apart'
import { inSlices } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import type { ShownForm } from '#app/respond/page/form_page'
import { within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'
import { projectSteps } from '#engine/plan/projection'
import { wholeSteps } from '#engine/document/reading'
import { compileSteps } from '#engine/plan/compile'

/** A draft that cannot be shown to respondents as it is. */
export interface Unready {
  document: FormDocument
  plans?: undefined
  problems: readonly DocumentProblem[]
}

/** The draft of the request's form as a version would be, with the number 0. */
export async function draftAsForm({ workspace, formId }: HttpContext): Promise<ShownForm | Unready> {
  const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
  return documentAsForm(await draftDocument(draft))
}

/** A document as a version of it would be, with the number 0. */
export async function documentAsForm(document: FormDocument): Promise<ShownForm | Unready> {
  const registry = plugins.registry()
  const { plans, problems } = await inSlices(compileSteps(document, registry))
  if (!plans) return { document, problems }
  const projected = await inSlices(projectSteps(document, 0, plans.browser, registry))
  const appearance = await withOwnStyles(projected.appearance, document.settings.appearance.css)
  const publicForm = { ...projected, appearance }
  return { document: await inSlices(wholeSteps(document, registry)), plans, publicForm }
}
