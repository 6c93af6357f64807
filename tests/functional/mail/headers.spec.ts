import { test } from '@japa/runner'
import { sendBy, sendMail } from '#app/mail/send_mail'
import { submit } from '#app/mail/smtp'
import { richTextOf } from '@formwright/kit/rich/from_text'
import type { Mail } from '@formwright/kit/mail'
import { newCreator } from '#tests/functional/visitor'
import { PostOffice } from '#tests/functional/mail/post_office'

/** What would be a header, or another message, if it were put into one as it is. */
const HOSTILE = [
  'Ada\r\nBcc: all@example.com',
  'Ada\nBcc: all@example.com',
  'Ada\rBcc: all@example.com',
  'Ada\u2028Bcc: all@example.com',
  'Ada\r\n\r\n<b>Body</b>\r\n.\r\nMAIL FROM:<evil@example.com>',
  'Ada" <all@example.com>, "',
  '=?utf-8?q?Ada=0D=0ABcc:_all@example.com?=',
  'Ada\0Bcc: all@example.com',
  `${'Zoë '.repeat(400)}\r\n Bcc: all@example.com`,
]

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 'one',
  to: [{ address: 'ada@example.com' }],
  subject: 'Hello',
  message: richTextOf('Hello'),
  footer: 'Sent by a test.',
  language: 'en',
  ...more,
})

test.group('Headers of a mail', (group) => {
  let office: PostOffice
  group.setup(async () => {
    office = await PostOffice.open()
    return () => office.close()
  })
  group.each.setup(() => {
    office.arrived.length = 0
  })
  const server = () => ({ host: '127.0.0.1', port: office.port, security: 'none' as const })

  for (const [index, text] of HOSTILE.entries()) {
    test(`nothing that a person wrote becomes a header: ${index}`, async ({ assert }) => {
      const said = await submit(server(), {
        messageId: 'one@house.example',
        replies: false,
        from: { address: 'forms@house.example', name: text },
        to: [{ address: 'ada@example.com', name: text }],
        reached: [],
        replyTo: { address: 'zoe@example.com', name: text },
        subject: text,
        html: '<p>Hello</p>',
        text: 'Hello',
        attachments: [
          { filename: text, contentType: `text/plain; name="${text}"`, content: Buffer.from('Hello') },
        ],
      })
      assert.equal(said.result, 'taken')
      const [arrived, ...others] = office.arrived
      assert.lengthOf(others, 0)
      assert.deepEqual(arrived?.to, ['ada@example.com'])
      assert.equal(arrived?.from, 'forms@house.example')
      const { mail: read, source = '' } = arrived ?? {}
      const head = source.slice(0, source.indexOf('\r\n\r\n'))
      assert.notMatch(source, /^bcc:/im)
      assert.notMatch(head, /[^\r]\n|\r[^\n]|\0/)
      // RFC 5322, 2.1.1
      for (const line of source.split('\r\n')) assert.isAtMost(Buffer.byteLength(line), 998)
      assert.deepEqual(read?.headers.map(({ key }) => key).toSorted(), [
        ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to'],
        ...['subject', 'to', 'x-auto-response-suppress'],
      ])
      assert.deepEqual(
        [
          read?.from?.address,
          read?.to?.map(({ address }) => address),
          read?.replyTo?.map(({ address }) => address),
        ],
        ['forms@house.example', ['ada@example.com'], ['zoe@example.com']],
      )
      assert.isUndefined(read?.bcc)
      assert.lengthOf(read?.attachments ?? [], 1)
      assert.equal(read?.text?.trim(), 'Hello')
    })
  }

  test('what is no address is refused before a server is asked, and so are more than fifty', async ({
    assert,
  }) => {
    const { workspaceId } = await newCreator()
    const unserve = office.serve()
    try {
      for (const address of [
        'ada@example.com\r\nBcc: all@example.com',
        'ada',
        'a b@example.com',
        'a,b@example.com',
      ]) {
        const { result } = await sendMail(workspaceId, mail({ to: [{ address }] }))
        assert.equal(result, 'failed', address)
      }
      const people = Array.from({ length: 51 }, (_, index) => ({ address: `ada${index}@example.com` }))
      const many = await sendMail(workspaceId, mail({ to: people }))
      assert.deepInclude(many, { result: 'failed', reason: 'A mail goes to up to 50 addresses.' })
      assert.lengthOf(office.arrived, 0)
      assert.equal((await sendMail(workspaceId, mail({ to: people.slice(1) }))).result, 'delivered')
      assert.lengthOf(office.arrived[0]?.to ?? [], 50)
    } finally {
      unserve()
    }
  })

  test('an answer that is no address is no address to reply to', async ({ assert }) => {
    const from = { address: 'forms@house.example' }
    const replyTo = { address: 'zoe@example.com>\r\nBcc: all@example.com' }
    await sendBy({ server: server(), from, own: false }, mail({ replyTo }))
    assert.isUndefined(office.arrived[0]?.mail.replyTo)
  })
})
