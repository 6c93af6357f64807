import type { HttpContext } from '@adonisjs/core/http'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { sendShared } from '#app/http/send_shared'
import { admit, refused } from '#app/respond/visit/admission'
import { keysOf } from '#app/respond/submission/names'
import { credentialsOf } from '#app/respond/visit/credentials'

/** What anyone may know of a published form, as JSON. */
export default class PublicFormsController {
  async show(ctx: HttpContext) {
    const name = String(ctx.params.slug ?? ctx.params.form)
    const admission = await admit(name, credentialsOf(ctx), { now: Date.now(), countAll: true })
    if (!admission.admitted) throw refused(admission.refusal)
    const { form } = admission
    const published = await publishedForm(form.workspaceId, form.formId)
    if (!published) throw refused('missing')
    ctx.response.header('cache-control', 'private, no-cache')
    ctx.response.type('application/json; charset=utf-8')
    const before = `{"data":{"slug":${JSON.stringify(form.slug)},"form":`
    sendShared(ctx.response, [Buffer.from(before), textOf(published), Buffer.from('}}')])
  }
}

/** By form: it is made once, however often and by whomever it is asked for. */
const texts = new WeakMap<PublishedForm, Buffer>()

function textOf(published: PublishedForm): Buffer {
  const text = texts.get(published) ?? Buffer.from(JSON.stringify(withKeys(published)))
  texts.set(published, text)
  return text
}

/** The form as browsers know it, with the keys that programs name its fields by. */
function withKeys(published: PublishedForm) {
  const keys = keysOf(published)
  const blocks = published.publicForm.blocks.map((block) => {
    const key = keys.get(block.id)
    return key === undefined ? block : { ...block, key }
  })
  return { ...published.publicForm, blocks }
}
