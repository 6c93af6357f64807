import type { HttpContext } from '@adonisjs/core/http'
import { tagsOf } from '#app/http/entity_tags'
import { CodedError } from '#app/http/errors'

/** The `ETag` of a draft at this revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`
}

/** Whether the caller has the draft at this revision already (`If-None-Match`). */
export function isKnown({ request }: HttpContext, revision: number): boolean {
  return tagsOf(request.header('if-none-match')).includes(revisionTag(revision))
}

/** The revision that the caller wants the draft to be at (`If-Match`); undefined for any. Throws 412 for what is no tag of ours. */
export function revisionAsked({ request }: HttpContext): number | undefined {
  const [tag, ...more] = tagsOf(request.header('if-match'))
  if (tag === undefined || tag === '*') return undefined
  const revision = /^"(\d{1,15})"$/.exec(tag)?.[1]
  if (revision === undefined || more.length > 0)
    throw new CodedError('E_PRECONDITION', 412, 'Send the ETag of the draft as If-Match, as it was answered.')
  return Number(revision)
}

/** The draft is not at the revision that the caller asked for. */
export function otherRevision(revision: number): CodedError {
  const message = 'The draft was changed meanwhile. Read it again, and send your changes with its new ETag.'
  const error = new CodedError('E_PRECONDITION', 412, message, { revision })
  error.headers = { etag: revisionTag(revision) }
  return error
}
