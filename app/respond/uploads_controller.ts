import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { publishedForm } from '#app/forms/publications'
import { answerTus } from '#app/files/tus'
import { withUploadPlace } from '#app/files/upload_places'
import { callerOf } from '#app/http/caller'
import { bodyBytes } from '#app/http/body_bytes'
import { FieldErrors } from '#app/http/errors'
import { fieldMessages } from '#app/http/field_messages'
import { admit, type OpenForm, refused } from '#app/respond/visit/admission'
import { inWords } from '#app/respond/page/problem_texts'
import { noVersion } from '#app/respond/request/errors'
import { fieldNamed } from '#app/respond/submission/names'
import { credentialsOf } from '#app/respond/visit/credentials'
import { type LimitedAction, rateLimit } from '#app/respond/request/rate_limit'
import { beginUpload, type FileFor, finishUpload, takeUpload } from '#app/respond/submission/take_upload'

const KNOWN = {
  block: vine.string().maxLength(100),
  key: vine.string().uuid(),
  version: vine.number().withoutDecimals().min(1),
  name: vine.string().maxLength(1000),
}
const upload = vine.create(KNOWN)
const whole = vine.create({ ...KNOWN, upload: vine.string().uuid().optional() })

/** Files sent by the live page as they are chosen. */
export default class UploadsController {
  /** The body is the file; or it came in pieces, and `upload` names it. */
  async store(ctx: HttpContext) {
    const file = await fileFor(ctx, await admitted(ctx, 'uploads'), ['upload'])
    const { request } = ctx.request
    const { upload } = await whole.validate(ctx.request.qs(), { messagesProvider: fieldMessages })
    const taken =
      upload === undefined
        ? takeUpload({ ...file, request, bytes: bodyBytes(request) })
        : finishUpload({ ...file, upload: upload.toLowerCase() })
    return ctx.response.status(201).json({ data: await inWords(ctx, () => taken) })
  }

  /** Begins a file that will come in pieces, by the protocol tus. */
  async begin(ctx: HttpContext) {
    const form = await admitted(ctx, 'uploads')
    const file = await fileFor(ctx, form)
    await tus(ctx, form, { begin: (size) => beginUpload({ ...file, size }) })
  }

  /** Goes on with one, asks how far it came, or gives it up. */
  async proceed(ctx: HttpContext) {
    await tus(ctx, await admitted(ctx, 'pieces'), { id: String(ctx.params.upload).toLowerCase() })
  }
}

function tus(
  ctx: HttpContext,
  { workspaceId, formId }: OpenForm,
  asked: { id: string } | { begin: (size: number) => Promise<string> },
): Promise<void> {
  const by = callerOf(ctx.request.ip())
  const path = `/api/forms/${String(ctx.params.form)}/uploads`
  return withUploadPlace({ by, workspaceId, request: ctx.request.request }, () =>
    answerTus(ctx, { path, to: { workspaceId, formId, by }, ...asked }),
  )
}

/** The form that takes files of this visitor. */
async function admitted(ctx: HttpContext, what: LimitedAction): Promise<OpenForm> {
  await rateLimit(ctx, what)
  const admission = await admit(String(ctx.params.form), credentialsOf(ctx), {
    now: Date.now(),
    countAll: false,
  })
  if (!admission.admitted) throw refused(admission.refusal)
  return admission.form
}

/** Which field, stay and version the query names. */
async function fileFor(ctx: HttpContext, form: OpenForm, besides: readonly string[] = []): Promise<FileFor> {
  const query = ctx.request.qs()
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(KNOWN, name) && !besides.includes(name))
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
  const by = callerOf(ctx.request.ip())
  return { form, published, path, key: key.toLowerCase(), name, by }
}
