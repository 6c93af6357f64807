import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { apiDocument } from '#app/reference/document'
import { REFERENCE_POLICY, referencePage } from '#app/reference/page'

let served: { body: string; tag: string } | undefined

let page: string | undefined

/** The reference of the API, for programs and for people. */
export default class ReferenceController {
  document({ request, response }: HttpContext) {
    served ??= serve(JSON.stringify(apiDocument()))
    response.header('cache-control', 'public, no-cache')
    response.header('etag', served.tag)
    // it says the same to everybody, and nothing of anybody
    response.header('access-control-allow-origin', '*')
    if (request.header('if-none-match') === served.tag) return response.status(304).send(null)
    response.header('content-type', 'application/json; charset=utf-8')
    return response.send(served.body)
  }

  page({ response }: HttpContext) {
    page ??= referencePage(apiDocument())
    response.header('cache-control', 'public, no-cache')
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('content-security-policy', REFERENCE_POLICY)
    return response.send(page)
  }
}

function serve(body: string): { body: string; tag: string } {
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
