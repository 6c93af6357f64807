import pg from 'pg'
import { test } from '@japa/runner'
import { ATTACKS } from '#tests/load/attacks'
import { House } from '#tests/load/house'
import { Neighbour } from '#tests/load/neighbour'
import { brokenAnswers, Siege } from '#tests/load/siege'
import { crowd } from '#tests/load/viral'

/** What the server may hold while everything comes at once, whatever it begins with. */
const MOST_MEMORY = 1_500_000_000

async function database(cleanup: (done: () => Promise<void>) => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
  await client.connect()
  cleanup(() => client.end())
  return client
}

test.group('A busy neighbour', () => {
  test('who does everything at once gets what is right or is refused; nobody else loses anything', async ({
    assert,
    cleanup,
  }) => {
    const house = await House.open({ UPLOADS_WAITING_GB: '1' })
    cleanup(() => house.close())
    const neighbour = await Neighbour.settle(house.url)
    const names = ATTACKS.filter(({ apart }) => !apart).map(({ name }) => name)
    const siege = await Siege.prepare(house.url, names)
    cleanup(() => siege.close())
    await siege.begin(names)
    await neighbour.live(5)
    const struck = await siege.stop()
    assert.isTrue(house.isThere)
    assert.deepEqual(brokenAnswers(struck), [])
    const idle = names.filter((name) => Object.keys(struck[name] ?? {}).length === 0)
    assert.deepEqual(idle, [])
    assert.deepEqual(neighbour.wrong, [])
    assert.deepEqual(await neighbour.audit(await database(cleanup)), [])
    assert.isAbove(neighbour.ledger.acknowledged.length, 0)
    assert.isBelow((await house.watched()).rss, MOST_MEMORY)
  })

  test('a form gone viral is told to come again until all is in, once; other forms are never refused', async ({
    assert,
    cleanup,
  }) => {
    const house = await House.open({ SUBMISSIONS_AT_ONCE: '16' })
    cleanup(() => house.close())
    const neighbour = await Neighbour.settle(house.url)
    const viral = await crowd(house.url, 60)
    const { ended, stop } = viral.rush()
    await neighbour.live(4)
    stop()
    await ended
    const client = await database(cleanup)
    assert.deepEqual(await viral.audit(client), [])
    assert.isAtLeast(viral.acknowledged, 60)
    assert.isAbove(viral.refused, 0)
    assert.deepEqual(
      viral.waits.filter((seconds) => seconds < 1),
      [],
    )
    assert.deepEqual(await neighbour.audit(client), [])
    assert.equal(neighbour.ledger.unknowns, 0)
    assert.isAbove(neighbour.ledger.acknowledged.length, 0)
  })
})
