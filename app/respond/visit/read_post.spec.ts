import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { HeldBytes } from '#app/http/held_bytes'
import { readPost } from '#app/respond/visit/read_post'

test.group('A posted page', () => {
  test('that cannot be read is refused, and what still comes of it takes no room', async ({
    assert,
    cleanup,
  }) => {
    const server = http.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = net.connect(port, '127.0.0.1')
    cleanup(() => {
      client.destroy()
      server.close()
    })
    const rest = 'x'.repeat(200_000)
    const broken = '--b\r\nContent-Disposition\r\n\r\n'
    client.write(
      `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${broken.length + rest.length}\r\n\r\n${broken}`,
    )
    const [request]: IncomingMessage[] = await once(server, 'request')
    const held = new HeldBytes<IncomingMessage>(50_000)
    await assert.rejects(
      () => readPost(request, () => Promise.resolve(undefined), held),
      'The form could not be read. Send it again.',
    )
    client.write(rest)
    await once(request, 'end')
    assert.isTrue(request.complete)
  }).timeout(5_000)
})
