import { test } from '@japa/runner'
import { mailboxKey } from '#app/mail/mailbox_key'

test.group('Mailbox key', () => {
  test('ways of writing an address that lead to one mailbox are one', ({ assert }) => {
    const ways = [
      ['ada.byron@example.com', 'ADA.Byron+forms@Example.com', 'ada.byron++1@example.com'],
      ['jorg@xn--bcher-kva.example', 'Jorg+a@BÜCHER.example'],
      [
        'adabyron@gmail.com',
        'a.d.a.byron@gmail.com',
        'AdaByron+x.y@GoogleMail.com',
        'ada..byron@googlemail.com',
      ],
    ]
    for (const [key = '', ...others] of ways) {
      assert.equal(mailboxKey(key), key)
      for (const other of others) assert.equal(mailboxKey(other), key, other)
    }
  })

  test('dots tell mailboxes apart elsewhere', ({ assert }) => {
    assert.notEqual(mailboxKey('ada.byron@example.com'), mailboxKey('adabyron@example.com'))
    assert.notEqual(mailboxKey('a.b@notgmail.com'), mailboxKey('ab@notgmail.com'))
  })
})
