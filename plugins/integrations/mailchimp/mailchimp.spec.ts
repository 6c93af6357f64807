import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { IntegrationEvent, OutboundRequest, OutboundResponse, Powers } from '@formwright/kit/integration'
import { type MappedEntry, mappedValues } from '@formwright/kit/mapped_setting'
import { previewText } from '@formwright/kit/message_text'
import { AUDIENCE, faultOf, FIELDS, KEY, MailchimpStandIn } from '#tests/stand_ins/mailchimp/mailchimp'
import mailchimp from './deliver.ts'
import { fieldOf } from './fields.ts'
import definition, { type MailchimpSettings } from './integration.ts'

const row = (from: string, tag: string): MappedEntry => {
  const { name = '', type = '', options } = FIELDS.find((one) => one.tag === tag) ?? {}
  return { from, to: { id: tag, label: name, type: options?.phone_format === 'US' ? 'phone-us' : type } }
}
const fields = [row('bname', 'FNAME'), row('bage', 'AGE'), row('bday', 'BIRTHDAY'), row('bcolour', 'COLOUR')]
const given = { audience: AUDIENCE, email: 'bmail', consent: 'bagree', fields, tags: ['form'] }
const set = (more: Partial<MailchimpSettings> = {}) => parse(definition.settings, { ...given, ...more })

const { 'with an answer of each type': created } = sampleEvents('submission.created')
if (!created) throw new Error('there are no samples')

/** The event with these answers, by question. */
function answering(answers: Record<string, string | boolean | null>, more: Partial<IntegrationEvent> = {}) {
  const event = { ...created, ...more }
  const mail = { id: 'bmail', key: 'mail', label: 'Mail' }
  const asked = [...event.submission.questions, { ...mail, text: '', parts: [] }]
  const questions = asked.map((one) => {
    const value = answers[one.id]
    if (value === undefined) return one
    const text = value === null ? '' : String(value)
    const type = typeof value === 'boolean' ? ('boolean' as const) : ('text' as const)
    return { ...one, value, text, parts: [{ id: '', label: one.label, type, value, text }] }
  })
  return { ...event, submission: { ...event.submission, questions } }
}
const ada = (more: Record<string, string | boolean | null> = {}) =>
  answering({ bmail: ' Ada@Lighthouse.example ', bagree: true, ...more })

function delivery(event: IntegrationEvent, settings = set()) {
  return { id: 'd1', attempt: 1, body: mailchimp.body(event, settings), settings }
}

test.group('mailchimp', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: {
      ...mailchimp,
      // the samples have no question for an address: their tester stands for the respondent
      body: (event, own) => mailchimp.body({ ...event, tester: { address: 'zoe@lighthouse.example' } }, own),
    },
    settings: { ...given, tags: [], fields: [row('bname', 'FNAME')] },
    success: { status: 200, body: '{"id":"0","status":"pending","merge_fields":{"FNAME":"Zoe"}}' },
    // of an audience that is not there; and what cannot be read says nothing
    outcomes: { '404': 'gone', 'an answer of 2 MB': 'retry' },
    repeats: 'harmless',
  })

  test('a value of every sample is one of its field, or is said to be none', ({ assert }) => {
    for (const [which, event] of Object.entries(sampleEvents('submission.created'))) {
      for (const field of FIELDS.filter(({ type }) => type !== 'address')) {
        const entries = event.submission.questions.map(({ id }) => row(id, field.tag))
        for (const value of mappedValues(event, entries)) {
          let written: unknown
          try {
            written = fieldOf(value)
          } catch (error) {
            assert.match(String(error), /^Error: The field “.+\. Map the answer to a text field\.$/s)
            continue
          }
          const open = { ...field, ...(field.type === 'radio' && { options: {} }) }
          assert.isEmpty(faultOf(open, written), `${which}, ${field.type}: ${String(written)}`)
        }
      }
    }
  })

  test('without a Yes nothing is kept to be sent, not even the address', ({ assert }) => {
    for (const bagree of [false, null, 'Yes']) {
      const body = mailchimp.body(ada({ bagree }), set())
      assert.equal(body, '{"consent":false}')
      assert.equal(
        previewText(mailchimp.preview?.(ada({ bagree }), set())),
        'No consent was given, so nothing was sent.',
      )
    }
    assert.equal(mailchimp.body(ada(), set({ consent: 'gone' })), '{"consent":false}')
  })

  test('it is shown as it will stand in the audience', ({ assert }) => {
    assert.deepEqual(previewText(mailchimp.preview?.(ada(), set())).split('\n'), [
      'Ada@Lighthouse.example',
      'Pending, until confirmed by email',
      '[form]',
      '',
      'First name  Zoë 🦊',
      'Age         41',
      'Birthday    05/31',
      'Colour      Red',
    ])
    const short = mailchimp.preview?.(ada(), set({ fields: [], tags: [], confirm: false }))
    assert.equal(previewText(short), 'Ada@Lighthouse.example\nSubscribed')
  })

  test('what must be set is said', ({ assert }) => {
    const lacks = (settings: object) =>
      definition.missing?.(parse(definition.settings, settings)).map(({ path }) => path)
    assert.deepEqual(lacks({}), ['audience', 'email', 'consent'])
    assert.deepEqual(lacks({ ...given, fields: [] }), [])
    assert.deepEqual(lacks({ ...given, fields: [row('', 'FNAME')] }), ['fields'])
  })
})

test.group('mailchimp, against what stands in for it', (group) => {
  let service: MailchimpStandIn
  let powers: Powers
  group.each.setup(async () => {
    service = await MailchimpStandIn.open()
    const authorization = `Basic ${Buffer.from(`any:${KEY}`).toString('base64')}`
    const request = async ({ url, method, headers, body }: OutboundRequest): Promise<OutboundResponse> => {
      const { pathname, search } = new URL(url)
      const answer = await fetch(`${service.server.url}${pathname}${search}`, {
        method,
        headers: { ...headers, authorization },
        ...(body !== '' && { body }),
      })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
    }
    powers = {
      request,
      connection: { request },
      secrets: [],
      now: Date.now(),
      hookAddress: () => undefined,
      mail: () => Promise.reject(new Error('This kind sends no mail.')),
      state: { read: async () => undefined, change: async (change) => change(undefined) },
    }
    return () => service.server.close()
  })

  const deliver = (event: IntegrationEvent, settings = set()) =>
    mailchimp.deliver(delivery(event, settings), powers)

  test('a contact is added once, waits for its confirmation, and is changed by edits; who has left stays so', async ({
    assert,
  }) => {
    assert.deepEqual(await deliver(ada()), { result: 'delivered' })
    await deliver(ada())
    const contact = {
      email: 'Ada@Lighthouse.example',
      FNAME: 'Zoë 🦊',
      AGE: 41,
      BIRTHDAY: '05/31',
      COLOUR: 'Red',
    }
    assert.deepEqual(service.rows(), [{ ...contact, status: 'pending', tags: ['form'] }])
    const edit = answering(
      { bmail: 'ada@lighthouse.example', bagree: true, bname: 'Ada', bcolour: null },
      { name: 'submission.updated' },
    )
    await deliver(edit, set({ tags: ['form', 'edited'], confirm: false }))
    assert.deepInclude(service.rows()[0], {
      FNAME: 'Ada',
      COLOUR: '',
      status: 'pending',
      tags: ['form', 'edited'],
    })
    // a new submission that leaves something open takes nothing away
    await deliver(ada({ bname: null }))
    assert.deepInclude(service.rows()[0], { FNAME: 'Ada', AGE: 41 })
    for (const one of service.contacts.values()) one.status = 'unsubscribed'
    await deliver(ada({ bname: 'Ada L' }), set({ confirm: false }))
    assert.deepInclude(service.rows()[0], { FNAME: 'Ada L', status: 'unsubscribed' })
    assert.isFalse(service.server.requests.some(({ body }) => 'status' in (body ? JSON.parse(body) : {})))
    for (const bmail of ['ZOË@lighthouse.example', 'Zoë@lighthouse.example'])
      await deliver(ada({ bmail }), set({ confirm: false }))
    assert.lengthOf(service.rows(), 2)
    assert.deepInclude(service.rows()[1], { email: 'Zoë@lighthouse.example', status: 'subscribed' })
  })

  test('who has left, is barred, and consents anew is asked by Mailchimp to confirm; an edit asks nobody', async ({
    assert,
  }) => {
    const settings = set({ confirm: false })
    await deliver(ada(), settings)
    for (const one of service.contacts.values()) one.status = 'unsubscribed'
    service.bars = true
    const edited = await deliver({ ...ada(), name: 'submission.updated' }, settings)
    assert.equal(edited.result, 'failed')
    assert.equal(service.rows()[0]?.status, 'unsubscribed')
    assert.deepEqual(await deliver(ada({ bname: 'Ada L' }), settings), { result: 'delivered' })
    assert.deepInclude(service.rows()[0], { status: 'pending', FNAME: 'Ada L', tags: ['form'] })
  })

  test('without consent, and without an address, nothing is asked of Mailchimp', async ({ assert }) => {
    assert.deepEqual(await deliver(ada({ bagree: false })), {
      ...{ result: 'skipped', reason: 'No consent was given, so nothing was sent.' },
    })
    assert.equal((await deliver(ada({ bmail: null }))).result, 'skipped')
    assert.equal((await deliver(ada({ bmail: 'ada' }))).result, 'skipped')
    assert.isEmpty(service.server.requests)
    // a test is written to whoever presses it
    const tester = { address: 'tess@lighthouse.example', name: 'Tess' }
    await deliver({ ...ada(), test: true, tester })
    assert.deepEqual(
      service.rows().map(({ email }) => email),
      [tester.address],
    )
  })

  test('addresses that are refused, lost fields, an audience and rights have a remedy each', async ({
    assert,
  }) => {
    const said = async (event: IntegrationEvent, settings = set()) => {
      const outcome = await deliver(event, settings)
      return `${outcome.result} ${outcome.reason ?? ''}`
    }
    assert.match(await said(ada({ bmail: 'foo@example.com' })), /^failed .*one that does not exist/)
    assert.match(
      await said(ada({ bcolour: 'Mauve' })),
      /^failed .*COLOUR: Value must be one of: Red, Blue\.$/,
    )
    assert.match(await said(ada({ bage: 'forty' })), /^failed The field “Age” takes numbers/)
    await deliver(ada())
    for (const one of service.contacts.values()) one.status = 'cleaned'
    service.bars = true
    assert.match(await said(ada()), /^failed This person left the audience/)
    service.bars = false
    service.fields = service.fields.filter(({ tag }) => tag !== 'AGE')
    assert.match(await said(ada()), /^failed The contact was kept, but the field “Age” is no longer/)
    Object.assign(service.fields[0] ?? {}, { required: true })
    const bob = ada({ bmail: 'bob@lighthouse.example', bname: null })
    assert.match(await said(bob), /^failed .*FNAME: Please enter a value\.$/)
    service.mayChange = false
    assert.match(await said(ada()), /^reconnect .*may not change this audience/)
    service.isThere = false
    assert.match(await said(ada()), /^gone The audience is not there/)
  })

  test('the eleventh connection at a time is tried again, in whatever words it is refused', async ({
    assert,
  }) => {
    const isOver = Promise.withResolvers<void>()
    service.server.play(({ query }) =>
      query.has('slow') ? { status: 200, after: isOver.promise } : undefined,
    )
    const slow = Array.from({ length: 10 }, () => fetch(`${service.server.url}/3.0/?slow`))
    await service.server.arrived('/3.0/', 10)
    const wait = { result: 'retry' as const, reason: 'Mailchimp asks to wait.' }
    assert.deepEqual(await deliver(ada()), wait)
    isOver.resolve()
    await Promise.all(slow)
    service.server.play(() => ({ status: 403, body: '<html>Access Denied</html>' }))
    assert.deepEqual(await deliver(ada()), wait)
    assert.isEmpty(service.rows())
    // the contact was added, and its tags are not yet
    service.server.play(({ path }) => (path.endsWith('/tags') ? { status: 429 } : undefined))
    assert.equal((await deliver(ada())).result, 'retry')
    service.server.play(() => undefined)
    await deliver(ada())
    assert.deepEqual(
      service.rows().map(({ tags }) => tags),
      [['form']],
    )
  })

  test('audiences and the fields that one answer can fill are offered', async ({ assert }) => {
    const ask = async (name: string, search: string, settings = set()) => {
      const found = await mailchimp.choices?.(name, { settings, search }, powers)
      return found && 'choices' in found ? found.choices : found?.problem
    }
    assert.deepEqual(await ask('audience', 'NEWS'), [AUDIENCE])
    assert.deepEqual(await ask('audience', 'nothing'), [])
    Object.assign(service.fields[0] ?? {}, { required: true })
    assert.deepEqual(await ask('fields', 'n'), [
      { id: 'FNAME', label: 'First name', hint: 'text, required', type: 'text' },
      { id: 'SINCE', label: 'Since', hint: 'date', type: 'date' },
      { id: 'PHONE', label: 'Phone', hint: 'US phone', type: 'phone-us' },
    ])
    assert.deepEqual(await ask('fields', 'address'), [])
    assert.equal(
      await ask('fields', '', set({ audience: { id: '', label: '' } })),
      'Choose an audience first.',
    )
    service.isThere = false
    assert.match(String(await ask('fields', '')), /does not know this audience/)
  })
})
