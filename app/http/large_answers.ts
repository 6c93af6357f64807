import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { placeUntilClosed } from '#app/http/sending_places'
import { cutOffLater } from '#app/http/slow_readers'

/** Answers of more bytes than these are large. */
const LARGE = 1_000_000
/** Large answers that are being sent: each is in memory until its client has it. */
const ANSWERS = { of: 'large answers', each: 4, all: 12 }
/** Downloads that are made while they are sent: each holds the rows it is at, and those that come next. */
const DOWNLOADS = { of: 'downloads', each: 10, all: 60 }

/** The answer to somebody in a workspace. */
type Answering = Pick<HttpContext, 'auth' | 'workspace' | 'response'>

/**
 * To be called before an answer of about so many bytes is sent: a large one has a place until its client has taken it, or is
 * cut off (slow_readers.ts). 503 where too many are on their way, so that nobody who reads slowly fills the memory.
 */
export function takeSendingPlace(ctx: Answering, bytes: number): void {
  if (bytes <= LARGE) return
  placeUntilClosed(ANSWERS, sentTo(ctx), ctx.response.response)
  cutOffLater(ctx.response.response, bytes)
}

/**
 * To be called before a download is made: it has a place until its client has it all, or is cut off (slow_readers.ts). 503
 * where too many are on their way.
 */
export function takeDownloadPlace(ctx: Answering): void {
  placeUntilClosed(DOWNLOADS, sentTo(ctx), ctx.response.response)
}

function sentTo({ auth, workspace }: Answering) {
  return { workspaceId: workspace.id, personId: auth.getUserOrFail().id }
}

/**
 * Gives the JSON that is read at a route of a workspace a place where it is large. What is streamed has taken one itself; what
 * answers a change is sent in any case, since the change is made.
 */
export default class LargeAnswersMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    await next()
    const { request, response } = ctx
    if (request.method() !== 'GET') return
    const [body, generateEtag] = response.content ?? []
    if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return
    const text = JSON.stringify(body)
    takeSendingPlace(ctx, Buffer.byteLength(text))
    response.type('application/json; charset=utf-8')
    response.send(text, generateEtag)
  }
}
