import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived, byte for byte. */
export interface Arrived {
  at: number
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  body: string
}

/** What a stand-in answers. */
export interface Said {
  status: number
  headers?: Record<string, string>
  body?: string | object
  /** only after this many milliseconds, or when this comes about */
  after?: number | Promise<unknown>
  /** the service has done it, and the connection breaks before that is known */
  cut?: boolean
}

/** What a stand-in does instead of what the service would do: undefined lets the service answer. */
export type Played = (arrived: Arrived) => Said | undefined

/** A server on 127.0.0.1 that stands in for a service. It records what it is asked, and can be told to misbehave. */
export class StandInServer {
  readonly requests: Arrived[] = []
  readonly #server: http.Server
  #answer: (arrived: Arrived) => Said = () => ({ status: 501 })
  #played: Played = () => undefined
  #lost: (arrived: Arrived) => boolean = () => false
  #waiting: (() => void)[] = []
  #underWay = 0

  constructor() {
    this.#server = http.createServer((request, response) => {
      this.#underWay++
      response.once('close', () => this.#underWay--)
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        const arrived: Arrived = {
          at: Date.now(),
          method: request.method ?? '',
          path: pathname,
          query: searchParams,
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks).toString(),
        }
        const answered = this.#played(arrived) ?? this.#answer(arrived)
        const said = this.#lost(arrived) ? { ...answered, cut: true } : answered
        this.requests.push(arrived)
        for (const waiting of this.#waiting.splice(0)) waiting()
        const speak = () => send(response, said)
        if (said.after instanceof Promise) void said.after.then(speak)
        else if (said.after) setTimeout(speak, said.after)
        else speak()
      })
    })
  }

  /** Answers from now on. */
  async open(answer: (arrived: Arrived) => Said): Promise<void> {
    this.#answer = answer
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** How many requests have no answer yet, the one that is being answered among them. */
  get underWay(): number {
    return this.#underWay
  }

  /** What it does from now on besides what its service does. */
  play(played: Played): void {
    this.#played = played
  }

  /** Whether it does what it is asked, and the connection breaks before that is known. */
  lose(lost: (arrived: Arrived) => boolean): void {
    this.#lost = lost
  }

  /** The requests to a path, in the order in which they came. */
  to(path: string): Arrived[] {
    return this.requests.filter((one) => one.path === path)
  }

  /** Resolves when so many requests to a path have arrived. */
  async arrived(path: string, count: number): Promise<Arrived[]> {
    const deadline = AbortSignal.timeout(30_000)
    while (this.to(path).length < count) {
      deadline.throwIfAborted()
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        deadline.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return this.to(path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function send(response: http.ServerResponse, { status, headers, body = '', cut }: Said): void {
  if (cut) {
    response.socket?.destroy()
    return
  }
  if (typeof body === 'string') response.writeHead(status, headers).end(body)
  else
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
