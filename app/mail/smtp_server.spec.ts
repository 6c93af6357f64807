import { test } from '@japa/runner'
import { readMailFrom, readSmtpUrl } from '#app/mail/smtp_server'

test.group('Settings of the mail server', () => {
  test('SMTP_URL says where, how securely and as whom', ({ assert }) => {
    assert.deepEqual(readSmtpUrl('smtps://ada%40example.com:a%3Ab%2F%C3%A9@mail.example.com'), {
      ...{ host: 'mail.example.com', port: 465, security: 'tls' },
      ...{ user: 'ada@example.com', password: 'a:b/é' },
    })
    assert.deepEqual(readSmtpUrl('smtp://mail.example.com'), {
      ...{ host: 'mail.example.com', port: 587, security: 'starttls' },
    })
    assert.deepEqual(readSmtpUrl('smtp://[::1]:2525?security=none'), {
      ...{ host: '::1', port: 2525, security: 'none' },
    })
    for (const wrong of ['', 'mail.example.com', 'https://mail.example.com', 'smtp://'])
      assert.throws(() => readSmtpUrl(wrong), /^SMTP_URL must look like/)
  })

  test('MAIL_FROM is an address, with a name or without', ({ assert }) => {
    assert.deepEqual(readMailFrom('forms@example.com'), { address: 'forms@example.com' })
    for (const named of ['Our forms <forms@example.com>', '"Our forms" <forms@example.com>'])
      assert.deepEqual(readMailFrom(named), { address: 'forms@example.com', name: 'Our forms' })
    for (const wrong of ['Forms', 'Forms <forms>', 'forms@example.com\r\nBcc: all@example.com'])
      assert.throws(() => readMailFrom(wrong), /^MAIL_FROM must be/)
  })
})
