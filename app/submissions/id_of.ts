import { isUuid } from '#app/forms/slugs'
import { notFound } from '#app/http/errors'

/** An id that a path gives, as the database writes it; 404 for what can be none. */
export function idOf(text: unknown): string {
  if (typeof text !== 'string' || !isUuid(text)) throw notFound()
  return text.toLowerCase()
}
