import { test } from '@japa/runner'
import { CONTESTED, contend, rivals, unfair } from '#tests/faults/contested'
import { Installation, type KillPoint } from '#tests/faults/installation'
import { Ledger } from '#tests/faults/ledger'
import { publishForm } from '#tests/faults/setting'

/** Where the server dies, and at which of the submissions that it stores. */
const FIRST: readonly [KillPoint, number] = ['insert-commit', 12]
const SECOND: readonly [KillPoint, number] = ['commit-reply', 30]

test.group('What many want at once', () => {
  test('500 posts for few places and addresses, while the server dies: each is had once, and counted', async ({
    assert,
    cleanup,
  }) => {
    const installation = await Installation.make()
    cleanup(() => installation.remove())
    await installation.start(...FIRST)
    const form = await publishForm(installation.url, 'https://example.com/', { blocks: CONTESTED })
    const database = await installation.look()
    cleanup(() => database.end())

    // all 500 come at once, and again when the server is back: they do not keep it from starting
    const ledger = new Ledger()
    const people = rivals(ledger, 500)
    const door = { open: Promise.resolve() }
    const ended = Promise.all(people.map((one) => contend(form, ledger, door, one)))
    for (const start of [() => installation.start(...SECOND), () => installation.start()]) {
      assert.isTrue(await installation.died(60_000))
      const { promise, resolve } = Promise.withResolvers<void>()
      door.open = promise
      await start()
      resolve()
    }
    await ended
    assert.deepEqual(await unfair(database, form, people), [])
    assert.isAbove(ledger.unknowns, 0)

    // who was told that it is stored asks once more, as after a lost reply
    const lucky = people.filter(({ entry }) => entry.state === 'ok')
    await Promise.all(lucky.map((one) => contend(form, ledger, door, one)))
    assert.deepEqual(await unfair(database, form, people), [])
  })
})
