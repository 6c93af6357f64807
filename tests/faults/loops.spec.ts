import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { Installation } from '#tests/faults/installation'
import { ENDLESS, FILLING } from '#tests/faults/patches'
import { type Form, publishForm } from '#tests/faults/setting'
import { Receiver } from '#tests/functional/integrations/receiver'

/** So long a plugin may keep everybody waiting, with what a busy machine adds. */
const PATIENCE_MS = 25_000

/** Some leases and attempts later. */
const AFTERWARDS_MS = 4_000

interface Standing {
  status: string
  reason: string | null
  attempts: number
}

async function send(form: Form): Promise<void> {
  const answer = await fetch(`${form.url}/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ submission_key: randomUUID(), answers: { name: 'Ada' } }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** Begins with a server that makes this mistake. */
async function begin(cleanup: TestContext['cleanup'], env: Record<string, string>) {
  const installation = await Installation.make(env)
  const database = await installation.look()
  cleanup(async () => {
    await database.end()
    await installation.remove()
  })
  await installation.start()
  const deliveries = async ({ id }: Form) => {
    const { rows } = await database.query<Standing>(
      'select status, reason, attempts from deliveries where form_id = $1 order by id',
      [id],
    )
    return rows
  }
  return { installation, deliveries }
}

interface Paused {
  id: string
  paused: { cause: string; reason: string } | null
}

async function integrationOf({ id, creator }: Form): Promise<Paused | undefined> {
  const { body } = await creator.get<{ data: Paused[] }>(`/api/forms/${id}/integrations`)
  return body.data[0]
}

test.group('A plugin that never gives the processor back', () => {
  test('everybody waits once for its delivery, and not again until somebody switches it on; then it is out of use', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const { installation, deliveries } = await begin(cleanup, { FORMWRIGHT_MUTANT: 'endless-webhook' })
    const broken = await publishForm(installation.url, receiver.url + ENDLESS)
    const sound = await publishForm(installation.url, receiver.url)

    await send(broken)
    assert.isTrue(await installation.died(PATIENCE_MS))
    await installation.start()
    await send(sound)
    await receiver.arrived(1)
    assert.isFalse(await installation.died(AFTERWARDS_MS), 'it is tried again')
    const [once] = await deliveries(broken)
    assert.include(once, { status: 'failed', attempts: 1 })
    assert.match(once?.reason ?? '', /kept this server busy/)
    const integration = await integrationOf(broken)
    assert.equal(integration?.paused?.cause, 'failing')
    assert.match(integration?.paused?.reason ?? '', /kept this server busy.+switch it on again/)

    // somebody switches it on, and nothing was mended
    const path = `/api/forms/${broken.id}/integrations/${integration?.id}`
    await broken.creator.request('PATCH', path, { enabled: true })
    await send(broken)
    assert.isTrue(await installation.died(PATIENCE_MS))
    await installation.start()
    await send(sound)
    assert.isFalse(await installation.died(AFTERWARDS_MS))
    const [delivered, waiting] = await deliveries(sound)
    assert.include(delivered, { status: 'delivered' })
    assert.include(waiting, { status: 'pending' })
    assert.match(waiting?.reason ?? '', /cannot be used on this server at the moment/)
    assert.lengthOf(receiver.arrivals, 1)
  }).timeout(180_000)
})

test.group('A plugin that fills the memory, which nobody can tell from the others', () => {
  test('its delivery has failed once the server ended at it alone; one that was merely under way with it arrives', async ({
    assert,
    cleanup,
  }) => {
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>()
    const receiver = await Receiver.open(() => ({ status: 204, after: silence }))
    cleanup(() => receiver.close())
    const { installation, deliveries } = await begin(cleanup, {
      FORMWRIGHT_MUTANT: 'filling-webhook',
      NODE_OPTIONS: '--max-old-space-size=250',
    })
    const broken = await publishForm(installation.url, receiver.url + FILLING)
    const sound = await publishForm(installation.url, receiver.url)

    await send(sound)
    await receiver.arrived(1)
    await send(broken)
    assert.isTrue(await installation.died(PATIENCE_MS))
    speak()
    await installation.start()
    assert.isTrue(await installation.died(PATIENCE_MS), 'tried again, alone')
    await installation.start()
    await send(sound)
    assert.isFalse(await installation.died(AFTERWARDS_MS), 'it is tried once more')
    assert.deepEqual(
      (await deliveries(sound)).map(({ status }) => status),
      ['delivered', 'delivered'],
    )
    assert.isNull((await integrationOf(sound))?.paused)
    const [failed] = await deliveries(broken)
    assert.include(failed, { status: 'failed', attempts: 2 })
    assert.match(
      failed?.reason ?? '',
      /^The server ended while it made this delivery, also when it made no other/,
    )
    assert.equal((await integrationOf(broken))?.paused?.cause, 'failing')
  }).timeout(180_000)
})
