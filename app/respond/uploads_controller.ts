import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { publishedForm } from '#app/forms/publications'
import { callerOf } from '#app/http/caller'
import { bodyBytes } from '#app/http/body_bytes'
import { FieldErrors } from '#app/http/errors'
import { fieldMessages } from '#app/http/field_messages'
import { admit, refused } from '#app/respond/visit/admission'
import { noVersion } from '#app/respond/request/errors'
import { fieldNamed } from '#app/respond/submission/names'
import { credentialsOf } from '#app/respond/visit/credentials'
import { rateLimit } from '#app/respond/request/rate_limit'
import { takeUpload } from '#app/respond/submission/take_upload'

const upload = vine.create({
  block: vine.string().maxLength(100),
  key: vine.string().uuid(),
  version: vine.number().withoutDecimals().min(1),
  name: vine.string().maxLength(1000),
})
const KNOWN = new Set(['block', 'key', 'version', 'name'])

/** Files sent by the live page as they are chosen: the body is the file. */
export default class UploadsController {
  async store(ctx: HttpContext) {
    await rateLimit(ctx, 'uploads')
    const admission = await admit(String(ctx.params.form), credentialsOf(ctx), {
      now: Date.now(),
      countAll: false,
    })
    if (!admission.admitted) throw refused(admission.refusal)
    const { form } = admission
    const query = ctx.request.qs()
    const unknown = Object.keys(query).filter((name) => !KNOWN.has(name))
    if (unknown.length > 0) {
      const errors = Object.fromEntries(unknown.map((name) => [name, ['This key is unknown.']]))
      throw new FieldErrors('E_UNKNOWN_KEYS', `Remove the unknown keys: ${unknown.join(', ')}.`, errors)
    }
    const {
      block: named,
      key,
      version,
      name,
    } = await upload.validate(query, { messagesProvider: fieldMessages })
    const published = await publishedForm(form.workspaceId, form.formId, version)
    if (!published) throw noVersion()
    const path = await fieldNamed(form, published, named)
    const bytes = bodyBytes(ctx.request.request)
    const by = callerOf(ctx.request.ip())
    const file = await takeUpload({ form, published, path, key: key.toLowerCase(), name, bytes, by })
    return ctx.response.status(201).json({ data: file })
  }
}
