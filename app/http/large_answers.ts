import type { HttpContext, HttpResponse } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { busy, takePlaces } from '#app/http/load_shedding'
import { cutOffLater } from '#app/http/slow_readers'

/** Answers of more bytes than these are large. */
const LARGE = 1_000_000
/** So many large answers of one workspace, and of all, are being sent: each is in memory until its client has it. */
const AT_ONCE = { workspace: 4, all: 12 }
/** So many downloads that are made while they are sent: each holds the rows it is at, and those that come next. */
const DOWNLOADS = { workspace: 10, all: 60 }

/**
 * To be called before an answer of about so many bytes is sent: a large one has a place until its client has taken it, or is
 * cut off (slow_readers.ts). 503 where too many are on their way, so that nobody who reads slowly fills the memory.
 */
export function takeSendingPlace(workspaceId: string, bytes: number, { response }: HttpResponse): void {
  if (bytes <= LARGE) return
  placeUntilClosed('large answers', AT_ONCE, workspaceId, response)
  cutOffLater(response, bytes)
}

/**
 * To be called before a download is made: it has a place until its client has it all, or is cut off (slow_readers.ts). 503
 * where too many are on their way.
 */
export function takeDownloadPlace(workspaceId: string, { response }: HttpResponse): void {
  placeUntilClosed('downloads', DOWNLOADS, workspaceId, response)
}

function placeUntilClosed(
  of: string,
  most: typeof AT_ONCE,
  workspaceId: string,
  response: HttpResponse['response'],
): void {
  if (response.destroyed) return
  const leave = takePlaces([
    { of: `${of} of ${workspaceId}`, most: most.workspace },
    { of, most: most.all },
  ])
  if (!leave) throw busy()
  response.once('close', leave)
}

/**
 * Gives the JSON that is read at a route of a workspace a place where it is large. What is streamed has taken one itself; what
 * answers a change is sent in any case, since the change is made.
 */
export default class LargeAnswersMiddleware {
  async handle({ request, response, workspace }: HttpContext, next: NextFn) {
    await next()
    if (request.method() !== 'GET') return
    const [body, generateEtag] = response.content ?? []
    if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return
    const text = JSON.stringify(body)
    takeSendingPlace(workspace.id, Buffer.byteLength(text), response)
    response.type('application/json; charset=utf-8')
    response.send(text, generateEtag)
  }
}
