import { randomUUID } from 'node:crypto'
import { REFERRER } from '@formwright/kit/referrer'
import type { HttpContext } from '@adonisjs/core/http'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { sendShared } from '#app/http/send_shared'
import { inDrawingLine } from '#app/respond/page/drawing_line'
import { drawEnding, drawPage, firstPage } from '#app/respond/page/form_page'
import { cachedPage, mayRead, withKey, zippedWithKey } from '#app/respond/page/page_cache'
import { leadTo, sendPage } from '#app/respond/page/send_page'
import { localeOf } from '#app/respond/request/locale'
import { submissionOf } from '#app/respond/submission/stored_submission'
import { endingAgain, respond } from '#app/respond/submission/take_submission'
import { turns } from '#app/respond/submission/turn'
import { admit, type OpenForm, refused } from '#app/respond/visit/admission'
import { admitPage } from '#app/respond/visit/admit_page'
import { enter } from '#app/respond/visit/enter'
import { focusOf } from '#app/respond/visit/page_turn'
import { submissionIn } from '#app/respond/visit/receipt'
import { plainLook, sendRefusal } from '#app/respond/visit/refusal_page'
import { writtenInSession } from '#app/respond/visit/refused_post'
import { lookOf, queryOf, sessionAddress } from '#app/respond/visit/request_visit'
import { findSession } from '#app/respond/visit/response_session'
import { takePost } from '#app/respond/visit/take_post'
import { postedAgain } from '#app/respond/visit/written'

/** The public pages of a form, complete without JavaScript. */
export default class PagesController {
  /** The form, ready to be filled in. Stores nothing. */
  async show(ctx: HttpContext) {
    const admission = await admitPage(ctx, true)
    if (!admission) return
    const published = await newest(admission)
    const form = lookOf(admission)
    const locale = localeOf(ctx)
    const page = await cachedPage(published, { ...form, formId: admission.formId }, locale)
    const query = queryOf(ctx, page.words.has(REFERRER))
    if (query !== '' && mayRead(page, query)) {
      const drawn = await inDrawingLine(form, () => firstPage(published, form, { query, locale }))
      return sendPage(ctx, drawn, { key: randomUUID(), published })
    }
    const { request, response } = ctx
    const zip = /\bgzip\b/.test(request.request.headers['accept-encoding'] ?? '')
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('cache-control', 'private, no-cache')
    response.header('vary', page.local ? 'accept-encoding, accept-language' : 'accept-encoding')
    response.header('content-security-policy', page.policy)
    response.header('permissions-policy', page.permissions)
    if (zip) response.header('content-encoding', 'gzip')
    sendShared(response, (zip ? zippedWithKey : withKey)(page, randomUUID()))
  }

  /** A posted first page. */
  async take(ctx: HttpContext) {
    return takePost(ctx, undefined)
  }

  /** A later page of a visit without JavaScript. */
  async showTurn(ctx: HttpContext) {
    const token = String(ctx.params.token)
    const admission = await admitPage(ctx, false, { token })
    if (!admission) return
    const session = await findSession(admission, token)
    if (!session) return sendRefusal(ctx, 'gone', admission)
    const published = await publishedForm(admission.workspaceId, admission.formId, session.version)
    if (!published) return sendRefusal(ctx, 'changed', admission, await writtenInSession(admission, session))
    const { context, raws } = session
    const page = String(ctx.params.page)
    const responding = respond(published, { ...context, raws, source: 'form', now: Date.now() })
    const response = await turns(admission.workspaceId, Object.values(raws), responding)
    const pages = response.pages()
    if (!pages.includes(page)) {
      return leadTo(
        ctx,
        sessionAddress(
          admission,
          session,
          session.pages.findLast((one) => pages.includes(one)) ?? pages[0] ?? page,
        ),
      )
    }
    const wrong = context.attempted === page ? [...response.problems(page), ...(context.problems ?? [])] : []
    const notice = context.notice?.page === page ? context.notice : undefined
    const look = lookOf(admission)
    const drawn = await inDrawingLine(look, () =>
      drawPage(published, look, {
        page,
        action: sessionAddress(admission, session, page),
        raws,
        params: context.params,
        startedOn: context.startedOn,
        locale: context.locale,
        problems: wrong,
        ...(notice && { notice }),
        ...(wrong.length === 0 && { focus: focusOf({ notice, focus: context.focus }) }),
      }),
    )
    sendPage(ctx, drawn, { key: session.submissionKey, published, personal: true })
  }

  /** A posted later page. */
  async takeTurn(ctx: HttpContext) {
    return takePost(ctx, String(ctx.params.token))
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
    const id = submissionIn(String(ctx.params.receipt), admission)
    const stored = id === undefined ? undefined : await submissionOf(admission, id)
    if (!stored) return sendRefusal(ctx, 'gone', admission)
    const ending = await endingAgain(admission, stored)
    const published = await publishedForm(admission.workspaceId, admission.formId, stored.version)
    if (ending.redirect !== undefined) return leadTo(ctx, ending.redirect)
    const drawn = await drawEnding({ ...plainLook(published), ending })
    sendPage(ctx, drawn, { personal: true, published })
  }
}

async function newest(form: OpenForm): Promise<PublishedForm> {
  const published = await publishedForm(form.workspaceId, form.formId)
  if (!published) throw refused('missing')
  return published
}

async function readPassword(ctx: HttpContext): Promise<string> {
  let body = ''
  for await (const chunk of ctx.request.request) {
    body += String(chunk)
    if (body.length > 10_000) break
  }
  return new URLSearchParams(body).get('password') ?? ''
}
