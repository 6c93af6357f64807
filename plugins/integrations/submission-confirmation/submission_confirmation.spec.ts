import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { Powers } from '@formwright/kit/integration'
import type { Mail } from '@formwright/kit/mail'
import confirmation from './deliver.ts'
import definition from './integration.ts'

const [first] = Object.values(sampleEvents('submission.created'))
const name = first?.submission.questions.find(({ key }) => key === 'name')

/** Powers that send nothing, and what was to be sent. */
function mailbox() {
  const sent: Mail[] = []
  const powers: Powers = {
    secrets: [],
    now: 0,
    state: { read: async () => undefined, change: async () => undefined },
    hookAddress: () => undefined,
    request: () => Promise.reject(new Error('This kind makes no calls.')),
    connection: { request: () => Promise.reject(new Error('This kind makes no calls.')) },
    mail: async (mail) => {
      sent.push(mail)
      return { result: 'delivered' }
    },
  }
  return { sent, powers }
}

/** The event with this answer where the address is asked for. */
function answeredWith(address: string) {
  if (!first || !name?.parts[0]) throw new Error('The sample has no name.')
  const question = { ...name, text: address, parts: [{ ...name.parts[0], value: address, text: address }] }
  return { ...first, submission: { ...first.submission, questions: [question] } }
}

const settings = parse(definition.settings, { to: name?.id })

test.group('submission-confirmation', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: {
      ...confirmation,
      // the samples have no question for an address: their tester stands for the respondent
      body: (event, own) => confirmation.body({ ...event, tester: { address: 'zoe@example.com' } }, own),
    },
    settings: { to: 'bname', subject: 'Thank you, {#bname}' },
  })

  test('it goes to the address that was given, once', async ({ assert }) => {
    const { sent, powers } = mailbox()
    const delivery = {
      id: 'd1',
      attempt: 1,
      body: confirmation.body(answeredWith(' zoe@example.com '), settings),
      settings,
    }
    const outcome = await confirmation.deliver(delivery, powers)
    assert.deepEqual(outcome, { result: 'delivered', state: { sent: true } })
    assert.deepEqual(sent[0]?.to, [{ address: 'zoe@example.com' }])
    assert.isTrue(sent[0]?.typedAddress)
    const again = await confirmation.deliver({ ...delivery, state: { sent: true } }, powers)
    assert.equal(again.result, 'skipped')
    assert.lengthOf(sent, 1)
  })

  test('what is no address gets nothing')
    .with(['', '  ', 'zoe', 'zoe@example.com, all@example.com', 'zoe@example.com\r\nBcc: all@example.com'])
    .run(async ({ assert }, address) => {
      const { sent, powers } = mailbox()
      const delivery = {
        id: 'd1',
        attempt: 1,
        body: confirmation.body(answeredWith(address), settings),
        settings,
      }
      assert.equal((await confirmation.deliver(delivery, powers)).result, 'skipped')
      assert.lengthOf(sent, 0)
    })

  test('a test goes to whoever presses it', ({ assert }) => {
    const tested = { ...answeredWith('zoe@example.com'), tester: { address: 'me@example.com', name: 'Me' } }
    assert.deepEqual(JSON.parse(confirmation.body(tested, settings)).to, [
      { address: 'me@example.com', name: 'Me' },
    ])
  })
})
