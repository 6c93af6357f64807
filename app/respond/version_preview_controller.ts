import type { HttpContext } from '@adonisjs/core/http'
import { versionOf } from '#app/forms/versions'
import { notFound } from '#app/http/errors'
import PreviewController, { type Viewer } from '#app/respond/preview_controller'

/** A version as respondents see or saw it, for members, withdrawn ones too. As of a preview, nothing of it is stored. */
export default class VersionPreviewController extends PreviewController {
  protected async formOf({ workspace, formId, params }: HttpContext) {
    const version = await versionOf(workspace.id, formId, Number(params.number))
    if (!version) throw notFound()
    return version
  }

  protected viewerOf(ctx: HttpContext): Viewer {
    const viewer = super.viewerOf(ctx)
    return { ...viewer, slug: `${viewer.slug}/versions/${Number(ctx.params.number)}` }
  }
}
