import { test } from '@japa/runner'
import { conformService } from '@formwright/kit/conform/service'
import definition from './service.ts'

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

const said = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })

test.group('telegram, the service', () => {
  conformService({
    spec: import.meta.url,
    definition,
    account: {
      answer: said({ ok: true, result: { id: 110201543, is_bot: true, username: 'answers_bot' } }),
      read: { id: '110201543', name: '@answers_bot' },
    },
    refusal: said({ ok: false, error_code: 401, description: 'Unauthorized' }, 401),
  })

  test('a token is looked at before it is asked of Telegram, and stands in the path', ({ assert }) => {
    const { credentials, sign } = definition
    const refused = (token: string) =>
      credentials.by === 'token' && credentials.refusal?.(token) !== undefined
    assert.isFalse(refused(TOKEN))
    assert.isTrue(['', '123', `${TOKEN}/x`, '@answers_bot', TOKEN.replace(':', '')].every(refused))
    const request = {
      method: 'GET' as const,
      url: 'https://api.telegram.org/getMe?a=1',
      headers: {},
      body: '',
    }
    assert.equal(sign?.(request, { token: TOKEN }).url, `https://api.telegram.org/bot${TOKEN}/getMe?a=1`)
  })
})
