import { randomInt, randomUUID } from 'node:crypto'

/** The server of this process, which benches choose after this was read. */
const here = () => `http://${process.env.HOST}:${process.env.PORT}`

/** What an answer has that it must not have; undefined where all is well. */
export type AnswerJudge = (
  method: string,
  path: string,
  answer: { status: number; contentType: string | null; body: unknown },
) => string | undefined

let judge: AnswerJudge | undefined

/** From now on whatever the server of this process answers is judged. Benches have no such server, and no judge. */
export function judgeAnswersBy(one: AnswerJudge): void {
  judge = one
}

export function answersAreJudged(): boolean {
  return judge !== undefined
}

/** An answer of the server, body read. */
export interface Reply<T = unknown> {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  /** the body as JSON; undefined when it is none */
  body: T
}

/**
 * A browser without a window: keeps cookies, sends the CSRF header, follows no redirects. An answer that the reference of the
 * API describes, and that is not as it says, fails whatever test asked for it. Each test makes its own
 * people and workspaces through it, so that tests need no clearing up and no order.
 */
export class Visitor {
  cookies = new Map<string, string>()
  /** the cookie that this server hands its CSRF token out in */
  #csrf: string | undefined
  /** the address the server sees, so that limits by address do not meet between tests */
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

  constructor(readonly baseUrl = here()) {}

  /** The same browser profile once more: what happens to the copy's session cookie does not touch this one. */
  copy(): Visitor {
    const copy = new Visitor(this.baseUrl)
    copy.cookies = new Map(this.cookies)
    copy.address = this.address
    return copy
  }

  /** The value of a cookie of the instance, whose mark stands behind its name. */
  cookie(name: string): string | undefined {
    return [...this.cookies].find(([key]) => key.startsWith(`${name}_`))?.[1]
  }

  /** Any request. A plain object is sent as JSON; strings, bytes, forms and streams as they are. */
  async request<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const sent = new Headers({ accept: 'application/json', 'x-forwarded-for': this.address, ...headers })
    if (this.cookies.size > 0) {
      sent.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const token = this.#csrf ? this.cookies.get(this.#csrf) : this.cookie('XSRF-TOKEN')
    if (token && !sent.has('x-csrf-token')) sent.set('x-csrf-token', token)
    let payload: RequestInit['body']
    if (
      body instanceof FormData ||
      body instanceof URLSearchParams ||
      body instanceof Blob ||
      typeof body === 'string'
    ) {
      payload = body
    } else if (body instanceof Uint8Array) {
      payload = Buffer.from(body)
    } else if (body !== undefined) {
      payload = JSON.stringify(body)
      if (!sent.has('content-type')) sent.set('content-type', 'application/json')
    }
    const answer = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: sent,
      body: payload,
      redirect: 'manual',
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      const name = pair.slice(0, cut)
      if (name.startsWith('XSRF-TOKEN_')) this.#csrf = name
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(cut + 1))
    }
    const endless = answer.headers.get('content-type')?.startsWith('text/event-stream')
    if (endless) await answer.body?.cancel()
    const bytes = endless ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const contentType = answer.headers.get('content-type')
    // the answer to HEAD has none
    const json = text !== '' && contentType?.includes('json') ? (JSON.parse(text) as T) : undefined
    if (judge && this.baseUrl === here() && !endless) {
      const fault = judge(method, path, {
        status: answer.status,
        contentType,
        body: json ?? (text || null),
      })
      if (fault !== undefined) throw new Error(fault)
    }
    return { status: answer.status, headers: answer.headers, bytes, text, body: json as T }
  }

  get<T = unknown>(path: string, headers?: Record<string, string>) {
    return this.request<T>('GET', path, undefined, headers)
  }

  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.request<T>('POST', path, body, headers)
  }

  put<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.request<T>('PUT', path, body, headers)
  }

  patch<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.request<T>('PATCH', path, body, headers)
  }

  delete<T = unknown>(path: string, headers?: Record<string, string>) {
    return this.request<T>('DELETE', path, undefined, headers)
  }
}

/** A person who has just registered, signed in, with their personal workspace. */
export interface Creator {
  visitor: Visitor
  userId: string
  email: string
  password: string
  workspaceId: string
}

/** Registers somebody new, in this browser, and finds their workspace. */
export async function newCreator(name = 'Ada Example', visitor = new Visitor()): Promise<Creator> {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  await visitor.get('/api/user')
  const registered = await visitor.post<{ user: { id: string } }>('/api/register', { name, email, password })
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${registered.text}`)
  const workspaces = await visitor.get<{ data: { id: string }[] }>('/api/open/workspaces/')
  if (workspaces.status !== 200) throw new Error(`workspaces: ${workspaces.status} ${workspaces.text}`)
  const workspaceId = workspaces.body.data[0]?.id
  if (!workspaceId) throw new Error('a new person has no workspace')
  return { visitor, userId: registered.body.user.id, email, password, workspaceId }
}
