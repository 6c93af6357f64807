import { moody } from '#tests/functional/integrations/moody/mood'
import { DELIVER_MEMBERS } from '#tests/functional/plugins/contract'

// what is no promise where one is promised is waited for all the same
export default moody(DELIVER_MEMBERS, {
  body: (event) => event.submission.id,
  preview: () => ({ format: 'text', text: 'coo' }),
  deliver: () => ({ result: 'delivered' }),
  receive: () => ({ result: 'done' }),
  choices: () => ({ choices: [] }),
  createChoice: () => ({ id: 'one', label: 'One' }),
})
