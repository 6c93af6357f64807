import net from 'node:net'
import { test } from '@japa/runner'
import { type Message, submit, whyUnusable } from '#app/mail/smtp'
import type { SmtpServer } from '#app/mail/smtp_server'

const MESSAGE: Message = {
  messageId: 'one@house.example',
  replies: false,
  from: { address: 'forms@house.example' },
  to: [{ address: 'ada@example.com' }],
  reached: [],
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  attachments: [],
}

/** What a server does with somebody who connects. */
type Treats = (socket: net.Socket) => void

/** Says a text letter by letter, for ever. */
const drip =
  (text: string): Treats =>
  (socket) => {
    let at = 0
    const next = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20)
    socket.on('close', () => clearInterval(next))
  }

const SERVERS: [name: string, security: SmtpServer['security'], treats: Treats][] = [
  ['says nothing', 'none', () => undefined],
  ['says a letter now and then', 'none', drip('220-house.example is here, and goes on. ')],
  ['never ends TLS', 'tls', () => undefined],
  [
    'never ends STARTTLS',
    'starttls',
    (socket) => {
      socket.write('220 house.example\r\n')
      socket.on('data', (said) => {
        if (/^EHLO/.test(String(said))) socket.write('250-house.example\r\n250 STARTTLS\r\n')
        if (/^STARTTLS/.test(String(said))) socket.write('220 go on\r\n')
      })
    },
  ],
]

test.group('A mail server that hangs', () => {
  for (const [name, security, treats] of SERVERS)
    test(`and ${name} costs a mail so long, and leaves no connection behind`, async ({ assert, cleanup }) => {
      const open = new Set<net.Socket>()
      const server = net.createServer((socket) => {
        open.add(socket)
        socket.on('error', () => undefined).resume()
        socket.on('close', () => open.delete(socket))
        treats(socket)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      cleanup(() => {
        for (const socket of open) socket.destroy()
        server.close()
      })
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const begun = performance.now()
      const named = { host: '127.0.0.1', port, security }
      const answer = await submit(named, MESSAGE, '127.0.0.1', 400)
      assert.isBelow(performance.now() - begun, 2_000)
      assert.deepInclude(answer, { result: 'later', reason: 'The mail server took too long.' })
      for (let left = 60; left > 0 && open.size > 0; left--)
        await new Promise((done) => setTimeout(done, 100))
      assert.equal(open.size, 0)
      assert.equal(await whyUnusable(named, 400), 'The mail server took too long.')
    })
})
