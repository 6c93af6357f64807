import type { Paths } from './api.js'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What any request may bring. */
interface Request {
  path?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
}

interface Operation {
  asks: Request
  answers: Record<number, unknown>
}

/** Addresses that know a method. */
export type PathOf<M extends Method> = {
  [P in keyof Paths]: M extends keyof Paths[P] ? P : never
}[keyof Paths]

type OperationAt<M, P> = P extends keyof Paths
  ? M extends keyof Paths[P]
    ? Paths[P][M] extends Operation
      ? Paths[P][M]
      : never
    : never
  : never

/** What a request asks for, by method and address; its signal ends it, and the waiting before a repeat. */
export type Asked<M extends Method, P extends PathOf<M>> = OperationAt<M, P>['asks'] & {
  signal?: AbortSignal
}

/** One argument, which may be left out when nothing in it is needed. */
type Arguments<A> = Partial<A> extends A ? [asked?: A] : [asked: A]

/** What is answered, by method and address: `status` tells which `body` it is. */
export type Answer<M extends Method, P extends PathOf<M>> = {
  [S in keyof OperationAt<M, P>['answers']]: {
    status: S
    headers: Headers
    body: OperationAt<M, P>['answers'][S]
  }
}[keyof OperationAt<M, P>['answers']]

/** Addresses of lists that go on behind a cursor. */
export type ListPath = {
  [P in PathOf<'GET'>]: Answer<'GET', P>['body'] extends { data: unknown[]; next_cursor: string | null }
    ? P
    : never
}[PathOf<'GET'>]

/** What stands in a list. */
export type ItemOf<P extends ListPath> = Answer<'GET', P>['body'] extends { data: (infer T)[] } ? T : never

/** An answer that is no success. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    /** `E_…`, stable; `E_NO_ANSWER` when something on the way answered, and not the API */
    readonly code: string,
    message: string,
    /** messages by the path of the field that they are about */
    readonly errors: Readonly<Record<string, readonly string[]>>,
    /** for programs, by code */
    readonly details: unknown,
    /** names this request in the log of the server */
    readonly requestId: string | undefined,
  ) {
    super(message)
  }
}

export interface ClientSettings {
  /** where the instance is, `https://forms.example.com` */
  url: string
  /** an access token, `fw_…`; public addresses need none */
  token?: string
  /** how often a request is sent again; three times by default */
  repeats?: number
  /** how many seconds it waits for that at most; what is to come again later fails at once. A minute by default */
  longestWait?: number
}

/** Calls the API of an instance. */
export class Client {
  readonly #url: string
  readonly #token: string | undefined
  readonly #repeats: number
  readonly #longestWait: number

  constructor({ url, token, repeats = 3, longestWait = 60 }: ClientSettings) {
    this.#url = url.replace(/\/+$/, '')
    this.#token = token
    this.#repeats = repeats
    this.#longestWait = longestWait
  }

  /** @throws ApiError for an answer that is no success, and whatever `fetch` throws. So do all others. */
  get<P extends PathOf<'GET'>>(path: P, ...[asked]: Arguments<Asked<'GET', P>>): Promise<Answer<'GET', P>> {
    return this.#call('GET', path, asked)
  }

  /** Sends an `Idempotency-Key`, the one in `headers` or a new one, unless there is a `submission_key`: repeats do nothing twice. */
  post<P extends PathOf<'POST'>>(
    path: P,
    ...[asked]: Arguments<Asked<'POST', P>>
  ): Promise<Answer<'POST', P>> {
    return this.#call('POST', path, asked)
  }

  put<P extends PathOf<'PUT'>>(path: P, ...[asked]: Arguments<Asked<'PUT', P>>): Promise<Answer<'PUT', P>> {
    return this.#call('PUT', path, asked)
  }

  patch<P extends PathOf<'PATCH'>>(
    path: P,
    ...[asked]: Arguments<Asked<'PATCH', P>>
  ): Promise<Answer<'PATCH', P>> {
    return this.#call('PATCH', path, asked)
  }

  delete<P extends PathOf<'DELETE'>>(
    path: P,
    ...[asked]: Arguments<Asked<'DELETE', P>>
  ): Promise<Answer<'DELETE', P>> {
    return this.#call('DELETE', path, asked)
  }

  /** All of a list, one after the other; pages are asked for as they are needed. */
  async *each<P extends ListPath>(
    path: P,
    ...[asked]: Arguments<Asked<'GET', P>>
  ): AsyncGenerator<ItemOf<P>> {
    const request: Request = asked ?? {}
    let query = request.query
    for (;;) {
      const { body } = await this.#call<ListAnswer<ItemOf<P>>>('GET', path, { ...request, query })
      yield* body.data
      if (body.next_cursor === null) return
      query = { ...query, cursor: body.next_cursor }
    }
  }

  async #call<A>(method: Method, path: string, asked: Request = {}): Promise<A> {
    const response = await this.#send(method, this.#address(path, asked), asked)
    if (!response.ok && response.status !== 304) throw await errorOf(response)
    const { status, headers } = response
    // what the API answers is what its reference says: the tests of the server hold it to that
    return { status, headers, body: await bodyOf(response) } as A
  }

  /**
   * The answer to a request; the last one, where it was refused as often as may be. What is done once however often it comes is
   * sent again when a connection breaks, too.
   */
  async #send(method: Method, address: string, { headers, body, signal }: Request): Promise<Response> {
    const sent = new Headers({ accept: 'application/json, */*;q=0.5' })
    if (this.#token !== undefined) sent.set('authorization', `Bearer ${this.#token}`)
    // a repeat has the same one; of a key of a day there are not endlessly many, and submissions have their own for good
    if (method === 'POST' && !hasOwnKey(body)) sent.set('idempotency-key', crypto.randomUUID())
    if (body !== undefined)
      sent.set('content-type', body instanceof Blob ? 'application/octet-stream' : 'application/json')
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) sent.set(name, value)
    const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body)
    const isDoneOnce =
      method === 'GET' || (method === 'POST' && (this.#token !== undefined || hasOwnKey(body)))
    for (let repeats = 0; ; repeats++) {
      let response: Response
      try {
        response = await fetch(address, { method, headers: sent, body: content, signal })
      } catch (error) {
        if (!isDoneOnce || signal?.aborted || repeats >= this.#repeats) throw error
        await wait(2 ** repeats / 4, signal)
        continue
      }
      const seconds = secondsToWait(response)
      if (seconds === undefined || seconds > this.#longestWait || repeats >= this.#repeats) return response
      await response.body?.cancel()
      await wait(seconds, signal)
    }
  }

  #address(path: string, { path: parts = {}, query = {} }: Request): string {
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name]))
    return `${this.#url}${filled}${asked.size > 0 ? `?${asked}` : ''}`
  }
}

/** Whether the server knows a repeat by what is sent. */
function hasOwnKey(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'submission_key' in body
}

interface ListAnswer<T> {
  body: { data: T[]; next_cursor: string | null }
}

/** After how many seconds a request is to come again; undefined when it is not. */
function secondsToWait({ status, headers }: Response): number | undefined {
  const told = headers.get('retry-after')
  if ((status !== 429 && status !== 503) || told === null) return undefined
  const seconds = /^\d+$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined
  return isJson(response) ? response.json() : response.blob()
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response
  const requestId = response.headers.get('x-request-id') ?? undefined
  const said: unknown = isJson(response) ? await response.json() : await response.body?.cancel()
  if (!isRefusal(said)) {
    const message = `The answer was ${status}, and not one of the API: is this the address of the instance?`
    return new ApiError(status, 'E_NO_ANSWER', message, {}, undefined, requestId)
  }
  const { code, message, errors = {}, details, request_id } = said
  return new ApiError(status, code, message, errors, details, request_id ?? requestId)
}

interface Refusal {
  code: string
  message: string
  errors?: Record<string, string[]>
  details?: unknown
  request_id?: string
}

function isRefusal(said: unknown): said is Refusal {
  return typeof said === 'object' && said !== null && 'code' in said && 'message' in said
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}
