import http from 'node:http'
import type { OutboundRequest, OutboundResponse } from '../integration.ts'
import { leavesUnsure } from '../once.ts'

/** A request as it arrived. */
export interface ArrivedRequest {
  method: string
  /** with the host it was meant for */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * What the stand-in answers: a response, nothing at all, a connection that breaks in the middle of
 * one, or none.
 */
export type StandInAnswer =
  { status: number; headers?: Record<string, string>; body?: string } | 'silence' | 'cut-off' | 'refused'

/** As the guarded client's: a call that could not be made or finished. */
export class StandInError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const MOST_BYTES = 65_536

/** Headers that say how the message is framed and where it goes: the client's alone. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer|keep-alive)$/i

/**
 * A server on 127.0.0.1 that stands in for every service, and a client that calls it whatever the address says. The
 * client keeps the promises of the server's own: no redirects, 64 kB, a limit of time, errors with a code.
 */
export class StandIn {
  readonly requests: ArrivedRequest[] = []
  readonly #server: http.Server
  readonly #answer: (request: ArrivedRequest) => StandInAnswer

  private constructor(answer: (request: ArrivedRequest) => StandInAnswer) {
    this.#answer = answer
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        const arrived: ArrivedRequest = {
          method: request.method ?? '',
          url: `${request.headers.host ?? ''}${request.url ?? ''}`,
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks).toString(),
        }
        this.requests.push(arrived)
        const said = this.#answer(arrived)
        if (said === 'silence' || said === 'refused') return
        if (said === 'cut-off') {
          response.writeHead(200, { 'content-length': '100' })
          response.write('half', () => request.socket.destroy())
          return
        }
        response.writeHead(said.status, said.headers).end(said.body)
      })
    })
  }

  static async open(answer: (request: ArrivedRequest) => StandInAnswer): Promise<StandIn> {
    const standIn = new StandIn(answer)
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  /** Its own address. */
  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  }

  /** A client that gives each call so many milliseconds. */
  client(timeoutMs: number): (request: OutboundRequest) => Promise<OutboundResponse> {
    return (request) => this.#call(request, timeoutMs)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #call(request: OutboundRequest, timeoutMs: number): Promise<OutboundResponse> {
    const { method, url, headers, body, once } = request
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      return Promise.reject(new StandInError('E_OUTBOUND_URL', `“${url}” is no address of the web.`))
    }
    const own = Object.keys(headers).find((name) => OWN_HEADERS.test(name))
    if (own !== undefined) {
      return Promise.reject(new StandInError('E_OUTBOUND_REQUEST', `The header ${own} cannot be set.`))
    }
    const { host, pathname, search } = new URL(url)
    const options: http.RequestOptions = {
      host: '127.0.0.1',
      port: new URL(this.url).port,
      method,
      path: `${pathname}${search}`,
      headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    }
    return new Promise((resolve, reject) => {
      let isSent = false
      const failed = (error: Error) => {
        if (once && isSent) return reject(new StandInError('E_OUTBOUND_UNSURE', 'It was sent once.'))
        const late = options.signal?.aborted === true
        const code = late ? 'E_OUTBOUND_TIMEOUT' : 'E_OUTBOUND_ANSWER'
        reject(new StandInError(code, late ? 'No complete answer in time.' : error.message))
      }
      const sent = http.request(options).on('error', failed)
      sent.on('finish', () => (isSent = true))
      sent.on('response', (response) => {
        readUpTo(response, MOST_BYTES).then((text) => {
          const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
          const answer = {
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(answered),
            body: text,
          }
          if (leavesUnsure(request, answer)) return failed(new Error('A gateway answered.'))
          resolve(answer)
          sent.destroy()
        }, failed)
      })
      sent.end(body)
    })
  }
}

async function readUpTo(response: http.IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(Buffer.from(chunk))
    size += chunks.at(-1)?.length ?? 0
    if (size >= most) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, most))
}
