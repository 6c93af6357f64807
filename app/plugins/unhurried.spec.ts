import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { Powers } from '@formwright/kit/integration'
import { unhurriedPowers } from './unhurried.ts'

const refused = async (): Promise<never> => {
  throw new Error('over')
}
const POWERS: Omit<Powers, 'mail'> = {
  request: refused,
  connection: { request: refused },
  state: { read: refused, change: refused },
  secrets: [],
  now: 0,
  hookAddress: () => undefined,
}
const REQUEST = { method: 'GET' as const, url: 'https://acme.example', headers: {}, body: '' }
const CALLS: Readonly<Record<string, (powers: typeof POWERS) => Promise<unknown>>> = {
  request: (powers) => powers.request(REQUEST),
  'connection.request': (powers) => powers.connection.request(REQUEST),
  'state.read': (powers) => powers.state.read(),
  'state.change': (powers) => powers.state.change((state) => state),
}

test.group('What a plugin is lent', () => {
  test('{$self} that is refused at once leaves time to others, however often it is tried again')
    .with(Object.keys(CALLS))
    .run(async ({ assert }, name) => {
      const powers = unhurriedPowers(POWERS)
      let tries = 0
      const insisting = (async () => {
        // a plugin would go on for ever, and nobody could tell of it
        while (tries < 3) {
          tries += 1
          await CALLS[name]?.(powers).catch(() => undefined)
        }
      })()
      await sleep(20)
      assert.equal(tries, 1)
      await insisting
    })

  test('what is answered comes at once', async ({ assert }) => {
    const { state } = unhurriedPowers({ ...POWERS, state: { read: async () => 7, change: refused } })
    const began = performance.now()
    assert.equal(await state.read(), 7)
    assert.isBelow(performance.now() - began, 50)
  })
})
