import type { HttpContext } from '@adonisjs/core/http'
import { tagsOf } from '#app/http/entity_tags'
import { CodedError } from '#app/http/errors'

/** When submission `s` was changed last, in microseconds: what its `ETag` is made of, as SQL. */
export const CHANGED = `(extract(epoch from coalesce(s.updated_at, s.received_at)) * 1000000)::bigint::text`

/** The `ETag` of a submission that was last changed then. */
export function submissionTag(changed: string): string {
  return `"${changed}"`
}

/** Whether the caller has the submission as it is already (`If-None-Match`). */
export function isKnown({ request }: HttpContext, changed: string): boolean {
  return tagsOf(request.header('if-none-match')).includes(submissionTag(changed))
}

/** The tags one of which the submission must have to be edited (`If-Match`); undefined for any. */
export function tagsAsked({ request }: HttpContext): readonly string[] | undefined {
  const tags = tagsOf(request.header('if-match'))
  return tags.length === 0 || tags.includes('*') ? undefined : tags
}

/** The submission was changed since the caller read it. */
export function changedMeanwhile(changed: string): CodedError {
  const message =
    'The submission was changed meanwhile. Read it again, and send your changes with its new ETag.'
  const error = new CodedError('E_PRECONDITION', 412, message)
  error.headers = { etag: submissionTag(changed) }
  return error
}
