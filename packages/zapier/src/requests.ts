import type { Answered, AskedRequest, Bundle, Z } from './platform.ts'

/** An address of the API at the instance that the person connected. */
export function at({ authData: { url = '' } }: Bundle<unknown>, path: string): string {
  return `${url.trim().replace(/\/+$/, '')}/api/${path}`
}

/** An id or a word that a person entered, as a part of an address. */
export function part(entered: unknown): string {
  return encodeURIComponent(String(entered ?? ''))
}

/** What stands in an answer of the API. */
export function dataIn({ data }: Answered): unknown {
  return members(data).data
}

/** The same of a list. */
export function listIn(answered: Answered): Record<string, unknown>[] {
  const data = dataIn(answered)
  return Array.isArray(data) ? data.map(members) : []
}

export function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Before each request: who it is that asks. The token goes to the connected instance and nowhere else. */
export function withToken(request: AskedRequest, _z: Z, bundle: Bundle<unknown>): AskedRequest {
  if (!request.url.startsWith(at(bundle, ''))) return request
  const { token = '' } = bundle.authData
  return {
    ...request,
    headers: { ...request.headers, accept: 'application/json', authorization: `Bearer ${token.trim()}` },
  }
}

/**
 * After each answer: a refusal becomes an error that says what to do, in the words of the API. Too many requests (429)
 * Zapier knows by itself.
 */
export function withWords(answered: Answered, z: Z): Answered {
  const { status, request } = answered
  if (status < 400 || status === 429 || request.skipThrowForStatus) return answered
  const { code, message, details } = members(answered.data)
  if (typeof code !== 'string' || typeof message !== 'string')
    throw new z.errors.Error(
      `The answer was ${status}, and not one of Formwright. Check the address of your instance in the connection.`,
      'E_NO_ANSWER',
      status,
    )
  if (status === 401) throw new z.errors.ExpiredAuthError(message)
  if (status === 503) throw new z.errors.ThrottledError(message, secondsIn(answered.getHeader('retry-after')))
  // closed for good or for now: nothing that the Zap does wrong
  if (status === 410) throw new z.errors.HaltedError(message)
  throw new z.errors.Error([message, ...problemsIn(details)].join(' '), code, status)
}

function secondsIn(header: string | undefined): number {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : 60
}

/** What is wrong with answers, each by its key. */
function problemsIn(details: unknown): string[] {
  if (!Array.isArray(details)) return []
  return details
    .map(members)
    .flatMap(({ key, text }) => (typeof text === 'string' ? `${String(key)}: ${text}` : []))
}
