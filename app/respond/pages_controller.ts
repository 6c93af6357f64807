import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { CodedError, tooMany } from '#app/http/errors'
import { callerOf } from '#app/http/token_buckets'
import { admit, type Admission, type OpenForm, type Refusal, refused, STATUS } from '#app/respond/admission'
import { endingAgain } from '#app/respond/take_submission'
import { noVersion } from '#app/respond/errors'
import { drawPage, firstPage, type Look, takesFiles, type Visit } from '#app/respond/form_page'
import { keptPage, withKey, zippedWithKey } from '#app/respond/kept_page'
import { PASSWORD_LIFETIME, passwordCookie, tokenFor } from '#app/respond/password'
import { asPosted } from '#app/respond/page_turn'
import { plainPost, type PlainOutcome, pressOf, type Turn } from '#app/respond/plain_post'
import { presented } from '#app/respond/presented'
import { tooSoon, unlessBusy } from '#app/respond/pressure'
import { type FileTaker, type Post, readPost } from '#app/respond/read_post'
import { assetsFor, renderer } from '#app/respond/renderer'
import { findSession, type ResponseSession } from '#app/respond/response_session'
import { keepWarm } from '#app/respond/warm_pages'
import { leadTo, sendPage } from '#app/respond/send_page'
import { sign, verify } from '#app/respond/signed'
import { submissionOf } from '#app/respond/store_submission'
import { localeOf } from '#app/respond/locale'
import { noFilesHere, takeUpload } from '#app/respond/take_upload'
import { respond } from '#app/respond/take_submission'
import { FIRST_PAGE } from '#engine/document/document'
import { emptySettings } from '#engine/document/document'
import type { StateView } from '../../frontend/respondent/view.ts'

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i
const RECEIPT_DAYS = 1
/** How many passwords of a form one network may try in a minute. */
const GUESSES = 10

/** The public pages of a form, complete without JavaScript. */
export default class PagesController {
  /** The form, ready to be filled in. Stores nothing. */
  async show(ctx: HttpContext) {
    const query = ctx.request.parsedUrl.query ?? ''
    const admission = await admitPage(ctx, true)
    if (!admission) return
    const published = await newest(admission)
    const form = look(admission)
    const locale = localeOf(ctx)
    if (query !== '') {
      return sendPage(ctx, await firstPage(published, form, { query, locale }), {
        key: randomUUID(),
        published,
      })
    }
    const page = await keptPage(published, { ...form, formId: admission.formId }, locale)
    const { request, response } = ctx
    const zip = /\bgzip\b/.test(request.header('accept-encoding') ?? '')
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('cache-control', 'private, no-cache')
    response.header('vary', page.local ? 'accept-encoding, accept-language' : 'accept-encoding')
    response.header('content-security-policy', page.policy)
    if (!page.local)
      await keepWarm(admission, page, request.request.headers.host ?? '', response.getHeaders())
    if (zip) response.header('content-encoding', 'gzip')
    response.send((zip ? zippedWithKey : withKey)(page, randomUUID()))
  }

  /** A posted first page. */
  async take(ctx: HttpContext) {
    const admission = await admitPage(ctx, false)
    if (!admission) return
    const late = tooSoon(ctx, countedAs(ctx))
    const read = await this.#read(ctx, admission, undefined, late)
    if (!read) return
    const { post, published } = read
    const key = post.key !== undefined && UUID.test(post.key) ? post.key.toLowerCase() : randomUUID()
    const query = ctx.request.parsedUrl.query ?? ''
    const params = Object.fromEntries(new URLSearchParams(query))
    const turn = {
      form: admission,
      published,
      page: post.page ?? FIRST_PAGE,
      post,
      session: undefined,
      key,
      now: Date.now(),
      context: { startedOn: today(), locale: localeOf(ctx), ...(query !== '' && { params }) },
    }
    return this.#post(ctx, turn, query, late)
  }

  /** A later page of a visit without JavaScript. */
  async showTurn(ctx: HttpContext) {
    const admission = await admitPage(ctx, false)
    if (!admission) return
    const session = await findSession(admission, String(ctx.params.token))
    if (!session) return this.#gone(ctx, admission)
    const published = await publishedForm(admission.workspaceId, admission.formId, session.version)
    if (!published) return this.#changed(ctx, admission)
    const { context, raws } = session
    const page = String(ctx.params.page)
    const response = respond(published, { ...context, raws, source: 'form', now: Date.now() })
    const pages = response.pages()
    if (!pages.includes(page)) {
      return leadTo(
        ctx,
        addressOf(
          admission,
          session,
          session.pages.findLast((one) => pages.includes(one)) ?? pages[0] ?? page,
        ),
      )
    }
    const wrong = context.attempted === page ? [...response.problems(page), ...(context.problems ?? [])] : []
    const notice = context.notice?.page === page ? context.notice : undefined
    const drawn = await drawPage(published, look(admission), {
      page,
      action: addressOf(admission, session, page),
      raws,
      params: context.params,
      startedOn: context.startedOn,
      locale: context.locale,
      problems: wrong,
      ...(notice && { notice: { key: notice.key, params: notice.params }, focus: notice.focus }),
    })
    sendPage(ctx, drawn, { key: session.submissionKey, published, personal: true })
  }

  /** A posted later page. */
  async takeTurn(ctx: HttpContext) {
    const admission = await admitPage(ctx, false)
    if (!admission) return
    const session = await findSession(admission, String(ctx.params.token))
    if (!session) return this.#gone(ctx, admission)
    const late = tooSoon(ctx, countedAs(ctx))
    const read = await this.#read(ctx, admission, session, late)
    if (!read) return
    const { post, published } = read
    const page = String(ctx.params.page)
    const key = session.submissionKey
    const turn = {
      form: admission,
      published,
      page,
      post,
      session,
      key,
      context: session.context,
      now: Date.now(),
    }
    return this.#post(ctx, turn, '', late)
  }

  /** Lets a visitor in who knows the password. */
  async enter(ctx: HttpContext) {
    const slug = String(ctx.params.slug)
    const admission = await admit(slug, { token: undefined }, { now: Date.now(), countAll: false })
    if (admission.refusal === 'missing') return showRefusal(ctx, 'missing', undefined)
    if (admission.refusal !== 'password') return leadTo(ctx, `/forms/${slug}`)
    const { form } = admission
    const attempts = limiter.use({ requests: GUESSES, duration: '1 min' })
    const who = `password_${form.formId}_${callerOf(ctx.request.ip())}`
    const given = await readPassword(ctx)
    // counted before it is looked at, so that guesses sent all at once are counted as well
    const { consumed, availableIn } = await attempts.increment(who)
    if (consumed > GUESSES) {
      ctx.response.header('retry-after', Math.max(1, availableIn))
      return showRefusal(ctx, 'password', form, { status: 429, problem: 'slow' })
    }
    const token = await tokenFor(form, given)
    if (token === undefined) return showRefusal(ctx, 'password', form, { problem: 'wrong' })
    await attempts.decrement(who)
    ctx.response.plainCookie(passwordCookie(form.slug), token, {
      encode: false,
      maxAge: PASSWORD_LIFETIME,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
    })
    return leadTo(ctx, `/forms/${form.slug}`)
  }

  /** What is shown after sending. The address holds no answer, only a signed number of the submission. */
  async ending(ctx: HttpContext) {
    const admission = await admitPage(ctx, false, true)
    if (!admission) return
    const [formId, id = '', until] = (verify('receipt', String(ctx.params.receipt)) ?? '').split(' ')
    if (formId !== admission.formId || Number(until) < Date.now()) return this.#gone(ctx, admission)
    const kept = await submissionOf(admission, id)
    if (!kept) return this.#gone(ctx, admission)
    const ending = await endingAgain(admission, kept)
    const published = await publishedForm(admission.workspaceId, admission.formId, kept.version)
    if (ending.redirect !== undefined) return leadTo(ctx, ending.redirect)
    const drawn = await (await renderer()).ending({ ...plainLook(published), ending })
    sendPage(ctx, drawn, { personal: true, published })
  }

  /** Works a posted page and answers it. `late` says in how many seconds it may come again, when it came too soon. */
  async #post(ctx: HttpContext, turn: Turn, query: string, late: number): Promise<void> {
    if (late > 0) return this.#later(ctx, turn, query, tooMany(late))
    try {
      await this.#answer(ctx, turn, query, await unlessBusy(() => plainPost(turn)))
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      if (error.code === 'E_BUSY') return this.#later(ctx, turn, query, error)
      const refusal = REFUSALS[error.code ?? '']
      if (!refusal) throw error
      await showRefusal(ctx, refusal, turn.form)
    }
  }

  async #answer(ctx: HttpContext, turn: Turn, query: string, outcome: PlainOutcome): Promise<void> {
    const { form } = turn
    if (outcome.result === 'sent') {
      const until = Date.now() + RECEIPT_DAYS * 24 * 3600 * 1000
      const receipt = sign('receipt', `${form.formId} ${outcome.id} ${until}`)
      return leadTo(ctx, `/forms/${form.slug}/endings/${receipt}`)
    }
    if (outcome.result === 'page') return leadTo(ctx, addressOf(form, outcome.session, outcome.page))
    const { session, page, raws, problems } = outcome
    await this.#again(ctx, { ...turn, session, page }, query, { raws, problems, status: 422 })
  }

  /** The page as it was posted, with a sentence that says to wait: nothing of it was stored. */
  async #later(ctx: HttpContext, turn: Turn, query: string, why: CodedError): Promise<void> {
    for (const [name, value] of Object.entries(why.headers)) ctx.response.header(name, value)
    const key = isMultipart(ctx) ? 'notice.later.files' : 'notice.later'
    await this.#again(ctx, turn, query, {
      raws: asPosted(pressOf(turn)),
      problems: [],
      notice: { key },
      focus: 'notice',
      status: why.status,
    })
  }

  /** A posted page once more, with what was posted in it. */
  async #again(
    ctx: HttpContext,
    { form, published, session, page, key, context }: Turn,
    query: string,
    {
      status,
      ...shown
    }: Required<Pick<Visit, 'raws' | 'problems'>> & Pick<Visit, 'notice' | 'focus'> & { status: number },
  ): Promise<void> {
    const params =
      session?.context.params ?? (query === '' ? undefined : Object.fromEntries(new URLSearchParams(query)))
    const drawn = await drawPage(published, look(form), {
      page,
      ...shown,
      action: session
        ? addressOf(form, session, page)
        : `/forms/${form.slug}${query === '' ? '' : `?${query}`}`,
      locale: context.locale,
      ...(params && { params }),
    })
    sendPage(ctx, drawn, { status, key: session?.submissionKey ?? key, published, personal: true })
  }

  /** Reads the post; of a version that takes no answers any more nothing, and its page was sent. */
  async #read(ctx: HttpContext, form: OpenForm, session: ResponseSession | undefined, late: number) {
    try {
      return await this.#readPost(ctx, form, session, late)
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'E_VERSION') throw error
      await this.#changed(ctx, form)
      return undefined
    }
  }

  /** Reads the post, with its files where the page has a field for them. */
  async #readPost(ctx: HttpContext, form: OpenForm, session: ResponseSession | undefined, late: number) {
    const multipart = isMultipart(ctx)
    const ofVersion = async (version: number | undefined) => {
      const found = await publishedForm(form.workspaceId, form.formId, version)
      if (!found) throw noVersion()
      return found
    }
    const take: FileTaker = async (post: Readonly<Post>, block, name, bytes) => {
      const page = session ? String(ctx.params.page) : post.page
      const key = session?.submissionKey ?? post.key
      const known = page !== undefined && key !== undefined && UUID.test(key) && (session || post.version)
      if (!known) throw noFilesHere()
      const published = await ofVersion(session?.version ?? post.version)
      if (!takesFiles(published, page, block)) throw noFilesHere()
      if (late > 0) return undefined
      return takeUpload({ form, published, block, key: key.toLowerCase(), name, bytes })
    }
    const post = await readPost(ctx.request.request, take)
    const published = await ofVersion(session?.version ?? (post.version || undefined))
    const page = session ? String(ctx.params.page) : (post.page ?? FIRST_PAGE)
    if (multipart && !takesFiles(published, page)) throw noFilesHere()
    return { post, published }
  }

  #gone(ctx: HttpContext, form: OpenForm): Promise<void> {
    return sendRestart(ctx, form, 'gone', 404)
  }

  #changed(ctx: HttpContext, form: OpenForm): Promise<void> {
    return sendRestart(ctx, form, 'changed', 409)
  }
}

/** There is nothing to go on with: a page that leads to the beginning of the form as it is now. */
async function sendRestart(
  ctx: HttpContext,
  form: OpenForm,
  state: 'gone' | 'changed',
  status: number,
): Promise<void> {
  const view: StateView = {
    ...plainLook(await newest(form)),
    state,
    restart: `/forms/${form.slug}`,
  }
  sendPage(ctx, await (await renderer()).state(view), { status, personal: true })
}

function isMultipart(ctx: HttpContext): boolean {
  return /^multipart\//i.test(ctx.request.header('content-type') ?? '')
}

function countedAs(ctx: HttpContext): 'uploads' | 'submissions' {
  return isMultipart(ctx) ? 'uploads' : 'submissions'
}

const REFUSALS: Record<string, Refusal> = {
  E_FULL: 'full',
  E_CLOSED: 'closed',
  E_NOT_OPEN: 'early',
  E_PASSWORD: 'password',
}

/** The form of a page, or nothing when its place was taken by another page, which was sent. */
async function admitPage(
  ctx: HttpContext,
  countAll: boolean,
  afterwards = false,
): Promise<OpenForm | undefined> {
  const slug = String(ctx.params.slug)
  const admission = await admit(slug, presented(ctx), { now: Date.now(), countAll })
  if (admission.form && !admission.form.current && ctx.request.method() === 'GET') {
    const rest = ctx.request.url(true).slice(`/forms/${slug}`.length)
    ctx.response.status(301).header('location', `/forms/${admission.form.slug}${rest}`)
    ctx.response.send('')
    return undefined
  }
  if (admission.admitted) return admission.form
  // Who has sent may see the end of it, whatever the form is by then.
  if (afterwards && isOver(admission)) return admission.form
  await showRefusal(ctx, admission.refusal, admission.form)
  return undefined
}

function isOver(admission: Admission): admission is Admission & { form: OpenForm } {
  return admission.form !== undefined && !admission.admitted && admission.refusal === 'closed'
}

async function showRefusal(
  ctx: HttpContext,
  refusal: Refusal,
  form: OpenForm | undefined,
  { status, problem }: { status?: number; problem?: 'wrong' | 'slow' } = {},
): Promise<void> {
  const published = form && (await publishedForm(form.workspaceId, form.formId))
  const view: StateView = {
    ...plainLook(published),
    state: refusal,
    ...(refusal === 'password' && form && { action: `/forms/${form.slug}/password` }),
    ...(refusal === 'early' && form && { opensAt: form.access.opensAt }),
    ...(problem && { problem }),
  }
  const drawn = await (await renderer()).state(view)
  sendPage(ctx, drawn, { status: status ?? STATUS[refusal], published })
}

/** How a page that is no form looks: as the form does when it is published, or plain when there is none. */
function plainLook(published: PublishedForm | undefined) {
  const known = published?.publicForm
  return {
    title: known?.general.title ?? '404',
    language: known?.general.language ?? 'en',
    appearance: known?.appearance ?? emptySettings('').appearance,
    assets: assetsFor(undefined),
  }
}

async function newest(form: OpenForm): Promise<PublishedForm> {
  const published = await publishedForm(form.workspaceId, form.formId)
  if (!published) throw refused('missing')
  return published
}

function look({ formId, slug, access }: OpenForm): Look {
  return { formId, slug, unkept: access.passwordHash !== undefined }
}

function addressOf(form: OpenForm, session: ResponseSession, page: string): string {
  return `/forms/${form.slug}/responses/${session.token}/${page}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

async function readPassword(ctx: HttpContext): Promise<string> {
  let body = ''
  for await (const chunk of ctx.request.request) {
    body += String(chunk)
    if (body.length > 10_000) break
  }
  return new URLSearchParams(body).get('password') ?? ''
}
