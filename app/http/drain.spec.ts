import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { drainingServer } from '#app/http/drain'

/** Starts a server, until the test is over; its port. */
async function portOf(server: Server, cleanup: (undo: () => void) => void): Promise<number> {
  server.listen(0, '127.0.0.1')
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return port
}

test.group('Connections without a request', () => {
  test('are kept longer than proxies use them, and by a server without one only for seconds', ({
    assert,
  }) => {
    const handle: RequestListener = (_, response) => response.end()
    assert.isAbove(drainingServer(handle, { behindProxy: true }).keepAliveTimeout, 120_000)
    assert.isBelow(drainingServer(handle).keepAliveTimeout, 10_000)
  })
})

test.group('The head of a request', () => {
  test('has 16 kB, and comes in a minute; the whole request in five', async ({ assert, cleanup }) => {
    const server = drainingServer((_, response) => response.end('there'))
    const port = await portOf(server, cleanup)
    const statusOf = async (length: number) => {
      const client = net.connect(port, '127.0.0.1')
      client.write(`GET /${'a'.repeat(length)} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`)
      const [answered]: unknown[] = await once(client, 'data')
      client.destroy()
      return String(answered).slice(0, 12)
    }
    assert.equal(await statusOf(15_000), 'HTTP/1.1 200')
    assert.equal(await statusOf(17_000), 'HTTP/1.1 431')
    assert.deepEqual([server.headersTimeout, server.requestTimeout], [60_000, 300_000])
    assert.equal(server.maxConnections, 8_000)
  })
})

test.group('A connection', (group) => {
  let [read, begun] = [0, 0]
  let client: net.Socket
  let answer: () => void
  group.each.setup(async () => {
    ;[read, begun] = [0, 0]
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = resolve
    const server = drainingServer((_, response) => {
      begun += 1
      void promise.then(() => response.end('there'))
    }).listen(0, '127.0.0.1')
    server.on('request', () => (read += 1))
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    client = net.connect(port, '127.0.0.1')
    return () => {
      client.destroy()
      server.closeAllConnections()
      server.close()
    }
  })
  const get = (count: number) => client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(count))
  const answers = async (count: number) => {
    let text = ''
    while (text.split('there').length <= count) text += String((await once(client, 'data'))[0])
    return text.split('there').length - 1
  }

  test('is cut that has very many requests under way, before they take room or work', async ({ assert }) => {
    client.on('error', () => undefined)
    const closed = new Promise((resolve) => client.once('close', resolve))
    get(5_000)
    await closed
    assert.isAtMost(read, 21)
    await new Promise(setImmediate)
    assert.equal(begun, 0)
  }).timeout(5_000)

  test('may send a few ahead, and as many as it likes one after the other', async ({ assert }) => {
    get(10)
    answer()
    assert.equal(await answers(10), 10)
    for (let count = 0; count < 30; count += 1) {
      get(1)
      assert.equal(await answers(1), 1)
    }
    assert.equal(begun, 40)
  }).timeout(5_000)
})

test.group('Connections that come in one moment', () => {
  const MANY = 1_500
  const KEPT = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))

  test('are all kept until they are taken')
    .skip(KEPT <= MANY, `this system keeps ${KEPT} connections (net.core.somaxconn)`)
    .run(async ({ assert, cleanup }) => {
      const server = drainingServer((_, response) => response.end('there'))
      const port = await portOf(server, cleanup)
      const began = performance.now()
      const connected = Array.from({ length: MANY }, () => {
        const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
        cleanup(() => void socket.destroy())
        return once(socket, 'connect')
      })
      await Promise.all(connected)
      // one for which there was no room tries again after a second
      assert.isBelow(performance.now() - began, 900)
    })
})

test.group('Connections that say nothing', () => {
  test('are cut for those that come later; who is being answered is not', async ({ assert, cleanup }) => {
    const answers: (() => void)[] = []
    const server = drainingServer((_, response) => answers.push(() => response.end('there')), {
      mostWaiting: 3,
    })
    const port = await portOf(server, cleanup)
    const open = async (said: string) => {
      const socket = net.connect(port, '127.0.0.1')
      cleanup(() => void socket.destroy())
      const one = { socket, closed: false, text: '' }
      socket.on('data', (piece) => (one.text += String(piece)))
      socket.on('error', () => undefined).on('close', () => (one.closed = true))
      const arrived = once(server, 'connection')
      await once(socket, 'connect')
      await arrived
      socket.write(said)
      return one
    }
    const asked = await open('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    const post = await open('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhal')
    while (answers.length < 2) await new Promise(setImmediate)
    const silent = [await open(''), await open('GET / HT'), await open('')]
    while (!post.closed) await new Promise(setImmediate)
    assert.deepEqual(
      silent.map(({ closed }) => closed),
      [false, false, false],
    )
    await open('')
    while (!silent[0]?.closed) await new Promise(setImmediate)
    assert.isFalse(silent[1]?.closed)
    assert.isFalse(asked.closed)
    answers[0]?.()
    while (!asked.text.endsWith('there')) await new Promise(setImmediate)
    // answered, it is one of those that wait again, and the newest
    while (!silent[1]?.closed) await new Promise(setImmediate)
    assert.isFalse(asked.closed)
  }).timeout(5_000)
})

test.group('Connections whose answers nobody takes', () => {
  /** More than the system keeps for a connection. */
  const answer = Buffer.alloc(20_000_000)

  test('are cut for those that come later', async ({ assert, cleanup }) => {
    const server = drainingServer((_, response) => response.end(answer), { mostWaiting: 3 })
    const sockets: net.Socket[] = []
    const { promise: oneEnded, resolve } = Promise.withResolvers<void>()
    server.on('connection', (socket) => sockets.push(socket.once('close', resolve)))
    const port = await portOf(server, cleanup)
    for (let count = 1; count <= 4; count += 1) {
      const deaf = net.connect(port, '127.0.0.1', () => deaf.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'))
      deaf.pause().on('error', () => undefined)
      cleanup(() => void deaf.destroy())
      await once(server, 'request')
    }
    await oneEnded
    assert.deepEqual(
      sockets.map(({ destroyed }) => destroyed),
      [true, false, false, false],
    )
  }).timeout(5_000)

  test('have one answer at a time in memory', async ({ assert, cleanup }) => {
    let begun = 0
    const { promise: allBegun, resolve } = Promise.withResolvers<void>()
    const server = drainingServer((_, response) => {
      begun += 1
      response.end(answer)
      if (begun === 5) resolve()
    })
    const port = await portOf(server, cleanup)
    const ahead = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(5)
    const client = net.connect(port, '127.0.0.1', () => client.write(ahead)).pause()
    cleanup(() => void client.destroy())
    await once(server, 'request')
    await sleep(100)
    assert.equal(begun, 1)
    client.resume()
    await allBegun
  }).timeout(5_000)
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
