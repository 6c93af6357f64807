import pg from 'pg'
import { test } from '@japa/runner'
import { House } from '#tests/load/house'
import { Neighbour } from '#tests/load/neighbour'
import { crowd } from '#tests/load/viral'

async function database(cleanup: (done: () => Promise<void>) => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
  await client.connect()
  cleanup(() => client.end())
  return client
}

test.group('A busy neighbour', () => {
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
