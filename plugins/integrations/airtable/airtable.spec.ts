import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { IntegrationEvent, OutboundRequest, Powers } from '@formwright/kit/integration'
import type { MappedEntry } from '@formwright/kit/mapped_setting'
import { AirtableStandIn, BASE, FIELD, TABLE, TOKEN } from '#tests/stand_ins/airtable/airtable'
import airtable from './deliver.ts'
import definition, { type AirtableSettings } from './integration.ts'

const row = (from: string, field: string): MappedEntry => {
  const { id = '', name = '', type = '' } = FIELD[field] ?? {}
  return { from, to: { id, label: name, type } }
}
const fields = [
  row('bname', 'name'),
  row('bage', 'age'),
  row('bagree', 'agree'),
  row('bday', 'day'),
  row('bcolour', 'colour'),
  row('bmany', 'many'),
  row('bphoto', 'photo'),
]
const key = { id: FIELD.key?.id ?? '', label: FIELD.key?.name ?? '' }
const given = { base: BASE, table: TABLE, key, fields }
const set = (more: Partial<AirtableSettings> = {}) => parse(definition.settings, { ...given, ...more })

const [created] = Object.values(sampleEvents('submission.created'))
const [edit] = Object.values(sampleEvents('submission.updated'))
const [deletion] = Object.values(sampleEvents('submission.deleted'))
if (!created || !edit || !deletion) throw new Error('there are no samples')

/** The event of another submission, with this as the answer to a question. */
function another(event: IntegrationEvent, id: string, question: string, value: string): IntegrationEvent {
  const questions = event.submission.questions.map((one) => {
    if (one.id !== question) return one
    const parts = one.parts.map((part) => ({ ...part, type: 'text' as const, value, text: value }))
    return { ...one, value, text: value, parts }
  })
  return { ...event, submission: { ...event.submission, id, questions } }
}

function delivery(event: IntegrationEvent, settings = set(), state?: unknown) {
  const body = airtable.body(event, settings)
  return { id: 'd1', attempt: 1, body, settings, ...(state !== undefined && { state }) }
}

test.group('airtable', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: airtable,
    settings: { ...given, fields: [row('bname', 'name')] },
    success: {
      status: 200,
      body: JSON.stringify({ records: ['rec1', 'rec2', 'rec3'].map((id) => ({ id, fields: {} })) }),
    },
    // of a table that is not there; and what cannot be read says nothing
    outcomes: { '404': 'gone', 'an answer of 2 MB': 'retry' },
    repeats: 'by submission',
  })
})

test.group('airtable, against what stands in for it', (group) => {
  let service: AirtableStandIn
  let powers: Powers
  group.each.setup(async () => {
    service = await AirtableStandIn.open()
    const request = async ({ url, method, headers, body }: OutboundRequest) => {
      const { pathname, search } = new URL(url)
      const signed = { ...headers, authorization: `Bearer ${TOKEN}` }
      const answer = await fetch(`${service.server.url}${pathname}${search}`, {
        method,
        headers: signed,
        ...(body !== '' && { body }),
      })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      }
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

  test('values are typed; a repeat and an edit change the one record, and a deletion removes it', async ({
    assert,
  }) => {
    const settings = set({ deleted: 'remove' })
    const first = await airtable.deliver(delivery(created, settings), powers)
    assert.deepInclude(first, {
      result: 'delivered',
      link: `https://airtable.com/${BASE.id}/${TABLE.id}/rec1`,
    })
    await airtable.deliver(delivery(created, settings), powers)
    assert.deepEqual(service.rows(), [
      {
        [key.label]: created.submission.id,
        Name: 'Zoë 🦊',
        Age: 41,
        Agreed: true,
        Day: '2026-05-31',
        Colour: 'Red',
        Many: ['Red', 'Blue'],
        // there is no public address in a test
        Photo: [],
      },
    ])
    const changed = another(edit, created.submission.id, 'bname', 'Ada')
    await airtable.deliver(delivery(changed, settings), powers)
    assert.deepEqual(
      service.rows().map(({ Name }) => Name),
      ['Ada'],
    )
    assert.deepEqual(await airtable.deliver(delivery(deletion), powers), {
      result: 'skipped',
      reason: 'Records of deleted submissions stay, as the settings say.',
    })
    // found by the id of the submission, as nothing is remembered
    assert.deepEqual(await airtable.deliver(delivery(deletion, settings), powers), { result: 'delivered' })
    assert.isEmpty(service.rows())
    const known = delivery(deletion, settings, { record: 'rec1' })
    assert.deepEqual(await airtable.deliver(known, powers), { result: 'delivered' })
  })

  test('every sample is taken, or said to be none for its field', async ({ assert }) => {
    for (const [which, event] of Object.entries(sampleEvents('submission.created'))) {
      const texts = event.submission.questions.map(({ id }) => row(id, 'name')).slice(0, 1)
      const { result } = await airtable.deliver(delivery(event, set({ fields: texts })), powers)
      assert.equal(result, 'delivered', which)
    }
  })

  test('of ten in one call one is wrong: the others are written, and it says what to do', async ({
    assert,
  }) => {
    const events = Array.from({ length: 10 }, (_, index) =>
      another(created, `s${index}`, 'bcolour', index === 3 ? 'Mauve' : 'Red'),
    )
    const outcomes = await airtable.deliverBatch?.(
      events.map((event) => delivery(event)),
      powers,
    )
    assert.deepEqual(
      outcomes?.map(({ result }) => result),
      events.map((_, index) => (index === 3 ? 'failed' : 'delivered')),
    )
    assert.match(JSON.stringify(outcomes?.[3]), /is no option of its field. Add the option in Airtable/)
    assert.lengthOf(service.rows(), 9)
    const more = set({ addOptions: true, fields: [row('bcolour', 'colour')] })
    const added = await airtable.deliver(delivery(events[3] ?? created, more), powers)
    assert.equal(added.result, 'delivered')
  })

  test('a number field takes no words; a lost field, table, scope and token have a remedy each', async ({
    assert,
  }) => {
    const wrong = another(created, 's1', 'bage', 'about forty')
    const outcome = await airtable.deliver(delivery(wrong), powers)
    assert.deepEqual(outcome, {
      result: 'failed',
      reason:
        'The field “Age” takes numbers, and the answer is “about forty”. Map the answer to a text field.',
    })
    service.fields = service.fields.filter(({ id }) => id !== FIELD.age?.id)
    const lost = await airtable.deliver(delivery(created), powers)
    assert.equal(lost.result, 'failed')
    assert.match(JSON.stringify(lost), /A field is no longer in the table/)
    const elsewhere = set({ table: { id: 'tblELSEWHERE', label: 'Old' } })
    assert.equal((await airtable.deliver(delivery(created, elsewhere), powers)).result, 'gone')
    service.scopes = ['schema.bases:read']
    const barred = await airtable.deliver(delivery(created), powers)
    assert.equal(barred.result, 'reconnect')
    assert.match(JSON.stringify(barred), /data\.records:write/)
  })

  test('after 429 half a minute passes, whatever Retry-After says', async ({ assert }) => {
    service.bar(Date.now())
    assert.deepInclude(await airtable.deliver(delivery(created), powers), { result: 'retry', retryAfter: 30 })
  })

  test('bases that can be written to, their tables and fields are offered', async ({ assert }) => {
    const ask = async (name: string, search: string, settings = set()) => {
      const found = await airtable.choices?.(name, { settings, search }, powers)
      return found && 'choices' in found ? found.choices : found?.problem
    }
    assert.deepEqual(await ask('base', 'HOUSE'), [BASE])
    assert.deepEqual(await ask('table', ''), [TABLE])
    assert.deepEqual(await ask('key', 'subm'), [key])
    assert.deepEqual(await ask('fields', 'e'), [
      { id: 'fldNAME', label: 'Name', hint: 'single line text', type: 'singleLineText' },
      { id: 'fldAGE', label: 'Age', hint: 'number', type: 'number' },
      { id: 'fldAGREE', label: 'Agreed', hint: 'checkbox', type: 'checkbox' },
    ])
    assert.equal(await ask('table', '', set({ base: { id: '', label: '' } })), 'Choose a base first.')
    service.scopes = []
    assert.match(String(await ask('base', '')), /schema\.bases:read/)
  })

  test('what must be set is said', ({ assert }) => {
    const lacks = (settings: object) =>
      definition.missing?.(parse(definition.settings, settings)).map(({ path }) => path)
    assert.deepEqual(lacks({}), ['base', 'table', 'key', 'fields'])
    assert.deepEqual(lacks({ ...given, fields: [row('bname', 'key')] }), ['fields'])
    assert.deepEqual(lacks({ ...given, fields: [row('bname', 'name'), row('bage', 'name')] }), ['fields'])
    assert.deepEqual(lacks({ ...given, fields: [row('', 'name')] }), ['fields'])
  })
})
