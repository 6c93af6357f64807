import { test } from '@japa/runner'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { OutboundRequest } from '@formwright/kit/integration'
import { parseRanges } from './address_rules.ts'
import { certificate, privateKey } from './certificate.fixture.ts'
import { OutboundError } from './errors.ts'
import { guardedClient } from './guarded_client.ts'

const LOOPBACK = parseRanges('127.0.0.0/8, ::1')

function post(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{}', ...more }
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof OutboundError) return error.code
    throw error
  }
  return 'answered'
}

/** A receiver on 127.0.0.1 that counts what reaches it. */
async function receiver(answer: http.RequestListener) {
  const seen: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  const port = await listening(server)
  return { port, seen, close: () => closed(server) }
}

function listening(server: net.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function closed(server: http.Server | https.Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

test.group('guarded client: where it goes', () => {
  test('{$self} is refused before anything is dialled')
    .with([
      'http://127.0.0.1:PORT/',
      'http://127.1:PORT/',
      'http://0x7f.1:PORT/',
      'http://0x7f000001:PORT/',
      'http://2130706433:PORT/',
      'http://0177.0.0.1:PORT/',
      'http://127.0.0.1.:PORT/',
      'http://localhost:PORT/',
      'http://localhost.:PORT/',
      'http://LOCALHOST:PORT/',
      'http://[::1]:PORT/',
      'http://[::ffff:127.0.0.1]:PORT/',
      'http://[::7f00:1]:PORT/',
      'http://[64:ff9b::7f00:1]:PORT/',
      'http://0.0.0.0:PORT/',
      'http://0:PORT/',
      'http://１２７.０.０.１:PORT/',
      'http://①②⑦.⓪.⓪.①:PORT/',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://internal.example/',
      'http://mixed.example/',
    ])
    .run(async ({ assert }, url) => {
      const server = await receiver((_, response) => response.end('secret'))
      const client = guardedClient({
        resolve: async (hostname) => {
          if (hostname === 'internal.example') return ['192.168.0.10']
          if (hostname === 'mixed.example') return ['93.184.215.14', '127.0.0.1']
          return ['127.0.0.1']
        },
      })
      assert.equal(
        await refusal(client.request(post(url.replace('PORT', String(server.port))))),
        'E_OUTBOUND_ADDRESS',
      )
      assert.lengthOf(server.seen, 0)
      await server.close()
    })

  test('{$self} is not an address for calls')
    .with([
      '',
      'example.com',
      '/relative',
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://127.0.0.1:11211/_stats',
      'data:text/plain,x',
      'javascript:alert(1)',
      'http://user@example.com/',
      'http://user:password@example.com/',
      'http://example.com@127.0.0.1/',
      'http://example.com:0/',
      'http://example.com:25/',
      'http://example.com:6667/',
      'http://example.com:99999/',
      'http://[fe80::1%25eth0]/',
      'http://',
    ])
    .run(async ({ assert }, url) => {
      assert.equal(await refusal(guardedClient().request(post(url))), 'E_OUTBOUND_URL')
    })

  test('a name is resolved once, and the checked address is the one that is dialled', async ({ assert }) => {
    const server = await receiver((_, response) => response.end('ok'))
    const asked: string[] = []
    // rebinding: the first answer is allowed, every later one leads elsewhere (where nobody listens)
    const client = guardedClient({
      allowed: parseRanges('127.0.0.1'),
      resolve: async (hostname) => {
        asked.push(hostname)
        return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2']
      },
    })
    const answer = await client.request(post(`http://hook.example:${server.port}/in?x=1`))
    assert.equal(answer.body, 'ok')
    assert.deepEqual(asked, ['hook.example'])
    assert.equal(server.seen[0]?.headers.host, `hook.example:${server.port}`)
    assert.equal(server.seen[0]?.url, '/in?x=1')

    const second = refusal(client.request(post(`http://hook.example:${server.port}/in`)))
    assert.equal(await second, 'E_OUTBOUND_ADDRESS')
    assert.lengthOf(server.seen, 1)
    await server.close()
  })

  test('an unreachable address is followed by the next one of the same name', async ({ assert }) => {
    const server = await receiver((_, response) => response.end('ok'))
    const client = guardedClient({ allowed: LOOPBACK, resolve: async () => ['127.0.0.9', '127.0.0.1'] })
    assert.equal((await client.request(post(`http://hook.example:${server.port}/`))).body, 'ok')
    await server.close()
  })

  test('the certificate must belong to the name in the address, which is also what the receiver is asked for', async ({
    assert,
  }) => {
    const names: string[] = []
    const server = https.createServer({ cert: certificate, key: privateKey }, (request, response) => {
      if (request.socket instanceof TLSSocket) names.push(String(request.socket.servername))
      response.end('ok')
    })
    const port = await listening(server)
    const client = guardedClient({ allowed: LOOPBACK, resolve: async () => ['127.0.0.1'], ca: certificate })
    assert.equal((await client.request(post(`https://hook.example:${port}/`))).body, 'ok')
    assert.equal((await client.request(post(`https://hook.example.:${port}/`))).body, 'ok')
    assert.deepEqual(names, ['hook.example', 'hook.example'])

    assert.equal(await refusal(client.request(post(`https://other.example:${port}/`))), 'E_OUTBOUND_TLS')
    assert.equal(await refusal(client.request(post(`https://127.0.0.1:${port}/`))), 'E_OUTBOUND_TLS')
    const strict = guardedClient({ allowed: LOOPBACK, resolve: async () => ['127.0.0.1'] })
    assert.equal(await refusal(strict.request(post(`https://hook.example:${port}/`))), 'E_OUTBOUND_TLS')
    await closed(server)
  })

  test('redirects are an answer, not a way', async ({ assert }) => {
    const inner = await receiver((_, response) => response.end('secret'))
    const outer = await receiver((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end()
    })
    const answer = await guardedClient({ allowed: LOOPBACK }).request(post(`http://127.0.0.1:${outer.port}/`))
    assert.equal(answer.status, 302)
    assert.lengthOf(inner.seen, 0)
    await Promise.all([inner.close(), outer.close()])
  })

  test('a name nobody knows', async ({ assert }) => {
    const unknown = guardedClient({
      resolve: async () => {
        throw new Error('ENOTFOUND')
      },
    })
    assert.equal(await refusal(unknown.request(post('http://nowhere.example/'))), 'E_OUTBOUND_DNS')
    const empty = guardedClient({ resolve: async () => [] })
    assert.equal(await refusal(empty.request(post('http://nowhere.example/'))), 'E_OUTBOUND_DNS')
  })
})

test.group('guarded client: how much and how long', () => {
  test('sends the body as it is and reads the answer', async ({ assert }) => {
    const server = await receiver((_, response) => {
      response.writeHead(201, { 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end('grüß dich')
    })
    const answer = await guardedClient({ allowed: LOOPBACK }).request(
      post(`http://127.0.0.1:${server.port}/`, { body: '{"name":"Zoë"}', headers: { 'X-Own': 'one' } }),
    )
    assert.equal(answer.status, 201)
    assert.equal(answer.body, 'grüß dich')
    assert.equal(answer.headers['x-answer'], 'yes')
    assert.equal(answer.headers['set-cookie'], 'a=1, b=2')
    assert.equal(server.seen[0]?.body, '{"name":"Zoë"}')
    assert.equal(server.seen[0]?.headers['x-own'], 'one')
    await server.close()
  })

  test('reads no more than its limit, however much is sent', async ({ assert }) => {
    const server = await receiver((_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      }
      response.on('drain', more)
      more()
    })
    const answer = await guardedClient({ allowed: LOOPBACK }).request(
      post(`http://127.0.0.1:${server.port}/`),
    )
    assert.equal(answer.status, 200)
    assert.lengthOf(answer.body, 65_536)
    await server.close()
  })

  test('stops when the answer {$self}')
    .with(['never comes', 'never ends', 'never gets past hints'])
    .run(async ({ assert }, how) => {
      const drip: NodeJS.Timeout[] = []
      const server = await receiver((_, response) => {
        if (how === 'never comes') return
        if (how === 'never ends') response.writeHead(200)
        drip.push(
          setInterval(() => {
            if (how === 'never ends') response.write('.')
            else response.writeEarlyHints({ link: '</style.css>; rel=preload' })
          }, 20),
        )
      })
      const client = guardedClient({ allowed: LOOPBACK, timeoutMs: 150 })
      assert.equal(
        await refusal(client.request(post(`http://127.0.0.1:${server.port}/`))),
        'E_OUTBOUND_TIMEOUT',
      )
      drip.forEach((timer) => clearInterval(timer))
      await server.close()
    })

  test('cuts a receiver off that answers in pieces of a byte, or says without end that it will', async ({
    assert,
    cleanup,
  }) => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (const [first, again] of [
      [head, '1\r\na\r\n'.repeat(1_000)],
      ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)],
    ]) {
      const server = net.createServer((socket) => {
        const goOn = () => {
          while (!socket.destroyed && socket.write(again));
        }
        socket.on('error', () => undefined).on('drain', goOn)
        socket.once('data', () => {
          socket.write(first)
          goOn()
        })
      })
      cleanup(() => void server.close())
      const port = await listening(server)
      const client = guardedClient({ allowed: LOOPBACK, maxBytes: 1_000_000, timeoutMs: 10_000 })
      const sent = client.request(post(`http://127.0.0.1:${port}/`))
      assert.equal(await refusal(sent), 'E_OUTBOUND_ANSWER')
    }
  })

  test('stops when the look-up hangs', async ({ assert }) => {
    const client = guardedClient({ timeoutMs: 50, resolve: () => new Promise(() => {}) })
    assert.equal(await refusal(client.request(post('http://hook.example/'))), 'E_OUTBOUND_TIMEOUT')
  })

  test('stops when it is told to', async ({ assert }) => {
    const server = await receiver(() => {})
    const stop = new AbortController()
    const pending = refusal(
      guardedClient({ allowed: LOOPBACK }).request(post(`http://127.0.0.1:${server.port}/`), stop.signal),
    )
    stop.abort()
    assert.equal(await pending, 'E_OUTBOUND_STOPPED')
    await server.close()
  })

  test('a host gets a few calls at a time, another host is not held up', async ({ assert }) => {
    let running = 0
    let most = 0
    const answers: (() => void)[] = []
    const busy = await receiver((_, response) => {
      most = Math.max(most, ++running)
      answers.push(() => {
        running--
        response.end()
      })
      if (answers.length >= 2) answers.splice(0).forEach((answer) => answer())
    })
    const free = await receiver((_, response) => response.end('free'))
    const client = guardedClient({ allowed: LOOPBACK, perHost: 2, resolve: async () => ['127.0.0.1'] })
    const calls = Array.from({ length: 6 }, () => client.request(post(`http://busy.example:${busy.port}/`)))
    assert.equal((await client.request(post(`http://free.example:${free.port}/`))).body, 'free')
    await Promise.all(calls)
    assert.equal(most, 2)
    assert.lengthOf(busy.seen, 6)
    await Promise.all([busy.close(), free.close()])
  })

  test('a call that waits too long for its turn is given up, and its turn goes to nobody', async ({
    assert,
  }) => {
    const server = await receiver(() => {})
    const client = guardedClient({ allowed: LOOPBACK, perHost: 1, timeoutMs: 100 })
    const url = `http://127.0.0.1:${server.port}/`
    const codes = await Promise.all([1, 2, 3].map(() => refusal(client.request(post(url)))))
    assert.include(codes, 'E_OUTBOUND_TIMEOUT')
    assert.include(codes, 'E_OUTBOUND_BUSY')
    await server.close()
  })

  test('framing headers and line breaks are refused', async ({ assert }) => {
    const client = guardedClient({ allowed: LOOPBACK })
    for (const name of ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection']) {
      const sent = client.request(post('http://127.0.0.1:1024/', { headers: { [name]: 'x' } }))
      assert.equal(await refusal(sent), 'E_OUTBOUND_REQUEST')
    }
    const sent = client.request(post('http://127.0.0.1:1024/', { headers: { 'x-own': 'a\r\nhost: b' } }))
    assert.equal(await refusal(sent), 'E_OUTBOUND_REQUEST')
  })

  test('what is not an answer is an error with a reason', async ({ assert }) => {
    const server = net.createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    const port = await listening(server)
    const client = guardedClient({ allowed: LOOPBACK })
    assert.equal(await refusal(client.request(post(`http://127.0.0.1:${port}/`))), 'E_OUTBOUND_ANSWER')
    assert.equal(await refusal(client.request(post(`https://127.0.0.1:${port}/`))), 'E_OUTBOUND_TLS')
    server.close()
    assert.equal(await refusal(client.request(post('http://127.0.0.1:1024/'))), 'E_OUTBOUND_CONNECT')
  })
})
