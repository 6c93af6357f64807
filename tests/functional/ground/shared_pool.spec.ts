import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { workFor } from '#app/http/whose_work'
import { within } from '#app/workspaces/within'

test.group('Connections of the database', () => {
  test('many who ask for them on behalf of one let the others have their turn', async ({ assert }) => {
    let done = 0
    const ask = async () => {
      await db.rawQuery('select pg_sleep(0.02)')
      done++
    }
    const many = workFor('somebody', () => Promise.all(Array.from({ length: 240 }, ask)))
    await workFor('another', () => db.rawQuery('select 1'))
    await within('01890000-0000-7000-8000-000000000001', ({ trx }) => trx.rawQuery('select 1'))
    assert.isBelow(done, 60)
    await many
    assert.equal(done, 240)
  })

  test('those who ask for more of them than may wait are told to come again', async ({ assert }) => {
    const answers = await workFor('a crowd', () =>
      Promise.allSettled(Array.from({ length: 700 }, () => db.rawQuery('select 1'))),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    assert.isAbove(refused.length, 0)
    assert.isAtMost(refused.length, 200)
    await workFor('a crowd', () => db.rawQuery('select 1'))
  })
})
