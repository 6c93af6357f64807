import { getEventListeners } from 'node:events'
import { setTimeout as rest } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { test } from '@japa/runner'
import { linkSignals } from '#app/http/abort'

v8.setFlagsFromString('--expose-gc')
const collect: () => void = vm.runInNewContext('gc')

test.group('linked signals', () => {
  test('fire with the first of their sources, and with its reason', ({ assert }) => {
    const [one, other] = [new AbortController(), new AbortController()]
    const { signal } = linkSignals([one.signal, undefined, other.signal])
    assert.isFalse(signal.aborted)
    other.abort('stopping')
    one.abort('late')
    assert.isTrue(signal.aborted)
    assert.equal(signal.reason, 'stopping')
  })

  test('of a source that fired already have fired', ({ assert }) => {
    assert.equal(linkSignals([AbortSignal.abort('before')]).signal.reason, 'before')
  })

  test('fire although nobody holds them and garbage was collected', async ({ assert }) => {
    const source = new AbortController()
    let heard = 0
    const listen = () => {
      const { signal } = linkSignals([linkSignals([source.signal]).signal], 60_000)
      signal.addEventListener('abort', () => heard++)
    }
    listen()
    for (let round = 0; round < 5; round++) {
      collect()
      await rest(1)
    }
    source.abort()
    assert.equal(heard, 1)
  })

  test('fire after their time', async ({ assert }) => {
    const { signal } = linkSignals([undefined], 5)
    const fired = await new Promise<Event>((resolve) => signal.addEventListener('abort', resolve))
    assert.equal(fired.type, 'abort')
    assert.equal(signal.reason.name, 'TimeoutError')
  })

  test('leave nothing with their sources when the work is over', ({ assert }) => {
    const source = new AbortController()
    const linked = linkSignals([source.signal], 60_000)
    assert.lengthOf(getEventListeners(source.signal, 'abort'), 1)
    linked.end()
    assert.lengthOf(getEventListeners(source.signal, 'abort'), 0)
    assert.isTrue(linked.signal.aborted)
  })
})
