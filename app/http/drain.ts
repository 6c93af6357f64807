import { createServer, type RequestListener, type Server } from 'node:http'

let draining = false

/** True from the signal to stop until the process ends: readiness is off, connections are not kept. */
export function isDraining(): boolean {
  return draining
}

/**
 * The HTTP server of the process. Closing it lets requests that run finish, and cuts what is still open (event
 * streams, stalled uploads) after `patience` milliseconds.
 */
export function drainingServer(handle: RequestListener, patience = 8_000): Server {
  const server = createServer((request, response) => {
    if (draining) response.setHeader('connection', 'close')
    handle(request, response)
  })
  const close = server.close.bind(server)
  server.close = (callback) => {
    draining = true
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), patience).unref()
    return close(callback)
  }
  return server
}
