import type { ErrorAnswer, FieldErrors } from '../../api_types/answer.ts'
import { ApiError } from './api_error.ts'
import { passwordOnceMore, signInAgain } from './questions.ts'
import { afterExclusiveLock, withSharedLock, withExclusiveLock } from './request_lock.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Query = Readonly<Record<string, string | number | undefined>>

const FALLBACK = 'Something went wrong. Try again.'
const OFFLINE = 'No connection. Nothing was changed. Try again when you are back online.'

/** Calls that give the session another token. */
const RENEWING = ['/api/sessions/current/confirmation', '/api/user/password', '/api/login', '/api/logout']

/** How a call is made. */
interface Calling {
  signal?: AbortSignal
  /** lets the request outlive the page */
  keepalive?: boolean
  /** the ETag of the state that is to be changed: of another it changes nothing (412) */
  match?: string
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  { signal, keepalive = false, match }: Calling = {},
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (match !== undefined) headers['If-Match'] = match
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
    throw offline()
  }
}

function offline(): ApiError {
  return new ApiError({ status: 0, code: 'E_OFFLINE', message: OFFLINE })
}

async function call<T>(method: Method, path: string, body?: unknown, calling: Calling = {}): Promise<T> {
  const text = await persisted(
    path,
    async () => {
      const response = await send(method, path, body, calling)
      return { text: await response.text(), ok: response.ok, status: response.status }
    },
    calling.signal,
  )
  return read(text || 'null')
}

/** What stands between here and the server may answer in its place, with a page that says it went well. */
function read<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ status: 502, code: 'E_UNREAD', message: FALLBACK })
  }
}

interface Answered {
  ok: boolean
  status: number
  text: string
}

/** Calls again after what stood in the way was cleared away: a token too old, a session that has ended. */
async function persisted(path: string, call: () => Promise<Answered>, signal?: AbortSignal): Promise<string> {
  const attempt = async () => {
    const answer = await call()
    return { answer, error: answer.ok ? undefined : errorOf(answer) }
  }
  let { answer, error } = await attempt()
  if (error?.code === 'E_CSRF') {
    // A browser without a token yet, or one whose session has changed in another tab: any answer brings a new one.
    await send('GET', '/api/user', undefined, { signal })
    ;({ answer, error } = await attempt())
  }
  if (error?.code === 'E_SIGNED_OUT' && path !== '/api/logout' && (await signInAgain.asked())) {
    ;({ answer, error } = await attempt())
  }
  if (error?.code === 'E_CONFIRM_PASSWORD' && (await passwordOnceMore.asked())) {
    ;({ answer, error } = await attempt())
  }
  if (error) throw error
  return answer.text
}

function errorOf({ status, text: sent }: Answered): ApiError {
  let body: unknown
  try {
    body = JSON.parse(sent)
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
    status,
    code: textOf('code') ?? `E_${status}`,
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
  get: <T>(path: string, signal?: AbortSignal) => call<T>('GET', path, undefined, { signal }),
  post: <T = void>(path: string, body?: unknown) => call<T>('POST', path, body ?? {}),
  put: <T = void>(path: string, body: unknown) => call<T>('PUT', path, body),
  patch: <T>(path: string, body: unknown, calling?: Calling) => call<T>('PATCH', path, body, calling),
  delete: <T = void>(path: string) => call<T>('DELETE', path),
}

/** What is said while a file is sent, and what may end it. */
export interface Sending {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file as it is, and tells how far it is. */
export async function sendFile<T>(path: string, file: Blob, { onProgress, signal }: Sending): Promise<T> {
  const post = () => {
    signal.throwIfAborted()
    return new Promise<Answered>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', path)
      request.setRequestHeader('Accept', 'application/json')
      request.setRequestHeader('Content-Type', 'application/octet-stream')
      request.setRequestHeader('X-CSRF-TOKEN', csrfToken())
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
      request.onload = () => {
        const { status, responseText: text } = request
        resolve({ ok: status >= 200 && status < 300, status, text })
      }
      request.onerror = () => reject(offline())
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(file)
    })
  }
  const text = await persisted(path, () => afterExclusiveLock(post), signal)
  signal.throwIfAborted()
  return read(text)
}
