import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_POLICY, errorPage } from '#app/http/error_page'
import { requestId } from '#app/http/request_id'
import { SECURITY_HEADERS } from '#app/http/security_headers'

const MESSAGE = 'This address cannot be read.'

/** Answers an address with a broken escape, which the framework gives up on before any middleware. */
export function onBadUrl({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const id = requestId()
  const forPeople = !url.startsWith('/api/') && headers.accept?.includes('text/html')
  const body = forPeople
    ? errorPage(400, MESSAGE, id, url)
    : JSON.stringify({ code: 'E_BAD_REQUEST', message: MESSAGE, request_id: id })
  response.writeHead(400, {
    ...SECURITY_HEADERS,
    ...(forPeople && { 'content-security-policy': ERROR_POLICY }),
    'x-request-id': id,
    'cache-control': 'no-store',
    'content-type': forPeople ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
  })
  response.end(body)
}
