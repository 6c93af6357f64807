import { test } from '@japa/runner'
import { conformService } from '@formwright/kit/conform/service'
import definition from './service.ts'

const said = (body: object) => ({ status: 200, body: JSON.stringify(body) })

test.group('slack, the service', () => {
  conformService({
    spec: import.meta.url,
    definition,
    account: {
      answer: said({ ok: true, team: 'Lighthouse', team_id: 'T1', user: 'formwright', bot_id: 'B1' }),
      read: { id: 'T1', name: 'Lighthouse' },
    },
    refusal: said({ ok: false, error: 'token_revoked' }),
    tokens: {
      granted: said({
        ok: true,
        access_token: 'xoxe.xoxb-1',
        token_type: 'bot',
        scope: 'chat:write,chat:write.public,channels:read,groups:read',
        refresh_token: 'xoxe-1-1',
        expires_in: 43_200,
      }),
      ended: [
        said({ ok: false, error: 'invalid_refresh_token' }),
        said({ ok: false, error: 'account_inactive' }),
      ],
    },
  })
})
