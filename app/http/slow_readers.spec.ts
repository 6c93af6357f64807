import { once } from 'node:events'
import http, { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { HeldBytes } from '#app/http/held_bytes'
import { boundSlowReaders } from '#app/http/slow_readers'

/** A server that answers so, until the test ends, and its port. */
async function served(cleanup: (end: () => void) => void, answer: (response: http.ServerResponse) => void) {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

test.group('Who does not read an answer', () => {
  test('is cut off for those that come later, once much is waiting', async ({ assert, cleanup }) => {
    const answer = Buffer.alloc(20_000_000)
    const held = new HeldBytes<http.ServerResponse>(50_000_000)
    const { port } = await served(cleanup, (response) => {
      boundSlowReaders(response, held)
      response.end(answer)
    })
    const ask = async () => {
      const request = http.get({ host: '127.0.0.1', port, agent: false })
      const [response]: http.IncomingMessage[] = await once(request, 'response')
      return { request, response, ended: new Promise((resolve) => response.once('close', resolve)) }
    }
    const first = await ask()
    const second = await ask()
    // it is told once what came is read
    const third = await ask()
    first.response.on('error', () => undefined).resume()
    await first.ended
    assert.isFalse(first.response.complete)
    for (const { response, ended } of [second, third]) {
      response.resume()
      await ended
      assert.isTrue(response.complete)
    }
  }).timeout(20_000)

  test('is cut off while the answer is still being made, and who reads on is not', async ({
    assert,
    cleanup,
  }) => {
    const piece = Buffer.alloc(64 * 1024)
    const { server, port } = await served(cleanup, (response) => {
      boundSlowReaders(response, undefined, 300)
      Readable.from(
        (function* () {
          for (;;) yield piece
        })(),
      ).pipe(response)
    })
    const ask = async () => {
      const request = http.get({ host: '127.0.0.1', port, agent: false })
      const [response]: http.IncomingMessage[] = await once(request, 'response')
      response.on('error', () => undefined)
      return response
    }
    const [deaf, reader] = [await ask(), await ask()]
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    reader.resume()
    await sleep(1_500)
    assert.equal(await connections(), 1)
    assert.isFalse(reader.destroyed)
    deaf.destroy()
  }).timeout(10_000)

  test('is cut off for those that come later, once many answers are being made', async ({
    assert,
    cleanup,
  }) => {
    const held = new HeldBytes<http.ServerResponse>(450_000)
    const made: http.ServerResponse[] = []
    const { promise: oneEnded, resolve } = Promise.withResolvers<void>()
    const { port } = await served(cleanup, (response) => {
      boundSlowReaders(response, held)
      made.push(response.once('close', resolve))
      const endless = function* () {
        for (;;) yield Buffer.alloc(64 * 1024)
      }
      Readable.from(endless()).pipe(response)
    })
    const ask = async () => {
      const request = http.get({ host: '127.0.0.1', port, agent: false })
      const [response]: http.IncomingMessage[] = await once(request, 'response')
      cleanup(() => void request.destroy())
      return response.on('error', () => undefined)
    }
    const reader = await ask()
    reader.resume()
    for (let deaf = 0; deaf < 3; deaf++) await ask()
    await oneEnded
    // whoever reads waits for a moment now and then, and is the newest of those who wait
    assert.deepEqual([made[0]?.destroyed, made[1]?.destroyed, made[3]?.destroyed], [false, true, false])
  }).timeout(10_000)

  test('nothing is kept of an answer whose client had left before it began', ({ assert }) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    boundSlowReaders(response)
    Object.defineProperty(response, 'closed', { value: true })
    response.emit('pipe')
    assert.equal(response.listenerCount('close'), 0)
  })
})
