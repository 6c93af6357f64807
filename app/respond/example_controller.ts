import type { HttpContext } from '@adonisjs/core/http'
import { type ExampleTheme, exampleForm, isTheme } from '#app/respond/page/example_form'
import PreviewController, { type Viewer } from '#app/respond/preview_controller'
import { rateLimit } from '#app/respond/request/rate_limit'

/** The example form, alive for anybody, in the theme that `?theme=` names. As of a preview, nothing of it is stored. */
export default class ExampleController extends PreviewController {
  protected async formOf(ctx: HttpContext) {
    await rateLimit(ctx, 'evaluations')
    return exampleForm(themeOf(ctx))
  }

  protected viewerOf(): Viewer {
    return { formId: 'example', userId: 'anybody', slug: 'example', framed: false }
  }
}

function themeOf(ctx: HttpContext): ExampleTheme {
  const theme: unknown = ctx.request.qs().theme
  return isTheme(theme) ? theme : 'default'
}
