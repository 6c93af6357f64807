import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from '@japa/runner'
import { Installation } from '#tests/faults/installation'
import { publishForm } from '#tests/faults/setting'
import { Receiver } from '#tests/functional/integrations/receiver'

interface Standing {
  status: string
  attempts: number
  leased: boolean
}

test.group('Stopping', () => {
  test('SIGTERM lets deliveries end, gives back those that hang, and ends within 10 s', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    // the usual lease: a short one could run out on a busy machine while the receiver takes its time
    const installation = await Installation.make({ DELIVERY_LEASE: '30' })
    cleanup(async () => {
      await installation.remove()
      await receiver.close()
    })
    await installation.start()
    const form = await publishForm(installation.url, receiver.url)
    const send = () =>
      fetch(`${form.url}/submissions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ submission_key: randomUUID(), answers: { name: 'Ada' } }),
      })
    const database = await installation.look()
    cleanup(() => database.end())
    const standing = async () => {
      const { rows } = await database.query<Standing>(
        'select status, attempts - round_start as attempts, lease is not null as leased from deliveries order by id',
      )
      return rows
    }

    receiver.answer(() => ({ status: 200, after: 1_000 }))
    assert.equal((await send()).status, 201)
    await receiver.arrived(1)
    const first = await installation.terminate()
    assert.equal(first.code, 0)
    assert.isBelow(first.ms, 10_000)
    assert.deepEqual(await standing(), [{ status: 'delivered', attempts: 1, leased: false }])

    await installation.start()
    receiver.answer(() => ({ status: 200, after: 60_000 }))
    assert.equal((await send()).status, 201)
    await receiver.arrived(2)
    const second = await installation.terminate()
    assert.equal(second.code, 0)
    assert.isBelow(second.ms, 10_000)
    assert.deepEqual((await standing())[1], { status: 'pending', attempts: 0, leased: false })
  })

  test('submissions that are under way when SIGTERM comes are stored and answered', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    const installation = await Installation.make()
    cleanup(async () => {
      await installation.remove()
      await receiver.close()
    })
    await installation.start()
    const form = await publishForm(installation.url, receiver.url)
    const sending = await Promise.all(Array.from({ length: 5 }, () => begun(`${form.url}/submissions`)))
    const ended = installation.terminate()
    while (await listens(installation.url));
    const bodies = sending.map(() =>
      JSON.stringify({ submission_key: randomUUID(), answers: { name: 'Ada' } }),
    )
    const statuses = await Promise.all(sending.map((finish, at) => finish(bodies[at] ?? '')))
    assert.deepEqual(statuses, [201, 201, 201, 201, 201])
    assert.equal((await ended).code, 0)
  })
})

/** A request that the server has begun to take; it ends with its body, and resolves with the status of the answer. */
function begun(url: string): Promise<(body: string) => Promise<number | undefined>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const asking = request(url, { method: 'POST', headers, agent: false })
    asking.on('error', reject)
    asking.on('continue', () =>
      resolve(async (body) => {
        const answered = once(asking, 'response')
        asking.end(body)
        const [answer]: IncomingMessage[] = await answered
        answer?.resume()
        return answer?.statusCode
      }),
    )
    asking.flushHeaders()
  })
}

async function listens(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    () => true,
    () => false,
  )
}
