import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Installation } from '#tests/faults/installation'
import { ENDLESS } from '#tests/faults/patches'
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

test.group('A plugin that never gives the processor back', () => {
  test('everybody waits once for its delivery, and not again until somebody switches it on; then it is out of use', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    const installation = await Installation.make({ FORMWRIGHT_MUTANT: 'endless-webhook' })
    const database = await installation.look()
    cleanup(async () => {
      await database.end()
      await installation.remove()
      await receiver.close()
    })
    const deliveries = async ({ id }: Form) => {
      const { rows } = await database.query<Standing>(
        'select status, reason, attempts from deliveries where form_id = $1 order by id',
        [id],
      )
      return rows
    }
    await installation.start()
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
    const all = `/api/forms/${broken.id}/integrations`
    const { body } = await broken.creator.get<{
      data: { id: string; paused: { cause: string; reason: string } }[]
    }>(all)
    const [integration] = body.data
    assert.equal(integration?.paused.cause, 'failing')
    assert.match(integration?.paused.reason ?? '', /kept this server busy.+switch it on again/)

    // somebody switches it on, and nothing was mended
    await broken.creator.request('PATCH', `${all}/${integration?.id}`, { enabled: true })
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
