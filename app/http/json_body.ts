import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { hasBody, readAll } from '#app/http/body_bytes'
import { CodedError } from '#app/http/errors'
import { parseJson } from '#app/http/read_json'
import { DEEPEST_JSON } from '#engine/document/schema'

/** Most bytes of a creator's request: many blocks at once. */
const LARGEST_BODY = 4 * 1024 * 1024
/** A change of a draft holds contents that may be as deep as any, within its own lists. */
const DEEPEST_BODY = 2 * DEEPEST_JSON

/**
 * Reads the JSON of a creator's request. Other bodies are refused: what a form of another site could post by itself is
 * read nowhere. Not the framework's reader: it goes through what was sent before anybody can say that it is too deep.
 */
export default class JsonBodyMiddleware {
  async handle({ request }: HttpContext, next: NextFn) {
    const sent = hasBody(request.request)
    if (sent && !request.is(['json'])) {
      throw new CodedError(
        'E_MEDIA_TYPE',
        415,
        'This content type is not accepted. Send JSON, with the content type application/json.',
      )
    }
    const bytes = sent ? await readAll(request.request, LARGEST_BODY) : undefined
    const body = bytes?.length ? parseJson(bytes, DEEPEST_BODY) : {}
    // a list would pass for an object of nothing where all may be left out
    if (Array.isArray(body)) throw new CodedError('E_VALIDATION', 422, 'Send an object, not a list.')
    // not as its first body, of which the framework keeps a deep copy (read_json.ts)
    request.updateBody(body)
    return next()
  }
}
