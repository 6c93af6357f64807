import type { IncomingMessage } from 'node:http'

/** What stands behind `Bearer` in the request's `Authorization`; undefined where another scheme, or none, is used. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '')
  return match ? (match[1] ?? '').trim() : undefined
}
