import { test } from '@japa/runner'
import { callerOf } from '#app/http/caller'

test.group('Caller', () => {
  test('an address stands for who has it', ({ assert }) => {
    assert.equal(callerOf('203.0.113.7'), '203.0.113.7')
    assert.equal(callerOf('::ffff:203.0.113.7'), '203.0.113.7')
    assert.equal(callerOf('2001:db8:1:2:3:4:5:6'), callerOf('2001:db8:1:2::1'))
    assert.notEqual(callerOf('2001:db8:1:2::1'), callerOf('2001:db8:1:3::1'))
    assert.equal(callerOf('no address'), 'no address')
    // of whoever has closed the connection the framework tells none, whatever its types say
    assert.equal(callerOf(undefined), '')
  })
})
