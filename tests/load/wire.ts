import { randomInt } from 'node:crypto'
import http from 'node:http'

/** One request, as it is sent. */
export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** ends the request wherever it is */
  signal?: AbortSignal
}

const agent = new http.Agent({ keepAlive: true })

/** Sends a request and reads the answer to its end, as cheaply as can be. Answers its status, 0 where none came. */
export function strike(url: string, { method = 'GET', headers, body, signal }: Sent = {}): Promise<number> {
  return new Promise((resolve) => {
    const length = body === undefined ? undefined : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(url, { agent, method, headers: { ...headers, ...length }, signal })
    request.on('error', () => resolve(0))
    request.on('response', (response) => {
      const done = () => resolve(response.complete ? (response.statusCode ?? 0) : 0)
      response
        .on('close', done)
        .on('error', () => undefined)
        .resume()
    })
    request.end(body)
  })
}

/** Whoever has many machines: another address each time. */
export function fromSomewhere(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}
