import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { readAll } from '#app/http/body_bytes'
import { HeldBytes } from '#app/http/held_bytes'

/** A request as a server gets it of which only the beginning was sent, and the connection it came by. */
async function begun(
  length = 10,
): Promise<{ request: IncomingMessage; client: net.Socket; server: http.Server }> {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = net.connect(port, '127.0.0.1')
  client.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${length}\r\n\r\nabc`)
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
    const first = readAll(slow.request, 10, held)
    await new Promise(setImmediate)
    const second = readAll(late.request, 10, held)
    late.client.write('defghij')
    await assert.rejects(() => first, 'The request was cut off.')
    assert.equal(String(await second), 'abcdefghij')
  }).timeout(20_000)

  test('take as much room as may come, however little came', async ({ assert, cleanup }) => {
    const held: number[] = []
    class Noted extends HeldBytes<IncomingMessage> {
      override add(request: IncomingMessage, bytes: number): void {
        held.push(bytes)
        super.add(request, bytes)
      }
    }
    const { request, client, server } = await begun(50_000)
    cleanup(() => {
      client.destroy()
      server.close()
    })
    const read = readAll(request, 50_000, new Noted(50_000))
    client.write('d'.repeat(49_997))
    assert.lengthOf(await read, 50_000)
    assert.equal(held[0], 16 * 1024)
    assert.equal(
      held.reduce((sum, bytes) => sum + bytes),
      50_000,
    )
  }).timeout(2_000)
})
