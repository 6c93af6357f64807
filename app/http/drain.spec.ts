import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { drainingServer } from '#app/http/drain'

test.group('Connections without a request', () => {
  test('are kept longer than proxies use them, and by a server without one only for seconds', ({
    assert,
  }) => {
    const handle: RequestListener = (_, response) => response.end()
    assert.isAbove(drainingServer(handle, { behindProxy: true }).keepAliveTimeout, 120_000)
    assert.isBelow(drainingServer(handle).keepAliveTimeout, 10_000)
  })
})

test.group('Draining', () => {
  test('what runs is finished, what hangs is cut after the patience', async ({ assert }) => {
    let told = false
    const slowly = Promise.withResolvers<() => void>()
    const handle: RequestListener = (request, response) => {
      if (request.url === '/stream') response.write('…')
      else slowly.resolve(() => response.end('whole'))
    }
    const server = drainingServer(handle, { patience: 300, closing: () => (told = true) }).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const stream = await fetch(`http://127.0.0.1:${port}/stream`)
    const cut = assert.rejects(() => stream.text())
    const slow = fetch(`http://127.0.0.1:${port}/slow`).then((answer) => answer.text())
    const finish = await slowly.promise
    const closed = new Promise((resolve) => server.close(resolve))
    assert.isTrue(told)
    finish()
    assert.equal(await slow, 'whole')
    await closed
    await cut
    await assert.rejects(() => fetch(`http://127.0.0.1:${port}/slow`))
  })
})
