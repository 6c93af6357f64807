import net from 'node:net'
import { test } from '@japa/runner'
import type { DeliveryBackground } from '#app/integrations/background'
import { newForm, publish } from '#tests/functional/forms/factories'
import {
  addIntegration,
  addWebhook,
  type DeliveryItem,
  type IntegrationItem,
  deliveryOf,
  logOf,
  pathOf,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'

const MB = 1024 * 1024

/** A receiver that does with a connection whatever it likes. */
async function receive(talk: (socket: net.Socket) => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** One delivery to this address, once it has come to an end. */
async function delivered(url: string): Promise<DeliveryItem> {
  const { creator, form } = await newForm()
  await publish(creator, form.id)
  const integration = await addWebhook(creator, form, url)
  await submit(creator, form, { name01: 'one' })
  const [row] = await until(
    () => logOf(creator, form, integration),
    ([first]) => first !== undefined && first.status !== 'pending',
  )
  return deliveryOf(creator, form, integration, row?.id ?? '')
}

/** A message to Slack by this address, once it has come to an end. */
async function messaged(address: string): Promise<DeliveryItem> {
  const { creator, form } = await newForm()
  await publish(creator, form.id)
  const integration = await addIntegration(creator, form, 'slack', { way: 'webhook', address })
  await submit(creator, form, { name01: 'one' })
  const [row] = await until(
    () => logOf(creator, form, integration),
    ([first]) => first !== undefined && first.status !== 'pending',
  )
  return deliveryOf(creator, form, integration, row?.id ?? '')
}

test.group('Receivers that are not as they should be', (group) => {
  let background: DeliveryBackground
  let close: () => void

  group.each.setup(() => {
    background = startDeliveries({ schedule: [0, 0.02] })
    return async () => {
      await background.stop()
      close()
    }
  })

  test('one that takes a message and says nothing gets it once', async ({ assert }) => {
    let taken = 0
    const receiver = await receive((socket) => {
      socket.once('data', () => {
        taken++
        socket.destroy()
      })
    })
    close = receiver.close
    const { status, reason, log } = await messaged(receiver.url)
    assert.equal(taken, 1)
    assert.deepInclude(
      { status, outcomes: log.map(({ outcome }) => outcome) },
      { status: 'unsure', outcomes: ['unsure'] },
    )
    assert.match(reason ?? '', /It may have arrived/)
  })

  test(
    'what a gateway answered with {status} in the place of a messenger stands in the log, and nobody repeats it',
  )
    .with([{ status: 502 }, { status: 504 }])
    .run(async ({ assert }, { status }) => {
      const receiver = await Receiver.open(() => ({ status, body: 'Bad gateway' }))
      close = () => void receiver.close()
      const message = await messaged(receiver.url)
      assert.lengthOf(receiver.arrivals, 1)
      assert.equal(message.status, 'unsure')
      assert.match(
        message.reason ?? '',
        new RegExp(`a gateway answered ${status} .* look there before you send it again`),
      )
      assert.deepEqual(
        message.log.map(({ outcome, response }) => [outcome, response?.status, response?.body]),
        [['unsure', status, 'Bad gateway']],
      )
    })

  test('what a messenger refused with {status} is tried again')
    .with([{ status: 429 }, { status: 500 }, { status: 503 }])
    .run(async ({ assert }, { status }) => {
      const receiver = await Receiver.open((_, earlier) => ({
        status: earlier === 0 ? status : 200,
        body: 'ok',
      }))
      close = () => void receiver.close()
      const message = await messaged(receiver.url)
      assert.equal(message.status, 'delivered')
      assert.lengthOf(receiver.arrivals, 2)
    })

  test('a gateway in front of a receiver that knows repeats is asked again', async ({ assert }) => {
    const receiver = await Receiver.open((_, earlier) => ({ status: earlier === 0 ? 502 : 200 }))
    close = () => void receiver.close()
    assert.equal((await delivered(receiver.url)).status, 'delivered')
  })

  test('what had no answer is counted apart, and sent again by nobody but who asks for just that', async ({
    assert,
  }) => {
    const receiver = await receive((socket) => socket.once('data', () => socket.destroy()))
    close = receiver.close
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const settings = { way: 'webhook', address: receiver.url }
    const integration = await addIntegration(creator, form, 'slack', settings)
    await submit(creator, form, { name01: 'one' })
    const unsureAfter = (attempts: number) =>
      until(
        () => logOf(creator, form, integration),
        ([first]) => first?.status === 'unsure' && first.attempts === attempts,
      )
    await unsureAfter(1)
    const path = pathOf(form, integration)
    const shown = await creator.visitor.get<{ data: IntegrationItem }>(path)
    assert.containSubset(shown.body.data, {
      ...{ failed_deliveries: 0, unsure_deliveries: 1 },
      last_day: { delivered: 0, failed: 0, unsure: 1 },
    })
    assert.isNotNull(shown.body.data.failing_since)
    assert.deepEqual((await creator.visitor.post(`${path}/replays`)).body, { data: { replayed: 0 } })
    const asked = await creator.visitor.post(`${path}/replays`, { status: 'unsure' })
    assert.deepEqual(asked.body, { data: { replayed: 1 } })
    await unsureAfter(2)
  })

  test('one that takes no connection is tried again with a message', async ({ assert }) => {
    const receiver = await receive(() => undefined)
    receiver.close()
    close = () => undefined
    const { log } = await messaged(receiver.url)
    assert.deepEqual(
      log.map(({ outcome }) => outcome),
      ['retry', 'retry'],
    )
  })

  test('one that sends 100 MB is heard for 64 kB of them', async ({ assert }) => {
    let written = 0
    const receiver = await receive((socket) => {
      const more = () => {
        while (written < 100 * MB && !socket.destroyed) {
          written += MB
          if (!socket.write(Buffer.alloc(MB, 'x👍'))) return void socket.once('drain', more)
        }
      }
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * MB}\r\n\r\n`)
        more()
      })
    })
    close = receiver.close
    const { status, log } = await delivered(receiver.url)
    assert.equal(status, 'delivered')
    // of 64 kB that are read the log keeps the beginning: it is there for a month, of each attempt
    assert.equal(log[0]?.response?.body.length, 8_001)
    assert.match(log[0]?.response?.body ?? '', /…$/)
    assert.isBelow(written, 50 * MB)
  })

  test('one that closes without an answer, or in the middle of it, is tried again', async ({ assert }) => {
    let calls = 0
    const receiver = await receive((socket) => {
      socket.once('data', () => {
        calls++
        if (calls === 1) socket.destroy()
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
      })
    })
    close = receiver.close
    const { status, log } = await delivered(receiver.url)
    assert.equal(status, 'failed')
    assert.deepEqual(
      log.map(({ outcome }) => outcome),
      ['retry', 'retry'],
    )
    assert.isTrue(log.every(({ reason, response }) => reason !== null && response === null))
  })

  test('one that closes before it has read everything, but answered, is taken at its word', async ({
    assert,
  }) => {
    const receiver = await receive((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    })
    close = receiver.close
    assert.equal((await delivered(receiver.url)).status, 'delivered')
  })

  test('one that says over and over that it goes on, and then something that is no answer', async ({
    assert,
  }) => {
    const receiver = await receive((socket) => {
      socket.once('data', () => {
        for (let at = 0; at < 1_000; at++) socket.write('HTTP/1.1 102 Processing\r\n\r\n')
        socket.end('ready\r\n\r\n')
      })
    })
    close = receiver.close
    const { status, reason } = await delivered(receiver.url)
    assert.deepEqual([status, reason], ['failed', 'The receiver did not respond in HTTP.'])
  })

  test('one that sends on to another address, also of this machine, is not followed', async ({ assert }) => {
    const other = await Receiver.open()
    const receiver = await Receiver.open(() => ({
      status: 307,
      headers: { location: `${other.url}?token=hush` },
    }))
    close = () => void Promise.all([receiver.close(), other.close()])
    const { status, reason, log } = await delivered(receiver.url)
    assert.equal(status, 'failed')
    assert.include(reason, 'Redirects are not followed')
    assert.lengthOf(other.arrivals, 0)
    assert.notInclude(JSON.stringify(log), 'hush')
  })

  test('one that repeats what it was called with: none of what is secret in the address is kept', async ({
    assert,
  }) => {
    const receiver = await Receiver.open(({ url }) => ({
      status: 200,
      body: `You called ${url} ${decodeURIComponent(url)}`,
    }))
    close = () => void receiver.close()
    const { status, log } = await delivered(`${receiver.url}?api_key=hush%2Fhush&page=7`)
    assert.equal(status, 'delivered')
    assert.notInclude(JSON.stringify(log), 'hush')
    assert.include(log[0]?.response?.body, 'page=7')
  })
})
