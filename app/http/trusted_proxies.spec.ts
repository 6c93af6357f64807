import { test } from '@japa/runner'
import { trustedProxies } from '#app/http/trusted_proxies'

test.group('Trusted proxies', () => {
  for (const [setting, peer, trusted] of [
    ['', '127.0.0.1', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['10.0.0.0/8, ::1', '10.20.30.40', true],
    ['10.0.0.0/8, ::1', '::1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', 'not an address', false],
  ] as const) {
    test(`"${setting}" ${trusted ? 'believes' : 'does not believe'} ${peer}`, ({ assert }) => {
      assert.equal(trustedProxies(setting)(peer), trusted)
    })
  }
})
