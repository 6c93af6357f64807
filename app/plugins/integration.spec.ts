import { test } from '@japa/runner'
import * as v from 'valibot'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import { type Deliver, defineIntegration } from '@formwright/kit/integration'
import { FAULTS } from '../../engine/fixtures/faults.ts'
import { InstalledIntegration, NewerSettingsError } from './integration.ts'
import { integrationRefusal } from './shapes.ts'

const definition = defineIntegration({
  kind: 'letter',
  version: 2,
  settings: v.object({ to: v.optional(v.pipe(v.string(), v.maxLength(5)), '') }),
  lifts: { 1: ({ address }) => ({ to: address }) },
  events: ['submission.created'],
  summary: ({ to }) => `to ${to}`,
  missing: ({ to }) => (to === '' ? [{ path: 'to', message: 'Say whom it goes to.' }] : []),
})
const [EVENT] = Object.values(sampleEvents('submission.created'))
const letter = new InstalledIntegration(
  definition,
  { body: () => '', deliver: async () => ({ result: 'delivered' }) },
  '/plugins/integrations/letter',
)

test.group('An installed integration', () => {
  test('binds stored settings, lifted and completed', ({ assert }) => {
    const bound = letter.bind({ v: 1, settings: { address: 'Ada' } })
    assert.deepEqual([bound.settings, bound.summary(), bound.endpoint()], [{ to: 'Ada' }, 'to Ada', ''])
    assert.deepEqual(letter.bind({ v: 2, settings: {} }).settings, { to: '' })
    assert.throws(() => letter.bind({ v: 3, settings: {} }), NewerSettingsError)
  })

  test('refuses what its schema refuses, and settings that lack something', ({ assert }) => {
    const messages = (settings: object) => {
      const checked = letter.check({ ...settings })
      return 'refusals' in checked ? checked.refusals.map(({ message }) => message) : []
    }
    assert.deepEqual(messages({ to: 'Babbage' }), ['“to” can have at most 5 characters.'])
    assert.deepEqual(messages({}), ['Say whom it goes to.'])
    assert.deepEqual(messages({ to: 'Ada' }), [])
  })

  test('goes on with a definition whose members throw: it says so where it is shown, and cannot be turned on', ({
    assert,
  }) => {
    const torn = (): never => {
      throw new Error('torn')
    }
    const members: string[] = []
    const bound = new InstalledIntegration(
      {
        ...{ ...definition, summary: torn, missing: torn, endpoint: torn, clash: torn },
        connection: { service: 'post', needed: torn },
      },
      { body: () => '', deliver: async () => ({ result: 'delivered' }) },
      '/plugins/integrations/letter',
      ({ member }) => members.push(member),
    ).bind({ v: 2, settings: {} })
    const fault = 'The integration "letter" (version 2) failed in deliver.ts.'
    assert.deepEqual([bound.summary(), bound.endpoint()], [fault, ''])
    assert.deepEqual(bound.missing(), [{ path: '', message: fault }])
    assert.deepEqual(bound.clash(bound), [{ path: '', message: fault }])
    assert.isTrue(bound.needsConnection())
    assert.deepEqual(members, ['summary', 'endpoint', 'missing', 'clash', 'connection.needed'])
  })

  test('goes on whatever its members answer: with words that can be shown, and names that can be kept', ({
    assert,
  }) => {
    for (const [way, fault] of Object.entries(FAULTS)) {
      const answers = Object.assign(
        { ...definition },
        { summary: fault, missing: fault, endpoint: fault, clash: fault },
        { connection: { service: 'post', needed: fault } },
      )
      const deliver: Deliver<object> = { body: () => '', deliver: async () => ({ result: 'delivered' }) }
      Object.assign(deliver, { body: fault })
      const bound = new InstalledIntegration(answers, deliver, '/plugins/integrations/letter').bind({
        v: 2,
        settings: {},
      })
      const kept = (text: unknown, most: number) =>
        assert.isTrue(typeof text === 'string' && text.length <= most && !text.includes('\0'), way)
      kept(bound.summary(), 100_000)
      kept(bound.endpoint(), 255)
      assert.isTrue(bound.needsConnection(), way)
      for (const { path, message } of [...bound.missing(), ...bound.clash(bound)])
        kept(path + message, 100_000)
      try {
        kept(bound.body(EVENT), 10_000_000)
      } catch {
        // whoever delivers says that it failed
      }
    }
  })

  test('says where in its folder it failed, and nothing of our own files', ({ assert }) => {
    const error = new Error('torn')
    error.stack = `Error: torn\n    at ours (/app/x.ts:1:2)\n    at fold (/plugins/integrations/letter/paper.ts:7:11)`
    assert.equal(
      letter.fault(error).reason,
      'The integration "letter" (version 2) failed in paper.ts, line 7: torn',
    )
    assert.equal(
      letter.fault('nothing').reason,
      'The integration "letter" (version 2) failed in deliver.ts: nothing',
    )
  })

  test('asks for nothing that this server does not have', ({ assert }) => {
    assert.isUndefined(integrationRefusal(definition))
    assert.match(
      integrationRefusal(Object.assign({ colour: 'red' }, definition)) ?? '',
      /has a member "colour", which this server does not know\. Remove it, or update the server\./,
    )
    assert.match(
      integrationRefusal({ ...definition, subscription: { address: 'nowhere' } }) ?? '',
      /whose address "nowhere" is no secret setting/,
    )
    assert.match(
      integrationRefusal({ ...definition, order: 'one-after-the-other', endpoint: () => 'x' }) ?? '',
      /one after the other and has an `endpoint`/,
    )
    assert.match(
      integrationRefusal({ ...definition, events: ['submission.partial'] }) ?? '',
      /lists the event "submission\.partial".* Choose from submission\.created, submission\.updated, submission\.deleted\./,
    )
  })
})
