import type { HttpContext } from '@adonisjs/core/http'
import type { PublishedForm } from '#app/forms/versions'
import { bytesOf, type DrawnPage } from '#app/respond/page/drawn_page'
import { permissionsFor, policyFor } from '#app/respond/page/renderer'

interface SendPage {
  status?: number
  key?: string
  published?: Pick<PublishedForm, 'document'>
  /** something of this person is in the page: it is kept nowhere and named to nobody */
  personal?: boolean
  /** who may frame it; anyone unless said */
  ancestors?: string
}

/** Sends a page that was drawn for this very request. */
export function sendPage(ctx: HttpContext, page: DrawnPage, sending: SendPage = {}): void {
  const { response } = ctx
  const { status = 200, key, published, personal = false, ancestors } = sending
  response.status(status)
  response.header('content-type', 'text/html; charset=utf-8')
  response.header('cache-control', personal ? 'no-store' : 'private, no-cache')
  if (personal) response.header('referrer-policy', 'no-referrer')
  response.header('content-security-policy', policyFor(page, published, ancestors))
  response.header('permissions-policy', permissionsFor(published))
  // as bytes: the framework goes through a text three times
  const parts = key === undefined ? [page.head] : [page.head, key, page.tail]
  response.send(Buffer.concat(parts.map(bytesOf)))
}

/** Leads on to another page of the same visit. */
export function leadTo(ctx: HttpContext, address: string): void {
  const { response } = ctx
  response.header('cache-control', 'no-store')
  response.header('referrer-policy', 'no-referrer')
  response.status(303).header('location', address)
  response.send('')
}
