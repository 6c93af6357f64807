import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { isNoRoom } from '#app/files/room_errors'
import { formerAddressOf } from '#app/forms/addresses'
import { publishedForm } from '#app/forms/publications'
import { callerOf, hashOfCaller } from '#app/http/caller'
import type { CodedError } from '#app/http/errors'
import { busy, isBusy } from '#app/http/load_shedding'
import { databaseAway, isOutage } from '#app/http/outage'
import { takesFiles } from '#app/respond/page/form_page'
import { leadTo } from '#app/respond/page/send_page'
import { retryAfter } from '#app/respond/request/rate_limit'
import { sendCode, takeCode } from '#app/respond/submission/codes'
import { noFilesHere, takeUpload } from '#app/respond/submission/take_upload'
import { type Admission, admit, lastAdmitted, type OpenForm } from '#app/respond/visit/admission'
import { answerPost, showAgain } from '#app/respond/visit/answer_post'
import { credentialsOf } from '#app/respond/visit/credentials'
import { enter } from '#app/respond/visit/enter'
import { asPosted } from '#app/respond/visit/page_turn'
import { asLongPost, type LongPost } from '#app/respond/visit/long_posts'
import { pressOf, type Turn } from '#app/respond/visit/plain_post'
import { type FileTaker, type Post, readPost } from '#app/respond/visit/read_post'
import { sendRefusal } from '#app/respond/visit/refusal_page'
import { readRefusedPost, writtenIn } from '#app/respond/visit/refused_post'
import { takeCodes } from '#app/respond/visit/take_codes'
import { contextOf, isMultipart, postedPage } from '#app/respond/visit/request_visit'
import { findSession, type ResponseSession } from '#app/respond/visit/response_session'
import { postedAgain } from '#app/respond/visit/written'

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i

/** A post as far as it was read: what was written in it is given back whatever happens to it. */
interface Reading {
  post?: Post | undefined
}

/** A post, and why files of it were not kept that may be sent again in a moment. */
interface ReadWithFiles {
  post: Post
  unkept: CodedError | undefined
}

/** Takes a posted page, the first one or (with the token of its session) a later one, and answers it. */
export async function takePost(ctx: HttpContext, token: string | undefined): Promise<void> {
  const { request } = ctx.request
  return asLongPost(request, ctx.request.ip(), (long) => takeRead(ctx, token, long))
}

async function takeRead(ctx: HttpContext, token: string | undefined, long: LongPost): Promise<void> {
  const reading: Reading = {}
  try {
    await admitPost(ctx, token, reading, long)
  } catch (error) {
    if (!isOutage(error)) throw error
    const post = 'post' in reading ? reading.post : await readRefusedPost(ctx, long)
    if (!post) throw error
    ctx.logger.error({ err: error }, 'a post came while the database was away')
    await giveBack(ctx, post)
  }
}

async function admitPost(
  ctx: HttpContext,
  token: string | undefined,
  reading: Reading,
  long: LongPost,
): Promise<void> {
  const slug = String(ctx.params.slug)
  const admission = await admit(slug, credentialsOf(ctx), { now: Date.now(), countAll: false })
  const late = await retryAfter(ctx, isMultipart(ctx) ? 'uploads' : 'submissions')
  if (!admission.admitted) {
    reading.post = late > 0 ? undefined : await readRefusedPost(ctx, long)
    return turnAway(ctx, admission, token, reading.post)
  }
  const { form } = admission
  const session = token === undefined ? undefined : await findSession(form, token)
  if (token !== undefined && !session) {
    reading.post = await readRefusedPost(ctx, long)
    return sendRefusal(ctx, 'gone', form, await writtenIn(ctx, form, undefined, reading.post))
  }
  const read = await readWithFiles(ctx, form, session, late, long)
  reading.post = read.post
  return goOn(ctx, form, session, read, late)
}

/** The page of a post that met a database that is away: what was written, and the button that sends it once more. */
async function giveBack(ctx: HttpContext, post: Post): Promise<void> {
  for (const [name, value] of Object.entries(databaseAway().headers)) ctx.response.header(name, value)
  const form = lastAdmitted(String(ctx.params.slug), credentialsOf(ctx))
  try {
    await sendRefusal(ctx, 'away', form, await writtenIn(ctx, form, undefined, post))
  } catch (error) {
    // Of a version that is not in memory only the answers can be shown.
    if (!isOutage(error)) throw error
    await sendRefusal(ctx, 'away', undefined, await writtenIn(ctx, undefined, undefined, post))
  }
}

/** Does what a post asks for that was let in. `late` says in how many seconds it may come again, if too soon. */
async function goOn(
  ctx: HttpContext,
  form: OpenForm,
  session: ResponseSession | undefined,
  { post, unkept }: ReadWithFiles,
  late: number,
): Promise<void> {
  const { workspaceId, formId } = form
  const published = await publishedForm(workspaceId, formId, session?.version ?? post.version)
  if (!published) return sendRefusal(ctx, 'changed', form, await writtenIn(ctx, form, session, post))
  const page = postedPage(ctx, session, post)
  if (isMultipart(ctx) && !takesFiles(published, page)) throw noFilesHere()
  const key = post.key !== undefined && UUID.test(post.key) ? post.key.toLowerCase() : randomUUID()
  const query = session ? '' : (ctx.request.parsedUrl.query ?? '')
  const context = session?.context ?? contextOf(ctx)
  const visit = { form, published, page, post, session, context }
  const from = hashOfCaller(callerOf(ctx.request.ip()))
  const turn: Turn = { ...visit, key: session?.submissionKey ?? key, from, now: Date.now() }
  if (late === 0 && post.dropped) {
    const raws = await asPosted(workspaceId, pressOf(turn))
    const notice = { key: 'written.files' }
    for (const [name, value] of Object.entries(unkept?.headers ?? {})) ctx.response.header(name, value)
    const status = unkept?.status ?? 200
    return showAgain(ctx, turn, query, { raws, problems: [], notice, focus: 'notice', status })
  }
  if (late === 0) {
    const by = callerOf(ctx.request.ip())
    await takeCodes(post, published, {
      send: (path, answer) => sendCode({ form, published, path, answer, by }),
      take: (path, answer, typed) => takeCode({ form, published, path, answer, ...typed }),
    })
  }
  return answerPost(ctx, turn, query, late)
}

/** A post that is not let in: the page says why, with what was written; who gives the password goes on at once. */
async function turnAway(
  ctx: HttpContext,
  admission: Admission & { admitted: false },
  token: string | undefined,
  post: Post | undefined,
): Promise<void> {
  const { form, refusal } = admission
  const owner = form ?? (token === undefined ? undefined : await formerAddressOf(String(ctx.params.slug)))
  const session = owner && token !== undefined ? await findSession(owner, token) : undefined
  if (!form || refusal !== 'password') {
    const known = session ? owner : form
    return sendRefusal(ctx, refusal, form, await writtenIn(ctx, known, session, post))
  }
  const address = ctx.request.url(true)
  const result = post?.password === undefined ? undefined : await enter(ctx, form, post.password)
  if (result !== 'entered') {
    return sendRefusal(ctx, 'password', form, { problem: result, again: postedAgain(address, post) })
  }
  if (post?.page === undefined) return leadTo(ctx, address)
  if (token !== undefined && !session) {
    return sendRefusal(ctx, 'gone', form, await writtenIn(ctx, form, undefined, post))
  }
  return goOn(ctx, form, session, { post, unkept: undefined }, 0)
}

/** Reads the post, with its files where the page has a field for them. */
async function readWithFiles(
  ctx: HttpContext,
  form: OpenForm,
  session: ResponseSession | undefined,
  late: number,
  long: LongPost,
): Promise<ReadWithFiles> {
  const take: FileTaker = async (post: Readonly<Post>, path, name, bytes) => {
    const key = session?.submissionKey ?? post.key
    const known = (session ?? post.page) && key !== undefined && UUID.test(key) && (session || post.version)
    if (!known) throw noFilesHere()
    const version = session?.version ?? post.version
    const published = await publishedForm(form.workspaceId, form.formId, version)
    if (published && !takesFiles(published, postedPage(ctx, session, post), path)) throw noFilesHere()
    if (late > 0 || !published) return undefined
    const by = callerOf(ctx.request.ip())
    const { request } = ctx.request
    return takeUpload({ form, published, path, key: key.toLowerCase(), name, bytes, by, request })
  }
  // What is written besides is read all the same; the file is to be chosen again.
  let unkept: CodedError | undefined
  const takeOrDrop: FileTaker = async (...file) => {
    try {
      return await take(...file)
    } catch (error) {
      if (isBusy(error)) unkept = busy()
      else if (isOutage(error)) unkept = databaseAway()
      else if (!isNoRoom(error)) throw error
      return undefined
    }
  }
  const post = await readPost(ctx.request.request, takeOrDrop, long)
  return { post, unkept }
}
