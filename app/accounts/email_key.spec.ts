import { test } from '@japa/runner'
import { emailKey } from '#app/accounts/email_key'

test.group('What an email address is known by', () => {
  test('is the same however it is written', ({ assert }) => {
    const ways = [
      ['ada@example.com', ' Ada@Example.COM '],
      ['ada@xn--bcher-kva.example', 'ada@bücher.example', 'ADA@BÜCHER.example', 'ada@bu\u0308cher.example'],
      ['zo\u00eb@example.com', 'ZOE\u0308@example.com'],
    ]
    for (const [key, ...others] of ways) for (const other of others) assert.equal(emailKey(other), key, other)
    assert.notEqual(emailKey('İda@example.com'), emailKey('ida@example.com'))
    for (const none of ['', 'nobody', 'a@', '@', 'a@b@c d']) assert.equal(emailKey(none), none)
  })
})
