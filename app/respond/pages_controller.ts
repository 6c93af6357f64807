import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import encryption from '@adonisjs/core/services/encryption'
import { addressOf as addressNamed } from '#app/forms/addresses'
import { publishedForm } from '#app/forms/publications'
import { type PublishedForm, versionOf } from '#app/forms/versions'
import { CodedError, tooMany } from '#app/http/errors'
import { admit, type Admission, type OpenForm, refused } from '#app/respond/admission'
import { endingAgain } from '#app/respond/take_submission'
import { enter } from '#app/respond/enter'
import { drawPage, firstPage, type Look, takesFiles, type Visit } from '#app/respond/form_page'
import { cachedPage, withKey, zippedWithKey } from '#app/respond/page_cache'
import { asPosted, focusOf } from '#app/respond/page_turn'
import { plainPost, type PlainOutcome, pressOf, type Turn } from '#app/respond/plain_post'
import { presented } from '#app/respond/presented'
import { tooSoon, unlessBusy } from '#app/respond/pressure'
import { type FileTaker, type Post, readPost } from '#app/respond/read_post'
import { plainLook, type Reason, type Saying, sendRefusal } from '#app/respond/refusal_page'
import { renderer } from '#app/respond/renderer'
import { findSession, type ResponseSession, type SessionContext } from '#app/respond/response_session'
import { leadTo, sendPage } from '#app/respond/send_page'
import { submissionOf } from '#app/respond/stored_submission'
import { localeOf } from '#app/respond/locale'
import { noFilesHere, takeUpload } from '#app/respond/take_upload'
import { respond } from '#app/respond/take_submission'
import { postedAgain, textsOf, written } from '#app/respond/written'
import { FIRST_PAGE } from '#engine/document/document'

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i
const RECEIPT = { purpose: 'receipt', lifetime: '1 day' }

/** Says which submission an address of an ending belongs to. */
interface Receipt {
  form: string
  submission: string
}

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
    const page = await cachedPage(published, { ...form, formId: admission.formId }, locale)
    const { request, response } = ctx
    const zip = /\bgzip\b/.test(request.request.headers['accept-encoding'] ?? '')
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('cache-control', 'private, no-cache')
    response.header('vary', page.local ? 'accept-encoding, accept-language' : 'accept-encoding')
    response.header('content-security-policy', page.policy)
    if (zip) response.header('content-encoding', 'gzip')
    response.send((zip ? zippedWithKey : withKey)(page, randomUUID()))
  }

  /** A posted first page. */
  async take(ctx: HttpContext) {
    return this.#take(ctx, undefined)
  }

  /** A later page of a visit without JavaScript. */
  async showTurn(ctx: HttpContext) {
    const token = String(ctx.params.token)
    const admission = await admitPage(ctx, false, { token })
    if (!admission) return
    const session = await findSession(admission, token)
    if (!session) return sendRefusal(ctx, 'gone', admission)
    const published = await publishedForm(admission.workspaceId, admission.formId, session.version)
    if (!published) return sendRefusal(ctx, 'changed', admission, await saved(admission, session))
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
      ...(notice && { notice }),
      ...(wrong.length === 0 && { focus: focusOf({ notice, focus: context.focus }) }),
    })
    sendPage(ctx, drawn, { key: session.submissionKey, published, personal: true })
  }

  /** A posted later page. */
  async takeTurn(ctx: HttpContext) {
    return this.#take(ctx, String(ctx.params.token))
  }

  /** Lets a visitor in who knows the password, without a page: the live page and programs. */
  async enter(ctx: HttpContext) {
    const slug = String(ctx.params.slug)
    const admission = await admit(slug, { token: undefined }, { now: Date.now(), countAll: false })
    if (admission.refusal === 'missing') return sendRefusal(ctx, 'missing', undefined)
    if (admission.refusal !== 'password') return leadTo(ctx, `/forms/${slug}`)
    const { form } = admission
    const address = `/forms/${form.slug}`
    const result = await enter(ctx, form, await readPassword(ctx))
    if (result === 'entered') return leadTo(ctx, address)
    return sendRefusal(ctx, 'password', form, { problem: result, again: postedAgain(address, undefined) })
  }

  /** What is shown after sending. The address holds no answer, only a signed number of the submission. */
  async ending(ctx: HttpContext) {
    const admission = await admitPage(ctx, false, { afterwards: true })
    if (!admission) return
    const verifier = encryption.getMessageVerifier()
    const receipt = verifier.unsign<Receipt>(String(ctx.params.receipt), RECEIPT.purpose)
    if (receipt?.form !== admission.formId) return sendRefusal(ctx, 'gone', admission)
    const kept = await submissionOf(admission, receipt.submission)
    if (!kept) return sendRefusal(ctx, 'gone', admission)
    const ending = await endingAgain(admission, kept)
    const published = await publishedForm(admission.workspaceId, admission.formId, kept.version)
    if (ending.redirect !== undefined) return leadTo(ctx, ending.redirect)
    const drawn = await (await renderer()).ending({ ...plainLook(published), ending })
    sendPage(ctx, drawn, { personal: true, published })
  }

  /** A posted page, the first one or (with the token of its session) a later one. */
  async #take(ctx: HttpContext, token: string | undefined): Promise<void> {
    const slug = String(ctx.params.slug)
    const admission = await admit(slug, presented(ctx), { now: Date.now(), countAll: false })
    const late = await tooSoon(ctx, countedAs(ctx))
    if (!admission.admitted) {
      return this.#turnAway(ctx, admission, token, late > 0 ? undefined : await readAnyPost(ctx))
    }
    const { form } = admission
    const session = token === undefined ? undefined : await findSession(form, token)
    if (token !== undefined && !session) {
      return sendRefusal(ctx, 'gone', form, await sayWritten(ctx, form, undefined, await readAnyPost(ctx)))
    }
    const post = await this.#readPost(ctx, form, session, late)
    return this.#goOn(ctx, form, session, post, late)
  }

  /** Does what a post asks for that was let in. `late` says in how many seconds it may come again, if too soon. */
  async #goOn(
    ctx: HttpContext,
    form: OpenForm,
    session: ResponseSession | undefined,
    post: Post,
    late: number,
  ): Promise<void> {
    const { workspaceId, formId } = form
    const published = await publishedForm(workspaceId, formId, session?.version ?? post.version)
    if (!published) return sendRefusal(ctx, 'changed', form, await sayWritten(ctx, form, session, post))
    const page = pageOf(ctx, session, post)
    if (isMultipart(ctx) && !takesFiles(published, page)) throw noFilesHere()
    const key = post.key !== undefined && UUID.test(post.key) ? post.key.toLowerCase() : randomUUID()
    const query = session ? '' : (ctx.request.parsedUrl.query ?? '')
    const context = session?.context ?? contextOf(ctx)
    const visit = { form, published, page, post, session, context }
    const turn: Turn = { ...visit, key: session?.submissionKey ?? key, now: Date.now() }
    if (late === 0 && post.dropped) {
      const raws = asPosted(pressOf(turn))
      const notice = { key: 'written.files' }
      return this.#again(ctx, turn, query, { raws, problems: [], notice, focus: 'notice', status: 200 })
    }
    return this.#post(ctx, turn, query, late)
  }

  /** A post that is not let in: the page says why, with what was written; who gives the password goes on at once. */
  async #turnAway(
    ctx: HttpContext,
    admission: Admission & { admitted: false },
    token: string | undefined,
    post: Post | undefined,
  ): Promise<void> {
    const { form, refusal } = admission
    const place = form ?? (token === undefined ? undefined : await addressNamed(String(ctx.params.slug)))
    const session = place && token !== undefined ? await findSession(place, token) : undefined
    if (!form || refusal !== 'password') {
      const known = session ? place : form
      return sendRefusal(ctx, refusal, form, await sayWritten(ctx, known, session, post))
    }
    const address = ctx.request.url(true)
    const result = post?.password === undefined ? undefined : await enter(ctx, form, post.password)
    if (result !== 'entered') {
      return sendRefusal(ctx, 'password', form, { problem: result, again: postedAgain(address, post) })
    }
    if (post?.page === undefined) return leadTo(ctx, address)
    if (token !== undefined && !session) {
      return sendRefusal(ctx, 'gone', form, await sayWritten(ctx, form, undefined, post))
    }
    return this.#goOn(ctx, form, session, post, 0)
  }

  /** Works a posted page and answers it. `late` says in how many seconds it may come again, when it came too soon. */
  async #post(ctx: HttpContext, turn: Turn, query: string, late: number): Promise<void> {
    if (late > 0) return this.#later(ctx, turn, query, tooMany(late))
    try {
      await this.#answer(ctx, turn, query, await unlessBusy(() => plainPost(turn)))
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      if (error.code === 'E_BUSY') return this.#later(ctx, turn, query, error)
      const reason = REASONS[error.code ?? '']
      if (!reason) throw error
      await sendRefusal(ctx, reason, turn.form, await sayWritten(ctx, turn.form, turn.session, turn.post))
    }
  }

  async #answer(ctx: HttpContext, turn: Turn, query: string, outcome: PlainOutcome): Promise<void> {
    const { form } = turn
    if (outcome.result === 'sent') {
      const receipt: Receipt = { form: form.formId, submission: outcome.id }
      const signed = encryption.getMessageVerifier().sign(receipt, RECEIPT.lifetime, RECEIPT.purpose)
      return leadTo(ctx, `/forms/${form.slug}/endings/${signed}`)
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

  /** Reads the post, with its files where the page has a field for them. */
  #readPost(ctx: HttpContext, form: OpenForm, session: ResponseSession | undefined, late: number) {
    const take: FileTaker = async (post: Readonly<Post>, block, name, bytes) => {
      const key = session?.submissionKey ?? post.key
      const known = (session ?? post.page) && key !== undefined && UUID.test(key) && (session || post.version)
      if (!known) throw noFilesHere()
      const version = session?.version ?? post.version
      const published = await publishedForm(form.workspaceId, form.formId, version)
      if (published && !takesFiles(published, pageOf(ctx, session, post), block)) throw noFilesHere()
      if (late > 0 || !published) return undefined
      return takeUpload({ form, published, block, key: key.toLowerCase(), name, bytes })
    }
    return readPost(ctx.request.request, take)
  }
}

/** More than this is not read only to be given back. */
const MOST_GIVEN_BACK = 100_000_000

/** A post that is refused, for what was written in it: its files are dropped. Undefined when it cannot be read. */
async function readAnyPost(ctx: HttpContext): Promise<Post | undefined> {
  const length = Number(ctx.request.header('content-length') ?? 0)
  if (length > MOST_GIVEN_BACK) return undefined
  try {
    return await readPost(ctx.request.request, () => Promise.resolve(undefined))
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

/**
 * What somebody wrote, to be given back with a refusal: question and answer of all their pages, and the post to send it
 * again. Without a form that may be known (`place`) the questions stay unsaid.
 */
async function sayWritten(
  ctx: HttpContext,
  place: { workspaceId: string; formId: string } | undefined,
  session: ResponseSession | undefined,
  post: Post | undefined,
): Promise<Saying> {
  if (!post) return place && session ? saved(place, session) : {}
  const version = session?.version ?? post.version
  const published = place && version ? await versionOf(place.workspaceId, place.formId, version) : undefined
  const context = session?.context ?? contextOf(ctx)
  const page = pageOf(ctx, session, post)
  const words = published
    ? written(
        published,
        asPosted(pressOf({ published, page, post, session, context, now: Date.now() })),
        context.locale,
      )
    : textsOf(post)
  const again = postedAgain(ctx.request.url(true), post)
  return { ...(words.length > 0 && { written: words }), dropped: post.dropped, again }
}

/** What a session holds, to be given back. */
async function saved(
  { workspaceId, formId }: { workspaceId: string; formId: string },
  { version, raws, context }: ResponseSession,
): Promise<Saying> {
  const published = await versionOf(workspaceId, formId, version)
  return published ? { written: written(published, raws, context.locale) } : {}
}

function pageOf(ctx: HttpContext, session: ResponseSession | undefined, post: Readonly<Post>): string {
  return session ? String(ctx.params.page) : (post.page ?? FIRST_PAGE)
}

/** What is known of a visit that begins with this request. */
function contextOf(ctx: HttpContext): SessionContext {
  const query = ctx.request.parsedUrl.query ?? ''
  const params = Object.fromEntries(new URLSearchParams(query))
  return { startedOn: today(), locale: localeOf(ctx), ...(query !== '' && { params }) }
}

function isMultipart(ctx: HttpContext): boolean {
  return /^multipart\//i.test(ctx.request.header('content-type') ?? '')
}

function countedAs(ctx: HttpContext): 'uploads' | 'submissions' {
  return isMultipart(ctx) ? 'uploads' : 'submissions'
}

const REASONS: Record<string, Reason> = {
  E_VERSION: 'changed',
  E_FULL: 'full',
  E_CLOSED: 'closed',
  E_NOT_OPEN: 'early',
  E_PASSWORD: 'password',
}

/** The form of a page, or nothing when its place was taken by another page, which was sent. */
async function admitPage(
  ctx: HttpContext,
  countAll: boolean,
  { token, afterwards = false }: { token?: string; afterwards?: boolean } = {},
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
  const { form, refusal } = admission
  if (refusal === 'password') {
    const address = afterwards ? `/forms/${form.slug}` : ctx.request.url(true)
    await sendRefusal(ctx, refusal, form, { again: postedAgain(address, undefined) })
    return undefined
  }
  const place = token === undefined ? undefined : (form ?? (await addressNamed(slug)))
  const session = place && token !== undefined ? await findSession(place, token) : undefined
  await sendRefusal(ctx, refusal, form, place && session ? await saved(place, session) : {})
  return undefined
}

function isOver(admission: Admission): admission is Admission & { form: OpenForm } {
  return admission.form !== undefined && !admission.admitted && admission.refusal === 'closed'
}

async function newest(form: OpenForm): Promise<PublishedForm> {
  const published = await publishedForm(form.workspaceId, form.formId)
  if (!published) throw refused('missing')
  return published
}

function look({ formId, slug, passwordHash }: OpenForm): Look {
  return { formId, slug, unkept: passwordHash !== null }
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
