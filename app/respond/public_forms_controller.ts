import type { HttpContext } from '@adonisjs/core/http'
import { publishedForm } from '#app/forms/publications'
import { admit, refused } from '#app/respond/admission'
import { presented } from '#app/respond/presented'

/** What anyone may know of a published form, as JSON. */
export default class PublicFormsController {
  async show(ctx: HttpContext) {
    const name = String(ctx.params.slug ?? ctx.params.form)
    const admission = await admit(name, presented(ctx), { now: Date.now(), countAll: true })
    if (!admission.admitted) throw refused(admission.refusal)
    const { form } = admission
    const published = await publishedForm(form.workspaceId, form.formId)
    if (!published) throw refused('missing')
    ctx.response.header('cache-control', 'private, no-cache')
    return ctx.response.json({ data: { slug: form.slug, form: published.publicForm } })
  }
}
