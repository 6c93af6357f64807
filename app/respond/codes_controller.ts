import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { publishedForm } from '#app/forms/publications'
import { callerOf } from '#app/http/caller'
import { readBody } from '#app/http/read_json'
import { validate } from '#app/http/validate'
import { inWords } from '#app/respond/page/problem_texts'
import { noVersion } from '#app/respond/request/errors'
import { rateLimit } from '#app/respond/request/rate_limit'
import { type Confirmed, sendCode, takeCode } from '#app/respond/submission/codes'
import { fieldNamed } from '#app/respond/submission/names'
import { admit, refused } from '#app/respond/visit/admission'
import { credentialsOf } from '#app/respond/visit/credentials'

/** Bytes of a request: an answer that is an address, and what came of codes before. */
const LARGEST = 20_000

const ASKED = {
  block: vine.string().maxLength(100),
  version: vine.number({ strict: true }).withoutDecimals().min(1).optional(),
  answer: vine.any(),
}

/** For which answer a code is asked. */
export const askedCode = vine.create(ASKED)

/** A code that was typed, and what was given when it was sent. */
export const typedCode = vine.create({
  ...ASKED,
  sent: vine.string().maxLength(2_000),
  code: vine.string().maxLength(100),
})

/** Codes that confirm answers, for the live page and programs. */
export default class CodesController {
  /** Sends a code to where an answer says. */
  async store(ctx: HttpContext) {
    await read(ctx)
    const asked = await validate(ctx, askedCode)
    const by = callerOf(ctx.request.ip())
    return ctx.response
      .status(201)
      .json({ data: await inWords(ctx, async () => sendCode({ ...(await confirmed(ctx, asked)), by })) })
  }

  /** Takes a code that was typed; gives the proof that goes along with the answer. */
  async confirm(ctx: HttpContext) {
    await read(ctx)
    const { sent, code, ...asked } = await validate(ctx, typedCode)
    return ctx.response.status(201).json({
      data: await inWords(ctx, async () => takeCode({ ...(await confirmed(ctx, asked)), sent, code })),
    })
  }
}

async function read(ctx: HttpContext): Promise<void> {
  await rateLimit(ctx, 'codes')
  await readBody(ctx, LARGEST)
}

/** The answer that is meant, in a form that takes answers of this visitor. */
async function confirmed(
  ctx: HttpContext,
  { block, version, answer }: { block: string; version?: number; answer?: unknown },
): Promise<Confirmed> {
  const admission = await admit(String(ctx.params.form), credentialsOf(ctx), {
    now: Date.now(),
    countAll: false,
  })
  if (!admission.admitted) throw refused(admission.refusal)
  const { form } = admission
  const published = await publishedForm(form.workspaceId, form.formId, version)
  if (!published) throw noVersion()
  return { form, published, path: await fieldNamed(form, published, block), answer }
}
