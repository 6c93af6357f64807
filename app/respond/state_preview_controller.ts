import type { HttpContext } from '@adonisjs/core/http'
import { draftDocument, readDraft } from '#app/forms/draft'
import { withOwnStyles } from '#app/forms/styles_apart'
import { plainAssets, renderer } from '#app/respond/page/renderer'
import { sendPage } from '#app/respond/page/send_page'
import { isFramed } from '#app/respond/preview_controller'
import { ownText } from '#app/respond/visit/own_words'
import { within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'

/** Named by the address. */
type Shown = 'early' | 'closed' | 'full'

/** What respondents are told where they cannot answer, in the words and the look of the draft, for whoever may change it. */
export default class StatePreviewController {
  async show(ctx: HttpContext) {
    const state: Shown = ctx.params.state
    const { workspace, formId } = ctx
    const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
    const { general, access, appearance } = (await draftDocument(draft)).settings
    const own = ownText(state, access)
    const at = momentOf(state, access)
    const drawn = await (
      await renderer()
    ).state({
      state,
      title: general.title,
      language: general.language,
      appearance: await withOwnStyles(appearance, appearance.css),
      assets: plainAssets(at !== undefined),
      ...(own !== undefined && { own }),
      ...(at !== undefined && { at }),
      ...(!isFramed(ctx) && { banner: true }),
    })
    sendPage(ctx, drawn, { personal: true, ancestors: "'self'" })
  }
}

function momentOf(
  state: Shown,
  { opensAt, closesAt }: FormDocument['settings']['access'],
): string | undefined {
  if (state === 'early') return opensAt
  return state === 'closed' ? closesAt : undefined
}
