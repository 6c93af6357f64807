import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { noteOwner } from '#app/http/entrance'
import { HeldBytes } from '#app/http/held_bytes'
import { inTurn } from '#app/http/in_slices'
import type { LongPost } from '#app/respond/visit/long_posts'
import { readPost } from '#app/respond/visit/read_post'

/** Waits for nobody. */
const NOT_LONG: LongPost = {
  enter: () => Promise.resolve(),
  arrived: () => undefined,
  late: new AbortController().signal,
}

type Cleanup = (undo: () => void) => void

/** A server that is there until the test is over. */
async function listening(cleanup: Cleanup) {
  const server = http.createServer().listen(0, '127.0.0.1')
  cleanup(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port }
}

/** The request of a page that is posted with this body. */
async function posted(cleanup: Cleanup, body: string): Promise<IncomingMessage> {
  const { server, port } = await listening(cleanup)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' }
  http
    .request({ port, method: 'POST', headers })
    .on('error', () => undefined)
    .end(body)
  const [request]: IncomingMessage[] = await once(server, 'request')
  cleanup(() => request.destroy())
  return request
}

test.group('A posted page', () => {
  test('that cannot be read is refused, and what still comes of it takes no room', async ({
    assert,
    cleanup,
  }) => {
    const { server, port } = await listening(cleanup)
    const client = net.connect(port, '127.0.0.1')
    cleanup(() => void client.destroy())
    const rest = 'x'.repeat(200_000)
    const broken = '--b\r\nContent-Disposition\r\n\r\n'
    client.write(
      `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${broken.length + rest.length}\r\n\r\n${broken}`,
    )
    const [request]: IncomingMessage[] = await once(server, 'request')
    const held = new HeldBytes<IncomingMessage>(50_000)
    await assert.rejects(
      () => readPost(request, () => Promise.resolve(undefined), NOT_LONG, held),
      'The form could not be read. Send it again.',
    )
    client.write(rest)
    await once(request, 'end')
    assert.isTrue(request.complete)
  }).timeout(5_000)

  test('may be named like anything that objects have', async ({ assert, cleanup }) => {
    const body = 'f.name01.constructor=a&f.name01.__proto__=b&f.name01.constructor=c&f.__proto__=d'
    const request = await posted(cleanup, body)
    const { entries } = await readPost(request, () => Promise.resolve(undefined), NOT_LONG)
    assert.sameDeepMembers(Object.entries(entries.get('name01') ?? {}), [
      ['constructor', ['a', 'c']],
      ['__proto__', ['b']],
    ])
    assert.deepEqual(entries.get('__proto__')?.[''], ['d'])
  })

  test('with more combining marks in a row than any script has is refused', async ({ assert, cleanup }) => {
    const request = await posted(cleanup, `f.name01=e${encodeURIComponent('\u0301\u0323').repeat(100)}`)
    await assert.rejects(
      () => readPost(request, () => Promise.resolve(undefined), NOT_LONG),
      'A text has more than a hundred combining marks in a row. Send it with fewer.',
    )
  })

  test('that is long is read when its workspace has its turn, and a short one at once', async ({
    assert,
    cleanup,
  }) => {
    noteOwner('busy-form', 'workspace')
    const { server, port } = await listening(cleanup)
    const send = async (count: number) => {
      const entries = Array.from({ length: count }, (_, at) => `f.block${at}=an+answer+of+some+letters`)
      const came = new Promise<[IncomingMessage, http.ServerResponse]>((resolve) =>
        server.once('request', (...both) => resolve(both)),
      )
      const sent = http.request({
        ...{ port, method: 'POST', path: '/forms/busy-form' },
        headers: { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' },
      })
      sent.on('error', () => undefined).end(entries.join('&'))
      const [request, response] = await came
      const began = performance.now()
      const post = await readPost(request, () => Promise.resolve(undefined), NOT_LONG)
      response.end()
      assert.equal(post.entries.size, count)
      return performance.now() - began
    }
    // the workspace rests afterwards, for as long
    const keepBusy = () =>
      inTurn('workspace', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800))
    await keepBusy()
    assert.isBelow(await send(10), 400)
    await keepBusy()
    assert.isAbove(await send(4_000), 600)
  })
})
