import type { HttpContext } from '@adonisjs/core/http'
import { checkedDraft, readDraft } from '#app/forms/draft'
import { plugins } from '#app/plugins/registry'
import { drawPage } from '#app/respond/form_page'
import { assetsFor, renderer } from '#app/respond/renderer'
import { sendPage } from '#app/respond/send_page'
import { within } from '#app/workspaces/within'
import { FIRST_PAGE } from '#engine/document/document'
import { project } from '#engine/document/projection'
import { compile } from '#engine/plan/compile'

/** The draft as respondents would see it, for members. Nothing is stored or sent. */
export default class PreviewController {
  async show(ctx: HttpContext) {
    const { workspace, formId } = ctx
    const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
    const { document } = checkedDraft(draft)
    const registry = plugins.registry()
    const { plans, problems } = compile(document, registry)
    if (!plans) {
      const { general, appearance } = document.settings
      const unready = await (
        await renderer()
      ).state({
        state: 'unready',
        title: general.title,
        language: general.language,
        appearance,
        assets: assetsFor(undefined),
        reasons: problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
      })
      return sendPage(ctx, unready, { personal: true, ancestors: "'self'" })
    }
    const publicForm = project(document, 0, plans.browser, registry)
    const slug = String(ctx.params.form)
    const page = await drawPage(
      { document, plans, publicForm },
      { slug, unkept: true },
      {
        page: FIRST_PAGE,
        action: `/forms/${slug}/preview`,
        preview: true,
        notice: { key: 'notice.preview' },
      },
    )
    return sendPage(ctx, page, { key: '', published: { document }, personal: true, ancestors: "'self'" })
  }
}
