import { test } from '@japa/runner'
import { ownStyles } from '#app/forms/own_styles'
import { ownStylesApart } from '#app/forms/styles_apart'

test.group('CSS of creators, read apart', () => {
  test('takes nothing of the thread that answers everybody, and says what reading it says', async ({
    assert,
  }) => {
    await ownStylesApart('a{color:red}')
    const sources = Array.from(
      { length: 4 },
      (_, n) => `a${' b'.repeat(500 + n)}{color:${'\n'.repeat(n)}red}@x;`,
    )
    const costly = ':host{b:c}'.repeat(1500)
    const before = process.threadCpuUsage()
    const read = await Promise.all([...sources, costly, costly].map(ownStylesApart))
    const { user, system } = process.threadCpuUsage(before)
    assert.isBelow((user + system) / 1000, 150)
    assert.strictEqual(read[4], read[5])
    assert.deepEqual(read, [...sources, costly, costly].map(ownStyles))
  }).timeout(60_000)

  test('nothing is nothing', async ({ assert }) => {
    assert.equal((await ownStylesApart(' ')).css, '')
  })
})
