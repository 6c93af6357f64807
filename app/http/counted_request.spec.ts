import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { readAll } from '#app/http/body_bytes'
import { drainingServer } from '#app/http/drain'

/** Sends a body in so many pieces, of one byte as a rule, and tells whether all of it came before the connection was left. */
async function isWhole(count: number, handle: RequestListener, bytes = 1): Promise<boolean> {
  const closed = Promise.withResolvers<IncomingMessage>()
  const server = drainingServer((request, response) => {
    request.once('close', () => closed.resolve(request))
    // who is let in may have been cut off before
    if (request.destroyed) closed.resolve(request)
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = net.connect(port, '127.0.0.1')
  client.on('error', () => undefined).resume()
  client.write('POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n')
  client.write(`${`${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`.repeat(count)}0\r\n\r\n`)
  const { complete } = await closed.promise
  client.destroy()
  server.close()
  return complete
}

/** A route that reads so many bytes at most, and notes what came of it. */
function reading(maxBytes: number) {
  const { promise: body, resolve } = Promise.withResolvers<Buffer | Error>()
  const handle: RequestListener = (request, response) =>
    void readAll(request, maxBytes)
      .catch((error: Error) => error)
      .then((read) => {
        resolve(read)
        response.end()
      })
  return { body, handle }
}

test.group('Bodies that come in many pieces', () => {
  test('are read', async ({ assert }) => {
    const { body, handle } = reading(30_000)
    assert.isTrue(await isWhole(20_000, handle))
    assert.deepEqual(await body, Buffer.alloc(20_000, 'a'))
  })

  test('are heard out by who does not read them', async ({ assert }) => {
    assert.isTrue(await isWhole(20_000, (_, response) => response.end()))
  })

  test('are cut off where those are endless', async ({ assert }) => {
    const { body, handle } = reading(100_000)
    assert.isFalse(await isWhole(60_000, handle))
    assert.include(await body, { message: 'The request was cut off.' })
    assert.isFalse(await isWhole(60_000, reading(2_000_000).handle, 20))
    assert.isTrue(await isWhole(60_000, reading(4_000_000).handle, 60))
  })

  test('are cut off where those go on after an answer')
    .with<[string, RequestListener][]>([
      ['of who reads nothing', (_, response) => response.end()],
      ['of who lets it flow', (request, response) => request.resume() && response.end()],
      ['of who finds it too large', reading(100).handle],
    ])
    .run(async ({ assert }, [, handle]) => {
      assert.isFalse(await isWhole(60_000, handle))
    })

  test('are handed on together where they arrive together', async ({ assert }) => {
    let [handed, bytes] = [0, 0]
    const count = (piece: Buffer) => void ((handed += 1), (bytes += piece.length))
    assert.isTrue(
      await isWhole(20_000, (request, response) => request.on('data', count).on('end', () => response.end())),
    )
    assert.equal(bytes, 20_000)
    assert.isBelow(handed, 200)
  })

  test('wait at their client until somebody reads them', async ({ assert }) => {
    let waiting = 0
    const { body, handle } = reading(1_000_000)
    const later = async (...[request, response]: Parameters<RequestListener>) => {
      while (!request.socket.isPaused()) await turn()
      waiting = request.readableLength
      handle(request, response)
    }
    assert.isTrue(await isWhole(1_000, (...arrived) => void later(...arrived), 1_000))
    assert.isBelow(waiting, 200_000)
    assert.lengthOf(await body.then((read) => (read instanceof Error ? read.message : read)), 1_000_000)
  })
})
