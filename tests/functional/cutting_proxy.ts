import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server on loopback that breaks. */
export interface CuttingProxy {
  url: string
  /** how often it has been cut */
  cuts: number
  close(): Promise<void>
}

/**
 * A proxy that cuts the line after so many bytes have gone to the server, each time until it has done so `times` times:
 * without a word, as when somebody leaves the room with the antenna.
 */
export async function cuttingProxy(target: string, after: number, times: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    let passed = 0
    client.on('data', (bytes) => {
      passed += bytes.length
      if (passed > after && proxy.cuts < times) {
        proxy.cuts++
        client.resetAndDestroy()
        // what is on its way still arrives
        upstream.end()
        upstream.destroySoon()
      } else if (!upstream.write(bytes)) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
    })
    client.on('end', () => upstream.end())
    // a server that closes before it has read everything is heard, too
    upstream.on('close', () => client.destroySoon())
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${own}`,
    cuts: 0,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
