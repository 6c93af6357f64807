import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { IntegrationEvent, OutboundRequest, Powers } from '@formwright/kit/integration'
import { type MappedEntry, mappedValues } from '@formwright/kit/mapped_setting'
import { previewText } from '@formwright/kit/message_text'
import { NotionStandIn, PROPERTY, SOURCE } from '#tests/stand_ins/notion/notion'
import { propertyFault } from '#tests/stand_ins/notion/property_rules'
import notion from './deliver.ts'
import definition, { type NotionSettings } from './integration.ts'
import { propertyOf } from './properties.ts'

const row = (from: string, property: string): MappedEntry => {
  const { id = '', name = '', type = '' } = PROPERTY[property] ?? {}
  return { from, to: { id, label: name, type } }
}
const fields = [
  row('bname', 'name'),
  row('bage', 'age'),
  row('bagree', 'agree'),
  row('bstay', 'stay'),
  row('bcolour', 'colour'),
  row('bmany', 'many'),
  row('bphoto', 'photo'),
]
const key = { id: PROPERTY.key?.id ?? '', label: PROPERTY.key?.name ?? '' }
const given = { source: SOURCE, key, fields }
const set = (more: Partial<NotionSettings> = {}) => parse(definition.settings, { ...given, ...more })

const [created] = Object.values(sampleEvents('submission.created'))
const [edit] = Object.values(sampleEvents('submission.updated'))
const [deletion] = Object.values(sampleEvents('submission.deleted'))
if (!created || !edit || !deletion) throw new Error('there are no samples')

/** The event with this as the answer to a question. */
function answering(event: IntegrationEvent, question: string, value: string): IntegrationEvent {
  const questions = event.submission.questions.map((one) => {
    if (one.id !== question) return one
    const parts = one.parts.map((part) => ({
      ...part,
      type: 'text' as const,
      value,
      text: value,
      texts: [value],
    }))
    return { ...one, value, text: value, parts }
  })
  return { ...event, submission: { ...event.submission, questions } }
}

function delivery(event: IntegrationEvent, { state, attempt = 1, settings = set() }: Partial<Tried> = {}) {
  const body = notion.body(event, settings)
  return { id: 'd1', attempt, body, settings, ...(state !== undefined && { state }) }
}
interface Tried {
  state: unknown
  attempt: number
  settings: NotionSettings
}

const PAGE = '1c0ffee0-0000-4000-8000-000000000001'

test.group('notion', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: notion,
    settings: { ...given, fields: [row('bname', 'name')] },
    success: { status: 200, body: JSON.stringify({ object: 'page', id: PAGE, results: [{ id: PAGE }] }) },
    // of a data source that is not there; and what cannot be read says nothing
    outcomes: { '404': 'gone', 'an answer of 2 MB': 'retry' },
    repeats: 'by submission',
  })

  test('a value of every sample is one of its property, or is said to be none', ({ assert }) => {
    for (const [which, event] of Object.entries(sampleEvents('submission.created'))) {
      for (const property of Object.values(PROPERTY)) {
        const entries = event.submission.questions.map(({ id }) => row(id, ''))
        for (const value of mappedValues(event, entries)) {
          const to = { id: property.id, label: property.name, type: property.type }
          let written: unknown
          try {
            written = propertyOf({ ...value, to })
          } catch (error) {
            assert.match(
              String(error),
              /^Error: The property “.+\. Map the answer to (another one|a text property)\.$/s,
            )
            continue
          }
          const known = { ...property, options: [String(Object(Object(written).status).name)] }
          assert.isUndefined(propertyFault(known, written), `${which}, ${property.type}`)
        }
      }
    }
  })

  test('texts go in pieces that Notion takes, and no character is halved', ({ assert }) => {
    const to = { id: 'nOte', label: 'Notes', type: 'rich_text' }
    const text = `${'x'.repeat(1_998)}🦊${'y'.repeat(3_000)}`
    const none = { to, type: 'text' as const, files: [] }
    const { rich_text: items } = Object(propertyOf({ ...none, value: text, texts: [text] }))
    const contents: string[] = items.map((item: { text: { content: string } }) => item.text.content)
    assert.equal(contents.join(''), text)
    assert.lengthOf(contents[0] ?? '', 1_998)
    const endless = 'z'.repeat(300_000)
    assert.isUndefined(
      propertyFault(
        { id: 'nOte', name: 'Notes', type: 'rich_text' },
        propertyOf({ ...none, value: endless, texts: [endless] }),
      ),
    )
  })

  test('it is shown as a page with its properties', ({ assert }) => {
    const preview = notion.preview?.(created, set())
    assert.deepEqual(previewText(preview).split('\n'), [
      'Zoë 🦊',
      '',
      'Age     41',
      'Agreed  ☑',
      'Stay    2026-05-01 → 2026-05-03',
      'Colour  [Red]',
      'Many    [Red] [Blue]',
      'Photo   photo.png',
    ])
    const wrong = notion.preview?.(created, set({ fields: [row('bname', 'age')] }))
    assert.include(previewText(wrong), 'The property “Age” takes numbers, and the answer is “Zoë 🦊”.')
  })
})

test.group('notion, against what stands in for it', (group) => {
  let service: NotionStandIn
  let powers: Powers
  group.each.setup(async () => {
    service = await NotionStandIn.open()
    const { token } = service.oauth.give()
    const request = async ({ url, method, headers, body }: OutboundRequest) => {
      const { pathname, search } = new URL(url)
      const answer = await fetch(`${service.server.url}${pathname}${search}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
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
      state: {
        read: async () => ({ source: SOURCE.id, since: 0 }),
        change: () => Promise.reject(new Error('It is known since when it writes there.')),
      },
    }
    return () => service.server.close()
  })

  const calls = () => service.server.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)

  test('values are typed; a repeat and an edit change the one page, found by the id of the submission', async ({
    assert,
  }) => {
    const first = await notion.deliver(delivery(created), powers)
    const [page] = service.pages
    if (!page) throw new Error('there is no page')
    assert.deepEqual(first, {
      ...{ result: 'delivered', state: { page: page.id, trashed: false } },
      link: `https://www.notion.so/${page.id.replaceAll('-', '')}`,
    })
    // the only call: nobody can have made it before
    assert.deepEqual(calls(), ['POST pages'])
    assert.deepEqual(service.rows(), [
      {
        ...{ Submission: created.submission.id, Name: 'Zoë 🦊', Age: 41, Agreed: true },
        Stay: { start: '2026-05-01', end: '2026-05-03' },
        ...{ Colour: 'Red', Many: ['Red', 'Blue'] },
        // there is no public address in a test
        Photo: [],
      },
    ])
    // a process died before it could say what it had made
    await notion.deliver(delivery(created, { attempt: 2 }), powers)
    await notion.deliver(delivery(answering(edit, 'bname', 'Ada')), powers)
    const known = { state: { page: page.id, trashed: false } }
    await notion.deliver(delivery(answering(edit, 'bcolour', 'Blue, or so'), known), powers)
    const names = service.rows().map(({ Name, Colour }) => [Name, Colour])
    assert.deepEqual(names, [['Zoë 🦊', 'Blue; or so']])
    // renamed in Notion
    service.properties = service.properties.map((one) => (one.id === 'title' ? { ...one, name: 'Who' } : one))
    await notion.deliver(delivery(answering(edit, 'bname', 'Bob'), known), powers)
    assert.equal(service.rows()[0]?.Who, 'Bob')
  })

  test('a deletion moves the page to the trash, and a submission that comes back takes it out', async ({
    assert,
  }) => {
    await notion.deliver(delivery(created), powers)
    const page = service.pages[0]?.id ?? ''
    const gone = await notion.deliver(delivery(deletion), powers)
    assert.deepEqual(gone, { result: 'delivered', state: { page, trashed: true } })
    assert.isEmpty(service.rows())
    const keeping = await notion.deliver(delivery(deletion, { settings: set({ deleted: 'keep' }) }), powers)
    assert.equal(keeping.result, 'skipped')
    await notion.deliver(delivery(edit, { state: { page, trashed: true } }), powers)
    assert.lengthOf(service.rows(), 1)
    assert.lengthOf(service.pages, 1)
    // one that a person has put there stays
    Object.assign(service.pages[0] ?? {}, { in_trash: true })
    const trashed = await notion.deliver(delivery(edit, { state: { page, trashed: false } }), powers)
    assert.match(JSON.stringify(trashed), /failed.*lies in the trash of Notion. Restore it there/)
    // and one that is gone altogether is made again, and no deletion fails over it
    service.pages.length = 0
    assert.equal((await notion.deliver(delivery(deletion), powers)).result, 'delivered')
    await notion.deliver(delivery(edit, { state: { page, trashed: false } }), powers)
    assert.lengthOf(service.rows(), 1)
  })

  test('an answer too long to be read whole tells which page it is of', async ({ assert }) => {
    await notion.deliver(delivery(created), powers)
    const page = service.pages[0]?.id
    const { request } = powers.connection
    const short = async (one: OutboundRequest) => {
      const answer = await request(one)
      return { ...answer, body: answer.body.slice(0, 150) }
    }
    const outcome = await notion.deliver(delivery(edit), { ...powers, connection: { request: short } })
    assert.deepInclude(outcome, { result: 'delivered', state: { page, trashed: false } })
    assert.lengthOf(service.pages, 1)
  })

  test('three requests a second, a lost property, a lost data source and lost rights have a remedy each', async ({
    assert,
  }) => {
    service.window = 1_000
    const outcomes = []
    for (let count = 0; count < 4; count++) outcomes.push(await notion.deliver(delivery(created), powers))
    assert.deepEqual(outcomes.at(-1), { result: 'retry', reason: 'Notion asks to wait.', retryAfter: 1 })
    service.window = undefined
    service.properties = service.properties.filter(({ name }) => name !== 'Age')
    const lost = await notion.deliver(delivery(created), powers)
    assert.match(JSON.stringify(lost), /failed.*not a property that exists\). Map them again/)
    const retyped = set({
      fields: [{ ...row('bname', 'name'), to: { id: 'mAil', label: 'Email', type: 'url' } }],
    })
    const other = await notion.deliver(delivery(created, { settings: retyped }), powers)
    assert.match(JSON.stringify(other), /failed.*Email is expected to be email\). Map them again/)
    service.capabilities = []
    assert.equal((await notion.deliver(delivery(created), powers)).result, 'reconnect')
    service.isShared = false
    assert.equal((await notion.deliver(delivery(created), powers)).result, 'gone')
    const long = set({ fields: [row('bname', 'name'), row('bage', 'notes'), row('bagree', 'site')] })
    const endless = 'ä'.repeat(190_000)
    const all = ['bname', 'bage'].reduce((event, id) => answering(event, id, endless), created)
    const tooLong = await notion.deliver(delivery(all, { settings: long }), powers)
    assert.match(JSON.stringify(tooLong), /failed.*longer than the 500 kB/)
  })

  test('data sources, their writable properties and a new one for the id are offered', async ({ assert }) => {
    const ask = async (name: string, search: string, settings = set()) => {
      const found = await notion.choices?.(name, { settings, search }, powers)
      return found && 'choices' in found ? found.choices : found?.problem
    }
    const make = (label: string) => notion.createChoice?.('key', { label, settings: set() }, powers)
    assert.deepEqual(await ask('source', 'APPLI'), [SOURCE])
    assert.deepEqual(await ask('source', 'nothing'), [])
    assert.deepEqual(await ask('key', 'subm'), [key])
    assert.deepEqual(await ask('fields', 'm'), [
      { id: 'title', label: 'Name', hint: 'title', type: 'title' },
      { id: 'mUlt', label: 'Many', hint: 'multi-select', type: 'multi_select' },
      { id: 'mAil', label: 'Email', hint: 'email', type: 'email' },
    ])
    const made = await make('Id of the submission')
    assert.deepInclude(service.properties.at(-1), { name: 'Id of the submission', type: 'rich_text' })
    assert.deepInclude(made, { label: 'Id of the submission', id: service.properties.at(-1)?.id })
    assert.match(JSON.stringify(await make('Age')), /There is a property “Age” already/)
    assert.equal(await ask('key', '', set({ source: { id: '', label: '' } })), 'Choose a data source first.')
    service.isShared = false
    assert.match(String(await ask('fields', '')), /does not show this data source/)
  })

  test('what must be set is said', ({ assert }) => {
    const lacks = (settings: object) =>
      definition.missing?.(parse(definition.settings, settings)).map(({ path }) => path)
    assert.deepEqual(lacks({}), ['source', 'key', 'fields'])
    assert.deepEqual(lacks({ ...given, fields: [row('bname', 'key')] }), ['fields'])
  })
})
