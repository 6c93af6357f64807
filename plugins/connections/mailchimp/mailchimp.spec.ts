import { test } from '@japa/runner'
import { conformService } from '@formwright/kit/conform/service'
import { signed } from '@formwright/kit/service'
import { KEY } from '#tests/stand_ins/mailchimp/mailchimp'
import definition from './service.ts'

const said = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })

test.group('mailchimp, the service', () => {
  conformService({
    spec: import.meta.url,
    definition,
    account: {
      answer: said({ account_id: '8d3a3db4d97663a9074efcc16', account_name: 'Lighthouse' }),
      read: { id: '8d3a3db4d97663a9074efcc16', name: 'Lighthouse' },
    },
    refusal: said({ title: 'API Key Invalid', status: 401, detail: 'Your API key may be invalid.' }, 401),
  })

  test('a key is looked at before it is asked of Mailchimp, and its end names the host', ({ assert }) => {
    const { credentials } = definition
    const refused = (token: string) =>
      credentials.by === 'token' && credentials.refusal?.(token) !== undefined
    assert.isFalse(refused(KEY))
    const others = ['', 'us21', KEY.replace('-us21', ''), `${KEY}.evil.example`, KEY.replace('us21', 'u/s21')]
    assert.isTrue(others.every(refused))
    const request = {
      method: 'GET' as const,
      url: 'https://api.mailchimp.com/3.0/lists?count=1',
      headers: {},
      body: '',
    }
    const made = signed(definition, request, { token: KEY })
    assert.equal(made.url, 'https://us21.api.mailchimp.com/3.0/lists?count=1')
    const basic = Buffer.from(made.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    assert.equal(basic, `formwright:${KEY}`)
  })
})
