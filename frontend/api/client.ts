import type { ErrorAnswer, FieldErrors } from '../../api_types/answer.ts'
import { ApiError } from './api_error.ts'
import { passwordOnceMore, signInAgain } from './questions.ts'
import { withSharedLock, withExclusiveLock } from './request_lock.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Query = Readonly<Record<string, string | number | undefined>>

const FALLBACK = 'Something went wrong. Please try again.'
const OFFLINE = 'No connection. Nothing was changed. Try again when you are back online.'

/** Calls that give the session another token. */
const RENEWING = ['/api/sessions/current/confirmation', '/api/user/password', '/api/login', '/api/logout']

async function send(
  method: Method,
  path: string,
  body: unknown,
  signal?: AbortSignal,
  keepalive = false,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const turn = method !== 'GET' && RENEWING.includes(path) ? withExclusiveLock : withSharedLock
  try {
    return await turn(() => {
      if (method !== 'GET') headers['X-CSRF-TOKEN'] = csrfToken()
      return fetch(path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: 'same-origin',
        signal,
        keepalive,
      })
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError({ status: 0, code: 'E_OFFLINE', message: OFFLINE })
  }
}

async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  keepalive?: boolean,
): Promise<T> {
  const attempt = async () => {
    const response = await send(method, path, body, signal, keepalive)
    return { response, error: response.ok ? undefined : await errorOf(response) }
  }
  let { response, error } = await attempt()
  if (error?.code === 'E_CSRF') {
    // A browser without a token yet, or one whose session has changed in another tab: any answer brings a new one.
    await send('GET', '/api/user', undefined, signal)
    ;({ response, error } = await attempt())
  }
  if (error?.code === 'E_SIGNED_OUT' && path !== '/api/logout' && (await signInAgain.asked())) {
    ;({ response, error } = await attempt())
  }
  if (error?.code === 'E_CONFIRM_PASSWORD' && (await passwordOnceMore.asked())) {
    ;({ response, error } = await attempt())
  }
  if (error) throw error
  return JSON.parse((await response.text()) || 'null')
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  // what stands between here and the server answers in its own way
  const given = (name: keyof ErrorAnswer): unknown => (isRecord(body) ? body[name] : undefined)
  const textOf = (name: keyof ErrorAnswer): string | undefined => {
    const value = given(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const errors = given('errors')
  return new ApiError({
    status: response.status,
    code: textOf('code') ?? `E_${response.status}`,
    message: textOf('message') ?? FALLBACK,
    errors: isFieldErrors(errors) ? errors : undefined,
    details: given('details'),
    requestId: textOf('request_id'),
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.every((item) => typeof item === 'string'),
    )
  )
}

/** The token of this instance: others on the same host have theirs (app/http/instance.ts). */
function csrfToken(): string {
  const name = `XSRF-TOKEN_${document.documentElement.dataset.instance}=`
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(name))
  return cookie ? cookie.slice(name.length) : ''
}

/** A path with its query; what is undefined or empty is left out. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * The one client of the API: session cookie, CSRF token, JSON. Every failure is an ApiError with a sentence that can
 * be shown. Where the session has ended, or the server wants the password once more, the person is asked,
 * and the call goes on. The types of answers are those of `api_types`, against which the server's are checked; nothing is checked again here.
 */
export const api = {
  get: <T>(path: string, signal?: AbortSignal) => call<T>('GET', path, undefined, signal),
  post: <T = void>(path: string, body?: unknown) => call<T>('POST', path, body ?? {}),
  put: <T = void>(path: string, body: unknown) => call<T>('PUT', path, body),
  /** `keepalive` lets the request outlive the page. */
  patch: <T>(path: string, body: unknown, signal?: AbortSignal, keepalive?: boolean) =>
    call<T>('PATCH', path, body, signal, keepalive),
  delete: <T = void>(path: string) => call<T>('DELETE', path),
}
