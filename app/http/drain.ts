import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { CountedRequest } from '#app/http/counted_request'
import { Entrance, placeOf } from '#app/http/entrance'
import { boundSlowReaders } from '#app/http/slow_readers'

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
 * The HTTP server of the process. Closing it lets requests that run finish, and cuts what is still open (event
 * streams, stalled uploads) after `patience` milliseconds.
 */
export function drainingServer(
  handle: RequestListener,
  {
    patience = 8_000,
    closing = beginDraining,
    behindProxy = false,
  }: { patience?: number; closing?: () => void; behindProxy?: boolean } = {},
): Server {
  let closed = false
  const entrance = new Entrance()
  const underWay = new WeakMap<Socket, number>()
  const server = createServer({ IncomingMessage: CountedRequest }, (request, response) => {
    const { socket } = request
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > UNDER_WAY) {
      socket.destroy()
      return
    }
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    if (closed) response.setHeader('connection', 'close')
    boundSlowReaders(response)
    entrance.enter(placeOf(request.url ?? ''), () => handle(request, response))
  })
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
