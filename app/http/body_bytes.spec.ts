import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { readAll } from '#app/http/body_bytes'
import { HeldBytes } from '#app/http/held_bytes'

/** A request as a server gets it of which only the beginning was sent, and the connection it came by. */
async function begun(): Promise<{ request: IncomingMessage; client: net.Socket; server: http.Server }> {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = net.connect(port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc')
  const [request]: IncomingMessage[] = await once(server, 'request')
  return { request, client, server }
}

test.group('The body of a request', () => {
  test('that was cut off before anybody read it is told as cut off', async ({ assert }) => {
    const { request, client, server } = await begun()
    client.destroy()
    await new Promise((resolve) => request.once('close', resolve))
    await assert.rejects(() => readAll(request, 100), 'The request was cut off.')
    server.close()
  }).timeout(2_000)

  test('that is cut off while it is read is told as cut off', async ({ assert }) => {
    const { request, client, server } = await begun()
    const read = readAll(request, 100)
    client.destroy()
    await assert.rejects(() => read, 'The request was cut off.')
    server.close()
  }).timeout(2_000)

  test('that is longer than it may be is refused, and what still comes is heard out', async ({ assert }) => {
    const { request, client, server } = await begun()
    await assert.rejects(() => readAll(request, 2), 'The request is too large.')
    client.write('defghij')
    await once(request, 'end')
    client.destroy()
    server.close()
  }).timeout(2_000)

  test('is read to its end', async ({ assert }) => {
    const { request, client, server } = await begun()
    client.write('defghij')
    assert.equal((await readAll(request, 10)).toString(), 'abcdefghij')
    client.destroy()
    server.close()
  }).timeout(2_000)
})

test.group('Bodies that come in many pieces', () => {
  /** A request whose body comes in so many pieces of one byte. */
  async function inPieces(count: number): Promise<IncomingMessage> {
    const server = http.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = net.connect(port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write('POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n')
    client.write(`${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`)
    const [request]: IncomingMessage[] = await once(server, 'request')
    request.once('close', () => {
      client.destroy()
      server.close()
    })
    return request
  }

  test('are read', async ({ assert }) => {
    const bytes = await readAll(await inPieces(20_000), 30_000)
    assert.isTrue(bytes.equals(Buffer.alloc(20_000, 'a')))
  })

  test('are cut off where those are endless', async ({ assert }) => {
    const request = await inPieces(60_000)
    await assert.rejects(() => readAll(request, 100_000), 'The request was cut off.')
    assert.isTrue(request.destroyed)
  })
})

test.group('Bodies that come slowly', () => {
  test('are given up, the oldest first, once they fill their room', async ({ assert, cleanup }) => {
    const held = new HeldBytes<IncomingMessage>(11)
    const [slow, late] = [await begun(), await begun()]
    for (const { client, server } of [slow, late]) {
      cleanup(() => {
        client.destroy()
        server.close()
      })
    }
    const first = readAll(slow.request, 100, held)
    await new Promise(setImmediate)
    const second = readAll(late.request, 100, held)
    late.client.write('defghij')
    await assert.rejects(() => first, 'The request was cut off.')
    assert.equal(String(await second), 'abcdefghij')
  }).timeout(20_000)
})
