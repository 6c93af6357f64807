import { test } from '@japa/runner'
import { conformService } from '@formwright/kit/conform/service'
import { TOKEN } from '#tests/stand_ins/airtable/airtable'
import definition from './service.ts'

const said = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })

test.group('airtable, the service', () => {
  conformService({
    spec: import.meta.url,
    definition,
    account: {
      answer: said({ id: 'usr1', email: 'ada@example.com', scopes: ['data.records:write'] }),
      read: { id: 'usr1', name: 'ada@example.com' },
    },
    refusal: said({ error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } }, 401),
  })

  test('a token is looked at before it is asked of Airtable', ({ assert }) => {
    const { credentials } = definition
    const refused = (token: string) =>
      credentials.by === 'token' && credentials.refusal?.(token) !== undefined
    assert.isFalse(refused(TOKEN))
    assert.isTrue(['', 'patx', TOKEN.split('.')[0] ?? '', `${TOKEN}0`, 'keyAbCdEfGhIjKlMn'].every(refused))
  })
})
