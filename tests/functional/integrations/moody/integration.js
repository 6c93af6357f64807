import * as v from 'valibot'
import { mood, moody } from '#tests/functional/integrations/moody/mood'
import { INTEGRATION_MEMBERS } from '#tests/functional/plugins/contract'

const read = () => {
  if (mood.member === 'settings') throw new Error('no settings today')
  return true
}
const settings = v.object({
  url: v.optional(v.string(), ''),
  token: v.optional(v.pipe(v.string(), v.metadata({ control: 'secret' })), ''),
  list: v.optional(v.pipe(v.string(), v.metadata({ control: 'choices' })), ''),
})

/** An integration each of whose members can fail. */
export default {
  kind: 'moody',
  version: 1,
  settings: v.pipe(settings, v.check(read)),
  events: ['submission.created', 'submission.deleted'],
  hooks: [
    {
      method: 'GET',
      path: 'check',
      maxBytes: 0,
      verification: { by: 'token', in: { query: 'token' }, secret: 'token' },
    },
  ],
  ...moody(INTEGRATION_MEMBERS, { summary: ({ url }) => url, endpoint: ({ url }) => url, missing: () => [] }),
}
