import { test } from '@japa/runner'
import { options } from 'preact'
import { refuseEndless } from './endless.ts'

test.group('refuseEndless', () => {
  test('takes no honest drawing of a tab in the background for an endless one', async ({
    assert,
    cleanup,
  }) => {
    const { setTimeout: usual } = globalThis
    cleanup(() => void (globalThis.setTimeout = usual))
    // in such a tab timers wait for a second
    globalThis.setTimeout = Object.assign((run: () => void) => usual(run, 1000), usual)
    refuseEndless()
    const asked: typeof options & { __r?: (node: { __c?: object }) => void } = options
    const control = { __c: {} }
    const next = () => new Promise((resolve) => setImmediate(resolve))
    for (let event = 0; event < 300; event++) {
      asked.__r?.(control)
      await next()
    }
    assert.throws(() => {
      for (let time = 0; time < 101; time++) asked.__r?.(control)
    }, 'It is drawn without an end.')
  })
})
