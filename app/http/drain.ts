import { createServer, type RequestListener, type Server } from 'node:http'

let draining = false

function beginDraining(): void {
  draining = true
}

/** True from the signal to stop until the process ends: readiness is off. */
export function isDraining(): boolean {
  return draining
}

/**
 * The HTTP server of the process. Closing it lets requests that run finish, and cuts what is still open (event
 * streams, stalled uploads) after `patience` milliseconds.
 */
export function drainingServer(
  handle: RequestListener,
  { patience = 8_000, closing = beginDraining }: { patience?: number; closing?: () => void } = {},
): Server {
  let closed = false
  const server = createServer((request, response) => {
    if (closed) response.setHeader('connection', 'close')
    handle(request, response)
  })
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
