import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'

const settings = v.object({
  token: v.optional(v.pipe(v.string(), v.title('Token'), v.metadata({ control: 'secret' })), ''),
})

export type ParrotSettings = v.InferOutput<typeof settings>

/** An integration whose service calls back. */
export default defineIntegration({
  kind: 'parrot',
  version: 1,
  settings,
  events: ['submission.created'],
  secret: { prefix: 'par_' },
  hooks: [
    {
      method: 'POST',
      path: 'events',
      maxBytes: 2_000,
      headers: ['x-topic'],
      verification: {
        ...{ by: 'signature', header: 'X-Signature', prefix: 'v0=', hash: 'sha256', encoding: 'hex' },
        ...{ content: 'v0:{timestamp}:{body}', timestamp: 'X-Timestamp' },
      },
    },
    {
      method: 'GET',
      path: 'owner/check',
      maxBytes: 0,
      verification: { by: 'token', in: { query: 'token' }, secret: 'token' },
    },
  ],
  summary: () => 'a parrot',
})
