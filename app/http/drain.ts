import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { CountedRequest } from '#app/http/counted_request'
import { placeOf } from '#app/http/entrance'
import { fairQueue } from '#app/http/fair_queue'
import { HeldBytes } from '#app/http/held_bytes'
import { boundSlowReaders } from '#app/http/slow_readers'
import { workFor } from '#app/http/whose_work'

let draining = false

function beginDraining(): void {
  draining = true
}

/** True from the signal to stop until the process ends: readiness is off. */
export function isDraining(): boolean {
  return draining
}

/**
 * Proxies send requests on connections that were idle for a while: nginx for one minute, Caddy for two. What closes one first
 * has to be the proxy, which knows then: a request that crosses with the server's closing is lost, and answered with 502.
 */
const IDLE_BEHIND_PROXY = 130_000

/**
 * So many requests of a connection may be under way. Browsers and proxies send the next one when they have the answer; eight
 * connections with 5,000 each, sent without waiting (pipelining), ended the process for want of memory.
 */
const UNDER_WAY = 20

/**
 * A connection and Node's parser of it, which goes through all that has arrived at once, whatever was made of its
 * beginning: 64 kB, and some hundred requests, each with an answer that is broken off. None of it is documented; where it is
 * no longer so, these requests are made.
 */
interface ParsedSocket extends Socket {
  parser?: { onIncoming: () => number }
}

/** What a parser is told where what follows is in a language of its own: it reads no further. */
const NO_MORE_HTTP = 2

/** Ends a connection in the midst of what its client has sent. */
function cut(socket: ParsedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_HTTP
  socket.destroy()
}

/**
 * So many connections wait for their clients, which have sent no request, or only a part of one, or do not take the answer that
 * is made; beyond it those are cut that have waited longest. So many there are in all.
 */
const [MOST_WAITING, MOST_CONNECTIONS] = [4_000, 8_000]

/** Keeps a bound on the connections of a server that take room while nothing is done for them. */
function boundConnections(server: Server, mostWaiting: number): void {
  const waiting = new HeldBytes<Socket>(mostWaiting)
  const wait = (socket: Socket) => {
    waiting.remove(socket)
    if (!socket.destroyed) waiting.add(socket, 1)
  }
  server.maxConnections = MOST_CONNECTIONS
  server.on('connection', (socket) => {
    wait(socket)
    socket.once('close', () => waiting.remove(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const begin = () => {
      if (!response.closed && !response.writableEnded) waiting.remove(socket)
    }
    if (hasBody(request)) request.once('end', begin)
    else begin()
    response.once('prefinish', () => wait(socket)).once('close', () => wait(socket))
  })
}

/**
 * Lets the system keep as many connections that are not taken yet. Node has it keep 511: where somebody opens thousands, others
 * would hear nothing for one second, three or seven.
 */
function keepConnections(server: Server): void {
  const listen = server.listen.bind(server)
  const value = (port: number, host: string) => listen({ port, host, backlog: MOST_CONNECTIONS })
  Object.defineProperty(server, 'listen', { value })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * The HTTP server of the process. Closing it lets requests that run finish, and cuts what is still open (event
 * streams, stalled uploads) after `patience` milliseconds.
 */
export function drainingServer(
  handle: RequestListener,
  {
    patience = 8_000,
    closing = beginDraining,
    behindProxy = false,
    mostWaiting = MOST_WAITING,
  }: { patience?: number; closing?: () => void; behindProxy?: boolean; mostWaiting?: number } = {},
): Server {
  let closed = false
  const underWay = new WeakMap<Socket, number>()
  const newest = new WeakMap<Socket, ServerResponse>()
  const server = createServer({ IncomingMessage: CountedRequest }, (request, response) => {
    const { socket } = request
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > UNDER_WAY) {
      underWay.set(socket, Infinity)
      cut(socket)
      return
    }
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    if (closed) response.setHeader('connection', 'close')
    boundSlowReaders(response)
    const place = placeOf(request.url ?? '')
    const enter = () =>
      fairQueue.enter(place, () => {
        // who has left is heard all the same; of whoever sent too many none is begun
        if (underWay.get(socket) !== Infinity) workFor(place.owner, () => handle(request, response))
      })
    const before = newest.get(socket)
    newest.set(socket, response)
    // what is sent ahead is worked once the answer before it was taken: that waits in memory by itself
    if (before && !before.closed) before.once('close', enter)
    else enter()
  })
  boundConnections(server, mostWaiting)
  keepConnections(server)
  if (behindProxy) server.keepAliveTimeout = IDLE_BEHIND_PROXY
  const close = server.close.bind(server)
  server.close = (callback) => {
    closed = true
    closing()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), patience).unref()
    return close(callback)
  }
  return server
}
