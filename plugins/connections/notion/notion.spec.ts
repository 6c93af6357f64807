import { test } from '@japa/runner'
import { conformService } from '@formwright/kit/conform/service'
import definition from './service.ts'

const said = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })

test.group('notion, the service', () => {
  conformService({
    spec: import.meta.url,
    definition,
    account: {
      answer: said({
        ...{ object: 'user', id: 'b0t', type: 'bot', name: 'Formwright' },
        bot: { owner: { type: 'user' }, workspace_name: 'Lighthouse' },
      }),
      read: { id: 'b0t', name: 'Lighthouse' },
    },
    tokens: {
      granted: said({
        ...{ access_token: 'ntn_a', token_type: 'bearer', refresh_token: 'nrt_b', bot_id: 'b0t' },
        ...{ workspace_name: 'Lighthouse', workspace_id: 'w0rk', owner: { type: 'user' } },
      }),
      ended: [said({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 400)],
    },
  })
})
