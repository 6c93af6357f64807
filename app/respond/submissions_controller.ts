import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { validate } from '#app/http/validate'
import { admit, refused } from '#app/respond/admission'
import { noVersion } from '#app/respond/errors'
import { evaluate, evaluation } from '#app/respond/evaluation'
import { knownLocale, knownZone } from '#app/respond/locale'
import { LARGEST_JSON, readJson } from '#app/respond/read_body'
import { presented } from '#app/respond/presented'
import { inTime, unlessBusy } from '#app/respond/pressure'
import { takeSubmission, type Taken } from '#app/respond/take_submission'

const answersByName = vine.object({}).allowUnknownProperties()

const submission = vine.create({
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

/** What programs and the live page send and ask for. */
export default class SubmissionsController {
  /** Takes a submission. 201 says that it is on the disk. */
  async store(ctx: HttpContext) {
    const now = Date.now()
    inTime(ctx, 'submissions')
    ctx.request.setInitialBody(await readJson(ctx.request.request, LARGEST_JSON))
    return unlessBusy(() => this.#take(ctx, now))
  }

  async #take(ctx: HttpContext, now: number) {
    const body = await validate(ctx, submission)
    const admission = await admit(String(ctx.params.form), presented(ctx), { now, countAll: false })
    if (admission.refusal === 'missing') throw refused('missing')
    const { form } = admission
    const names = await nameReader(form, body.version)
    const read = names({ ...body.raws }, { ...body.answers })
    const sent = {
      submissionKey: body.submission_key.toLowerCase(),
      raws: read.raws,
      cleared: read.cleared,
      content: { answers: body.answers, ...(body.raws && { raws: body.raws }) },
      source: body.raws ? ('form' as const) : ('data' as const),
      locale: knownLocale(body.locale),
      timeZone: knownZone(body.time_zone),
      now,
      ...(body.version !== undefined && { version: body.version }),
      ...(body.context?.params && { params: body.context.params }),
      ...(body.context?.started_on !== undefined && { startedOn: body.context.started_on }),
    }
    const refusal = admission.admitted ? undefined : refused(admission.refusal)
    const taken = await takeSubmission(form, sent, refusal)
    return ctx.response.status(201).json({ data: { ...takenJson(taken), ignored: read.ignored } })
  }

  /** Where Next leads, for forms whose way the browser may not know. Stores nothing. */
  async evaluate(ctx: HttpContext) {
    const now = Date.now()
    inTime(ctx, 'evaluations')
    ctx.request.setInitialBody(await readJson(ctx.request.request, LARGEST_JSON))
    return unlessBusy(() => this.#evaluate(ctx, now))
  }

  async #evaluate(ctx: HttpContext, now: number) {
    const asked = await validate(ctx, evaluation)
    const admission = await admit(String(ctx.params.form), presented(ctx), { now, countAll: false })
    if (!admission.admitted) throw refused(admission.refusal)
    const { form } = admission
    const published = await publishedForm(form.workspaceId, form.formId, asked.version)
    if (!published) throw noVersion()
    return ctx.response.json({ data: evaluate(published, asked, now).data })
  }
}

function takenJson({ id, receivedAt, ending }: Taken) {
  return { id, received_at: receivedAt.toISOString(), ending }
}

interface Read {
  raws: Record<string, unknown>
  cleared: string[]
  ignored: string[]
}

/** Reads answers by id, key or former key. What no field of this form is called is left out and listed. */
async function nameReader(form: { workspaceId: string; formId: string }, version: number | undefined) {
  const published = await publishedForm(form.workspaceId, form.formId, version)
  const ids = published ? idsByName(published) : new Map<string, string>()
  return (...sets: Record<string, unknown>[]): Read => {
    const read: Read = { raws: {}, cleared: [], ignored: [] }
    for (const [name, value] of sets.flatMap((set) => Object.entries(set))) {
      const id = ids.get(name)
      if (id === undefined) read.ignored.push(name)
      else if (value === null) read.cleared.push(id)
      else read.raws[id] = value
    }
    return read
  }
}

const namesOf = new WeakMap<PublishedForm, Map<string, string>>()

function idsByName(published: PublishedForm): Map<string, string> {
  const known = namesOf.get(published)
  if (known) return known
  const { blocks, aliases } = published.document
  const fields = blocks.filter((block) => isAnswerable(published, block.id))
  const names = new Map(Object.entries(aliases).filter(([, id]) => fields.some((block) => block.id === id)))
  for (const block of fields) if (block.key !== undefined) names.set(block.key, block.id)
  for (const block of fields) names.set(block.id, block.id)
  namesOf.set(published, names)
  return names
}

function isAnswerable(published: PublishedForm, id: string): boolean {
  const block = published.publicForm.blocks.find((one) => one.id === id)
  return block?.family === 'field' && block.labelling !== 'none'
}
