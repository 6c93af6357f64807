import { test } from '@japa/runner'
import { conformService } from '@formwright/kit/conform/service'
import definition from './service.ts'

test.group('google, the service', () => {
  conformService({
    spec: import.meta.url,
    definition,
    account: {
      answer: {
        status: 200,
        body: '{"user":{"emailAddress":"ada@example.com","permissionId":"0123"}}',
      },
      read: { id: '0123', name: 'ada@example.com' },
    },
    tokens: {
      granted: {
        status: 200,
        body: JSON.stringify({
          access_token: 'ya29.a',
          expires_in: 3599,
          refresh_token: '1//0r',
          scope: 'https://www.googleapis.com/auth/drive.file',
          token_type: 'Bearer',
        }),
      },
      ended: [
        { status: 400, body: '{"error":"invalid_grant","error_description":"Token has been revoked."}' },
      ],
    },
  })
})
