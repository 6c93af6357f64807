import type { ConnectionPower, OutboundRequest, OutboundResponse } from './integration.ts'

/** What a call with JSON carries, if anything, and further headers that the service wants. */
interface Sent {
  body?: object
  headers?: Readonly<Record<string, string>>
}

/** One call to a service that speaks JSON, with the credential of the connection; rejects as `request` does. */
export function callWithJson(
  { request }: ConnectionPower,
  method: OutboundRequest['method'],
  url: string,
  { body, headers }: Sent = {},
): Promise<OutboundResponse> {
  return request({
    method,
    url,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? '' : JSON.stringify(body),
  })
}
