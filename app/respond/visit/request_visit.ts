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
