import type { HttpContext } from '@adonisjs/core/http'
import { type PublishedForm, versionOf } from '#app/forms/versions'
import { CodedError } from '#app/http/errors'
import { turns } from '#app/respond/submission/turn'
import { asPosted, type Raws } from '#app/respond/visit/page_turn'
import { pressOf } from '#app/respond/visit/plain_post'
import type { LongPost } from '#app/respond/visit/long_posts'
import { type Post, readPost } from '#app/respond/visit/read_post'
import type { RefusalMessages } from '#app/respond/visit/refusal_page'
import { contextOf, postedPage } from '#app/respond/visit/request_visit'
import type { ResponseSession } from '#app/respond/visit/response_session'
import { postedAgain, textsOf, written } from '#app/respond/visit/written'
import type { WrittenAnswer } from '../../../frontend/respondent/view.ts'

/** More than this is not read only to be given back. */
const MOST_GIVEN_BACK = 100_000_000

/** A post that is refused, for what was written in it: its files are dropped. Undefined when it cannot be read. */
export async function readRefusedPost(ctx: HttpContext, long: LongPost): Promise<Post | undefined> {
  const length = Number(ctx.request.header('content-length') ?? 0)
  if (length > MOST_GIVEN_BACK) return undefined
  try {
    return await readPost(ctx.request.request, () => Promise.resolve(undefined), long)
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

/**
 * What somebody wrote, to be given back with a refusal: question and answer of all their pages, and the post to send it
 * again. Without a form that may be known the questions stay unsaid.
 */
export async function writtenIn(
  ctx: HttpContext,
  form: { workspaceId: string; formId: string } | undefined,
  session: ResponseSession | undefined,
  post: Post | undefined,
): Promise<RefusalMessages> {
  if (!post) return form && session ? writtenInSession(form, session) : {}
  const version = session?.version ?? post.version
  const published = form && version ? await versionOf(form.workspaceId, form.formId, version) : undefined
  const context = session?.context ?? contextOf(ctx)
  const page = postedPage(ctx, session, post)
  const asked = async (to: { workspaceId: string }, version: PublishedForm) => {
    const press = pressOf({ published: version, page, post, session, context, now: Date.now() })
    return inItsWords(to, version, await asPosted(to.workspaceId, press), context)
  }
  const words = form && published ? await asked(form, published) : textsOf(post)
  const again = postedAgain(ctx.request.url(true), post)
  return { ...(words.length > 0 && { written: words }), dropped: post.dropped, again }
}

/** What a session holds, to be given back. */
export async function writtenInSession(
  form: { workspaceId: string; formId: string },
  { version, raws, context }: ResponseSession,
): Promise<RefusalMessages> {
  const published = await versionOf(form.workspaceId, form.formId, version)
  return published ? { written: await inItsWords(form, published, raws, context) } : {}
}

async function inItsWords(
  { workspaceId }: { workspaceId: string },
  published: PublishedForm,
  raws: Readonly<Raws>,
  { locale }: { locale: string },
): Promise<WrittenAnswer[]> {
  return turns(workspaceId, Object.values(raws), written(published, raws, locale))
}
