import type { HttpContext } from '@adonisjs/core/http'
import { type ExampleTheme, exampleForm, isTheme } from '#app/respond/page/example_form'
import PreviewController, { isFramed, type Viewer } from '#app/respond/preview_controller'
import { type LimitedAction, rateLimit } from '#app/respond/request/rate_limit'

/** The example form, alive for anybody, in the theme that `?theme=` names. As of a preview, nothing of it is stored. */
export default class ExampleController extends PreviewController {
  protected limit(ctx: HttpContext, what: LimitedAction): Promise<void> {
    return rateLimit(ctx, what)
  }

  protected async formOf(ctx: HttpContext) {
    return exampleForm(themeOf(ctx))
  }

  protected viewerOf(ctx: HttpContext): Viewer {
    const query = `?theme=${themeOf(ctx)}`
    return { formId: 'example', userId: 'anybody', slug: 'example', query, framed: isFramed(ctx) }
  }
}

function themeOf(ctx: HttpContext): ExampleTheme {
  const theme: unknown = ctx.request.qs().theme
  return isTheme(theme) ? theme : 'default'
}
