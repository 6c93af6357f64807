import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { bodyBytes } from '#app/http/body_bytes'
import { callerOf } from '#app/http/caller'
import { CodedError } from '#app/http/errors'
import { withSubmissionPlace } from '#app/http/load_shedding'
import { fieldMessages } from '#app/http/field_messages'
import { validate } from '#app/http/validate'
import { draftAsForm, type Unready } from '#app/respond/page/draft_as_form'
import { type Ending, endingOf } from '#app/respond/submission/ending'
import { evaluate, evaluation } from '#app/respond/submission/evaluation'
import {
  beginning,
  drawEnding,
  drawPage,
  faultWordsOf,
  type ShownForm,
  takesFiles,
  type Visit,
} from '#app/respond/page/form_page'
import { localeOf } from '#app/respond/request/locale'
import { focusOf, type PageTurn, pageTurn } from '#app/respond/visit/page_turn'
import {
  carried,
  carry,
  isPreviewKey,
  previewKey,
  type PreviewViewer,
  type PreviewVisit,
} from '#app/respond/visit/preview_visit'
import type { LimitedAction } from '#app/respond/request/rate_limit'
import { LARGEST_JSON, readBody } from '#app/http/read_json'
import { previewCodes, takeCodes } from '#app/respond/visit/take_codes'
import { asLongPost, type LongPost } from '#app/respond/visit/long_posts'
import { type FileTaker, type Post, readPost } from '#app/respond/visit/read_post'
import { isMultipart } from '#app/respond/visit/request_visit'
import { plainAssets, renderer } from '#app/respond/page/renderer'
import { leadTo, sendPage } from '#app/respond/page/send_page'
import { respond } from '#app/respond/submission/take_submission'
import { noFilesHere, tryUpload } from '#app/respond/submission/take_upload'
import { FIRST_PAGE } from '#engine/document/document'
import type { Response as FormResponse } from '#engine/response/response'
import { finish } from '#engine/steps'

const upload = vine.create({
  block: vine.string().maxLength(100),
  key: vine.string().maxLength(1000),
  name: vine.string().maxLength(1000),
})

/** Framed by the editor alone. */
const OURS = { personal: true, ancestors: "'self'" } as const

/** Who looks at which form, and where. */
export interface Viewer extends PreviewViewer {
  /** with `/preview` behind it, where the preview is */
  slug: string
  /** behind that, in what its pages post to */
  query?: string
  /** in the editor, whose own bar says that this is a preview */
  framed: boolean
  /** whose form it is, unless the house's own */
  workspaceId?: string
}

/** Whether the page is asked for by a frame of ours, which says itself that nothing is stored. */
export function isFramed(ctx: HttpContext): boolean {
  return ctx.request.header('sec-fetch-dest') === 'iframe'
}

/**
 * The draft as respondents would see it, for members. It can be filled in to its end, with files and without
 * JavaScript, and nothing of that is stored: files are judged and forgotten, a visit travels in its own pages.
 */
export default class PreviewController {
  /** Refuses what comes too soon. Members are not counted. */
  protected async limit(_ctx: HttpContext, _what: LimitedAction): Promise<void> {}

  /** What is shown. */
  protected formOf(ctx: HttpContext): Promise<ShownForm | Unready> {
    return draftAsForm(ctx)
  }

  /** To whom, and where. */
  protected viewerOf(ctx: HttpContext): Viewer {
    return {
      formId: ctx.formId,
      workspaceId: ctx.workspace.id,
      userId: ctx.auth.getUserOrFail().id,
      slug: String(ctx.params.form),
      framed: isFramed(ctx),
    }
  }

  async show(ctx: HttpContext) {
    await this.limit(ctx, 'evaluations')
    const draft = await this.formOf(ctx)
    if (!draft.plans) return sendUnready(ctx, draft)
    const visit = newVisit(ctx)
    const page = beginning(draft, visit.context)
    return sendDraft(ctx, draft, this.viewerOf(ctx), visit, { page })
  }

  /** A posted page, without JavaScript. */
  async turn(ctx: HttpContext) {
    await this.limit(ctx, isMultipart(ctx) ? 'uploads' : 'submissions')
    return asLongPost(ctx.request.request, ctx.request.ip(), (long) => this.#take(ctx, long))
  }

  async #take(ctx: HttpContext, long: LongPost) {
    const draft = await this.formOf(ctx)
    const viewer = this.viewerOf(ctx)
    const { request } = ctx.request
    const take: FileTaker = async ({ key, page }, path, name, bytes) => {
      if (!isPreviewKey(key, viewer)) throw notFromHere()
      if (!draft.plans || page === undefined || !takesFiles(draft, page, path)) throw noFilesHere()
      return tryUpload({ published: draft, path, name, bytes, by: callerOf(ctx.request.ip()), request })
    }
    const post = await readPost(request, take, long)
    if (!isPreviewKey(post.key, viewer)) throw notFromHere()
    return withSubmissionPlace(viewer, () => this.#turn(ctx, draft, viewer, post))
  }

  async #turn(ctx: HttpContext, draft: ShownForm | Unready, viewer: Viewer, post: Post) {
    if (!draft.plans) return sendUnready(ctx, draft)
    const { page = FIRST_PAGE } = post
    // Someone may have removed it since it was shown.
    if (page !== FIRST_PAGE && !draft.document.blocks.some(({ id }) => id === page))
      return leadTo(ctx, addressOf(viewer))
    const visit = carried(post.carried, viewer) ?? newVisit(ctx)
    await takeCodes(post, draft, previewCodes(draft))
    const press = { published: draft, page, post, ...visit, kept: visit.raws, now: Date.now() }
    const turn = await pageTurn(viewer.workspaceId ?? '', press)
    if (turn.to === 'send') return sendEnding(ctx, draft, viewer, turn.response)
    const next = turn.to === 'page' ? turn.page : page
    const kept = { ...visit, raws: turn.raws, pages: [...new Set([...visit.pages, page, next])] }
    return sendDraft(ctx, draft, viewer, kept, { page: next, ...saidBy(turn, draft, visit) })
  }

  /** A file of the live page: judged as any would be, and forgotten. */
  async file(ctx: HttpContext) {
    await this.limit(ctx, 'uploads')
    const published = await this.formOf(ctx)
    const {
      block: path,
      key,
      name,
    } = await upload.validate(ctx.request.qs(), { messagesProvider: fieldMessages })
    if (!isPreviewKey(key, this.viewerOf(ctx))) throw notFromHere()
    const { request } = ctx.request
    const bytes = bodyBytes(request)
    const file = await tryUpload({ published, path, name, bytes, by: callerOf(ctx.request.ip()), request })
    return ctx.response.status(201).json({ data: file })
  }

  /** Where these answers lead and how they would end, for the live page. */
  async evaluate(ctx: HttpContext) {
    await this.limit(ctx, 'evaluations')
    await readBody(ctx, LARGEST_JSON)
    return withSubmissionPlace(this.viewerOf(ctx), () => this.#evaluate(ctx))
  }

  async #evaluate(ctx: HttpContext) {
    const asked = await validate(ctx, evaluation)
    const draft = await this.formOf(ctx)
    if (!draft.plans) throw new CodedError('E_CHECK', 422, 'This draft cannot be shown yet.', draft.problems)
    const { workspaceId = '' } = this.viewerOf(ctx)
    const { response, data } = await evaluate(workspaceId, draft, asked, Date.now())
    return ctx.response.json({ data: { ...data, ending: shownEnding(draft, response) } })
  }
}

/** A page of the draft, with what it carries on. */
async function sendDraft(
  ctx: HttpContext,
  draft: ShownForm,
  viewer: Viewer,
  visit: PreviewVisit,
  shown: Pick<Visit, 'page' | 'problems' | 'notice' | 'focus'>,
): Promise<void> {
  const { startedOn, locale, params } = visit.context
  const page = await drawPage(
    draft,
    { formId: viewer.formId, slug: viewer.slug, unkept: true },
    {
      ...shown,
      action: addressOf(viewer),
      preview: true,
      ...(!viewer.framed && { banner: true }),
      carried: carry(visit, viewer),
      startedOn,
      locale,
      ...(params && { params }),
      ...(Object.keys(visit.raws).length > 0 && { raws: visit.raws }),
    },
  )
  const status = shown.problems && shown.problems.length > 0 ? 422 : 200
  sendPage(ctx, page, { ...OURS, status, key: previewKey(viewer), published: draft })
}

/** What a page says besides its questions. */
function saidBy(
  turn: Exclude<PageTurn, { to: 'send' }>,
  draft: ShownForm,
  { context }: PreviewVisit,
): Pick<Visit, 'problems' | 'notice' | 'focus'> {
  if (turn.to === 'problems') return { problems: turn.problems }
  const { attempted, notice } = turn.said
  if (attempted === undefined) return { notice, focus: focusOf(turn.said) }
  const response = finish(respond(draft, { ...context, raws: turn.raws, source: 'form', now: Date.now() }))
  return { problems: response.problems(attempted) }
}

async function sendEnding(
  ctx: HttpContext,
  draft: ShownForm,
  { framed }: Viewer,
  response: FormResponse,
): Promise<void> {
  const { title, language } = draft.document.settings.general
  const drawn = await drawEnding({
    title,
    language,
    appearance: draft.publicForm.appearance,
    assets: plainAssets(),
    ending: shownEnding(draft, response),
    faultWords: faultWordsOf(draft),
    ...(!framed && { banner: true }),
  })
  sendPage(ctx, drawn, { ...OURS, published: draft })
}

/** The ending as it is written: a preview leads to no other site. */
function shownEnding(draft: ShownForm, response: FormResponse): Ending {
  const { redirect: _, ...ending } = endingOf(draft, response)
  return ending
}

async function sendUnready(ctx: HttpContext, { document, problems }: Unready): Promise<void> {
  const { general, appearance } = document.settings
  const drawn = await (
    await renderer()
  ).state({
    state: 'unready',
    title: general.title,
    language: general.language,
    appearance,
    assets: plainAssets(),
    reasons: problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  })
  sendPage(ctx, drawn, OURS)
}

function newVisit(ctx: HttpContext): PreviewVisit {
  const query = ctx.request.parsedUrl.query ?? ''
  const params = Object.fromEntries(new URLSearchParams(query))
  const startedOn = new Date().toISOString().slice(0, 10)
  return {
    raws: {},
    pages: [],
    context: { startedOn, locale: localeOf(ctx), ...(query !== '' && { params }) },
  }
}

function addressOf({ slug, query = '' }: Viewer): string {
  return `/forms/${slug}/preview${query}`
}

/** Only pages of the preview itself may post to it: their key stands for a CSRF token, which forms without script lack. */
function notFromHere(): CodedError {
  return new CodedError('E_PREVIEW', 403, 'Open the preview again.')
}
