import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { pool } from '#app/workspaces/pool'

/** Holds the thread for so long, in milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const WAYS: [name: string, ask: () => PromiseLike<unknown>][] = [
  ['the query builder', () => db.rawQuery('select 1')],
  ['the pool of submissions', () => pool().query('select 1')],
]

test.group('Answers of the database', () => {
  for (const [name, ask] of WAYS)
    test(`what many of them let go on does so in several turns of the event loop: ${name}`, async ({
      assert,
    }) => {
      let [turn, isOver] = [0, false]
      const wentOn: number[] = []
      const counted = (async () => {
        for (; !isOver; turn++) await setImmediate()
      })()
      await Promise.all(
        Array.from({ length: 48 }, async () => {
          await ask()
          work(3)
          wentOn.push(turn)
        }),
      )
      isOver = true
      await counted
      const most = Math.max(...wentOn.map((one) => wentOn.filter((other) => other === one).length))
      // a slice of 4 ms has two of 3 ms; all connections at once would be twelve and more
      assert.isAtMost(most, 4)
    })
})
