import { originAndPath, REFERRER } from '@formwright/kit/referrer'
import type { HttpContext } from '@adonisjs/core/http'
import type { Look } from '#app/respond/page/form_page'
import { localeOf } from '#app/respond/request/locale'
import type { OpenForm } from '#app/respond/visit/admission'
import type { Post } from '#app/respond/visit/read_post'
import type { ResponseSession, SessionContext } from '#app/respond/visit/response_session'
import { FIRST_PAGE } from '#engine/document/document'

/** What is known of a visit that begins with this request. */
export function contextOf(ctx: HttpContext): SessionContext {
  const query = ctx.request.parsedUrl.query ?? ''
  const params = Object.fromEntries(new URLSearchParams(query))
  const startedOn = new Date().toISOString().slice(0, 10)
  return { startedOn, locale: localeOf(ctx), ...(query !== '' && { params }) }
}

/**
 * What came with the address of a first page. Where the form asks which page led here, that is one more parameter: so it
 * comes back with every post, and nothing has to be kept.
 */
export function queryOf(ctx: HttpContext, asksReferrer: boolean): string {
  const query = ctx.request.parsedUrl.query ?? ''
  const from = asksReferrer && originAndPath(ctx.request.header('referer') ?? '')
  // who comes from the form itself begins anew, and was led here by nobody
  if (!from || from.endsWith(`//${ctx.request.host()}${ctx.request.url()}`)) return query
  const params = new URLSearchParams(query)
  if (!params.has(REFERRER)) params.set(REFERRER, from)
  return params.toString()
}

/** The page a post is of. */
export function postedPage(
  ctx: HttpContext,
  session: ResponseSession | undefined,
  post: Readonly<Post>,
): string {
  return session ? String(ctx.params.page) : (post.page ?? FIRST_PAGE)
}

/** The address of a later page of a visit without JavaScript. */
export function sessionAddress(form: OpenForm, session: ResponseSession, page: string): string {
  return `/forms/${form.slug}/responses/${session.token}/${page}`
}

/** What of the form itself its pages show. */
export function lookOf({ workspaceId, formId, slug, passwordHash }: OpenForm): Look {
  return { workspaceId, formId, slug, unkept: passwordHash !== null }
}

/** Whether a post may have files in it. */
export function isMultipart(ctx: HttpContext): boolean {
  return /^multipart\//i.test(ctx.request.header('content-type') ?? '')
}
