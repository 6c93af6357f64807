import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { type FormState, formState } from '#app/forms/states'
import { validate } from '#app/http/validate'
import { admit, type OpenForm, refused } from '#app/respond/visit/admission'
import { inWords } from '#app/respond/page/problem_texts'
import { noVersion } from '#app/respond/request/errors'
import { evaluate, evaluation } from '#app/respond/submission/evaluation'
import { knownLocale, knownZone } from '#app/respond/request/locale'
import { type NamedAnswers, readAnswers } from '#app/respond/submission/names'
import { LARGEST_JSON, readBody } from '#app/http/read_json'
import { credentialsOf } from '#app/respond/visit/credentials'
import { inOwnWords } from '#app/respond/visit/own_words'
import { withSubmissionPlace } from '#app/http/load_shedding'
import { rateLimit } from '#app/respond/request/rate_limit'
import { takeSubmission, type TakenSubmission } from '#app/respond/submission/take_submission'
import { turnsFor } from '#app/respond/submission/turn'

const answersByName = vine.object({}).allowUnknownProperties()

/** Answers as programs and the live page send them. */
export const submission = vine.create({
  submission_key: vine.string().uuid(),
  version: vine.number({ strict: true }).withoutDecimals().min(1).optional(),
  answers: answersByName.clone(),
  raws: answersByName.clone().optional(),
  time_zone: vine.string().maxLength(100).optional(),
  locale: vine.string().maxLength(100).optional(),
  context: vine
    .object({
      started_on: vine
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .optional(),
      params: vine.record(vine.string().maxLength(2000)).optional(),
    })
    .optional(),
})

/** Of a version that takes no answers: that is said instead. */
const NOTHING: NamedAnswers = { raws: {}, cleared: [], whole: [], ignored: [], unread: [] }

/** What programs and the live page send and ask for. */
export default class SubmissionsController {
  /** Takes a submission. 201 says that it is on the disk. */
  async store(ctx: HttpContext) {
    const now = Date.now()
    await rateLimit(ctx, 'submissions')
    await readBody(ctx, LARGEST_JSON)
    const form = await formState(String(ctx.params.form))
    return withSubmissionPlace(form, () => told(ctx, form, () => this.#take(ctx, now)))
  }

  async #take(ctx: HttpContext, now: number) {
    const body = await validate(ctx, submission)
    const admission = await admit(String(ctx.params.form), credentialsOf(ctx), { now, countAll: false })
    if (admission.refusal === 'missing') throw refused('missing')
    const { form } = admission
    const given = [...Object.entries({ ...body.raws }), ...Object.entries({ ...body.answers })]
    const published = await publishedForm(form.workspaceId, form.formId, body.version)
    const read = published ? await this.#read(form, published, given) : NOTHING
    const sent = {
      submissionKey: body.submission_key.toLowerCase(),
      raws: read.raws,
      cleared: read.cleared,
      unread: read.unread,
      content: { answers: body.answers, ...(body.raws && { raws: body.raws }) },
      source: body.raws ? ('form' as const) : ('data' as const),
      locale: knownLocale(body.locale),
      timeZone: knownZone(body.time_zone),
      now,
      ...(body.version !== undefined && { version: body.version }),
      ...(body.context?.params && { params: body.context.params }),
      ...(body.context?.started_on !== undefined && { startedOn: body.context.started_on }),
    }
    const refusal = admission.admitted ? read.refusal : refused(admission.refusal)
    const taken = await takeSubmission(form, sent, refusal)
    return ctx.response.status(201).json({ data: { ...takenJson(taken), ignored: read.ignored } })
  }

  /** Apart from reading the body, where the answers are many. What waits for the database in it is waited for elsewhere. */
  async #read(form: OpenForm, published: PublishedForm, given: [string, unknown][]): Promise<NamedAnswers> {
    const answers = given.map(([, value]) => value)
    const step = turnsFor(form.workspaceId, answers)
    const { reading } = await step(() => ({ reading: readAnswers(form, published, given) }))
    return reading
  }

  /** Where Next leads, for forms whose way the browser may not know. Stores nothing. */
  async evaluate(ctx: HttpContext) {
    const now = Date.now()
    await rateLimit(ctx, 'evaluations')
    await readBody(ctx, LARGEST_JSON)
    const form = await formState(String(ctx.params.form))
    return withSubmissionPlace(form, () => told(ctx, form, () => this.#evaluate(ctx, now)))
  }

  async #evaluate(ctx: HttpContext, now: number) {
    const asked = await validate(ctx, evaluation)
    const admission = await admit(String(ctx.params.form), credentialsOf(ctx), { now, countAll: false })
    if (!admission.admitted) throw refused(admission.refusal)
    const { form } = admission
    const published = await publishedForm(form.workspaceId, form.formId, asked.version)
    if (!published) throw noVersion()
    const read = await this.#read(form, published, Object.entries(asked.raws))
    if (read.refusal) throw read.refusal
    const raws = { ...read.raws, ...Object.fromEntries(read.cleared.map((id) => [id, null])) }
    const { data } = await evaluate(form.workspaceId, published, { ...asked, raws }, now)
    return ctx.response.json({ data: { ...data, ignored: read.ignored } })
  }
}

/** Does `work`, and tells in words what is refused. */
function told<T>(ctx: HttpContext, form: FormState | undefined, work: () => Promise<T>): Promise<T> {
  return inWords(ctx, () => inOwnWords(ctx, form, work))
}

function takenJson({ id, receivedAt, ending }: TakenSubmission) {
  return { id, received_at: receivedAt.toISOString(), ending }
}
