import { randomInt } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'

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

/**
 * Sends bytes as they are, on a connection of their own, which ends after so many milliseconds where the server does not end
 * it. Answers the status of the first answer, 0 where none came.
 */
export function strikeRaw(url: string, bytes: string, ms: number): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let first = ''
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    const enough = setTimeout(() => socket.destroy(), ms)
    socket.on('data', (piece) => {
      if (first === '') first = String(piece)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(enough)
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0))
    })
  })
}

/** Whoever has many machines: another address each time. */
export function fromSomewhere(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}
