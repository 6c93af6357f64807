import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { settle } from '#tests/faults/audit'
import { DeliveryLog } from '#tests/faults/delivery_log'
import { Errands } from '#tests/faults/errands'
import { Installation } from '#tests/faults/installation'
import { Ledger } from '#tests/faults/ledger'
import { publishForm } from '#tests/faults/setting'
import { halfDone } from '#tests/faults/wholeness'

const KILLS = 6
/** The server dies so long after it serves, at most, in milliseconds. */
const LONGEST = 900

test.group('Whatever goes on', () => {
  test('is done or not done when the server dies at any moment: uploads, publishing, copies, bins', async ({
    assert,
    cleanup,
  }) => {
    const told = new DeliveryLog()
    const hook = await told.open()
    const installation = await Installation.make()
    const database = await installation.look()
    cleanup(async () => {
      await database.end()
      await installation.remove()
      await told.close()
    })
    await installation.start()
    const form = await publishForm(installation.url, hook)
    const other = await publishForm(installation.url, hook, { tenant: form.tenant })
    told.expect(form.secret)
    const errands = new Errands(form, other, new Ledger())
    const done = errands.all()
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(Math.random() * LONGEST)
      if (kill % 3 === 2) await installation.terminate()
      else await installation.kill()
      await installation.start()
    }
    while (errands.sent.length < 4) await sleep(50)
    errands.stop()
    await done
    for (const count of [errands.copies, errands.published, errands.returns]) assert.isAbove(count, 0)
    assert.deepEqual(errands.wrong, [])
    assert.deepEqual(await settle(database), [])
    assert.deepEqual(await halfDone(database, installation.storage, errands.sent), [])
    const { rows } = await database.query<{ id: string }>('select id from submissions where form_id = $1', [
      form.id,
    ])
    assert.deepEqual(
      rows.filter(({ id }) => told.deliveriesOf(id).length === 0),
      [],
    )
  })
})
