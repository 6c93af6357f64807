import { test } from '@japa/runner'
import * as v from 'valibot'
import { Webhook } from 'standardwebhooks'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { fillTemplates } from '@formwright/kit/template_settings'
import type { IntegrationEvent, OutboundRequest, OutboundResponse, Powers } from '@formwright/kit/integration'
import { previewText } from '@formwright/kit/message_text'
import webhook from './deliver.ts'
import definition from './integration.ts'

const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEW = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const event: IntegrationEvent = {
  name: 'submission.created',
  occurredAt: '2026-05-04T12:00:00.000Z',
  form: { id: 'f1', slug: 'feedback', title: 'Feedback', version: 3, language: 'en' },
  submission: {
    id: 's1',
    receivedAt: '2026-05-04T12:00:00.000Z',
    questions: [
      {
        id: 'bname',
        key: 'name',
        label: 'Your name',
        text: 'Zoë 🦊',
        parts: [{ id: '', label: 'Your name', type: 'text', value: 'Zoë 🦊', text: 'Zoë 🦊' }],
        value: 'Zoë 🦊',
      },
      {
        id: 'bmany',
        key: 'many',
        label: 'Which',
        text: 'A, B',
        parts: [{ id: '', label: 'Which', type: 'choices', value: ['a', 'b'], text: 'A, B' }],
        value: ['a', 'b'],
      },
      {
        ...{ id: 'bpeople', key: 'people', label: 'People', text: 'Ada\nFirst name: Ada' },
        value: [{ first: 'Ada' }],
        parts: [{ id: '', label: 'People', type: 'number', value: 1, text: '1' }],
        items: [
          {
            id: 'item1',
            title: 'Ada',
            questions: [
              { id: 'bfirst', key: 'first', label: 'First name', text: 'Ada', parts: [], value: 'Ada' },
            ],
          },
        ],
      },
    ],
  },
  test: false,
}

/** Powers whose world answers as told, and what was sent to it. */
function world(answer: Partial<OutboundResponse>, secrets = [NEW], now = Date.now()) {
  const sent: OutboundRequest[] = []
  const powers: Powers = {
    secrets,
    now,
    state: { read: async () => undefined, change: async () => undefined },
    hookAddress: () => undefined,
    mail: async () => ({ result: 'delivered' }),
    connection: { request: () => Promise.reject(new Error('none is needed')) },
    async request(request) {
      sent.push(request)
      return { status: 200, headers: {}, body: '', ...answer }
    },
  }
  return { sent, powers }
}

const settingsWith = (own: object) => v.parse(definition.settings, own)

function delivery(url = 'https://hook.example/in', own: object = {}) {
  const settings = settingsWith({ url, ...own })
  return { id: 'msg_1', attempt: 1, body: webhook.body(event, settings), settings }
}

test.group('webhook', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: webhook,
    settings: {
      url: 'https://hook.example/in',
      authorization: 'Bearer aG9vay1leGFtcGxlLXRva2Vu',
      headers: [{ name: 'X-Source', value: 'Formwright' }],
      secretHeader: 'X-Api-Key',
      secretValue: 'aG9vay1leGFtcGxlLWtleQ',
    },
    // receivers are people's own programs: what they refuse while they are being mended, they take later
    outcomes: { 'a redirect': 'retry', '400': 'retry', '401': 'retry', '404': 'retry' },
  })

  test('what is sent verifies with the library of Standard Webhooks', async ({ assert }) => {
    const { sent, powers } = world({})
    assert.deepEqual(await webhook.deliver(delivery(), powers), { result: 'delivered' })
    const request = sent[0]
    assert.isDefined(request)
    assert.equal(request?.url, 'https://hook.example/in')
    assert.deepEqual(new Webhook(NEW).verify(request?.body ?? '', request?.headers ?? {}), {
      type: 'submission.created',
      timestamp: '2026-05-04T12:00:00.000Z',
      data: {
        form: { id: 'f1', slug: 'feedback', title: 'Feedback', version: 3, language: 'en' },
        submission: { id: 's1', received_at: '2026-05-04T12:00:00.000Z' },
        answers: { name: 'Zoë 🦊', many: ['a', 'b'], people: [{ first: 'Ada' }] },
        questions: [
          {
            id: 'bname',
            key: 'name',
            label: 'Your name',
            text: 'Zoë 🦊',
            parts: [{ id: '', label: 'Your name', type: 'text', value: 'Zoë 🦊', text: 'Zoë 🦊' }],
          },
          {
            id: 'bmany',
            key: 'many',
            label: 'Which',
            text: 'A, B',
            parts: [{ id: '', label: 'Which', type: 'choices', value: ['a', 'b'], text: 'A, B' }],
          },
          {
            ...{ id: 'bpeople', key: 'people', label: 'People', text: 'Ada\nFirst name: Ada' },
            parts: [{ id: '', label: 'People', type: 'number', value: 1, text: '1' }],
            items: [
              {
                id: 'item1',
                title: 'Ada',
                questions: [{ id: 'bfirst', key: 'first', label: 'First name', text: 'Ada', parts: [] }],
              },
            ],
          },
        ],
      },
    })
    assert.throws(() => new Webhook(OLD).verify(request?.body ?? '', request?.headers ?? {}))
    assert.throws(() => new Webhook(NEW).verify(`${request?.body} `, request?.headers ?? {}))
  })

  test('the addresses of form and submission are told where there are any', ({ assert }) => {
    const url = 'https://forms.example/forms/feedback'
    const { form, submission } = event
    const told = {
      ...event,
      form: { ...form, url },
      submission: { ...submission, url: `${url}/show/submissions` },
    }
    const { data } = JSON.parse(webhook.body(told, settingsWith({})))
    assert.deepEqual([data.form.url, data.submission.url], [url, `${url}/show/submissions`])
  })

  test('the authorization header is sent where one is set', async ({ assert }) => {
    const { sent, powers } = world({})
    await webhook.deliver(delivery(), powers)
    await webhook.deliver(delivery(undefined, { authorization: 'Bearer 1234' }), powers)
    assert.deepEqual(
      sent.map(({ headers }) => headers.authorization),
      [undefined, 'Bearer 1234'],
    )
  })

  test('headers of one’s own go along, and the house’s own win', async ({ assert }) => {
    const { sent, powers } = world({})
    const own = {
      headers: [{ name: 'X-Source', value: 'Formwright' }],
      secretHeader: 'X-Api-Key',
      secretValue: 'aG9vay1leGFtcGxlLWtleQ',
    }
    await webhook.deliver(delivery(undefined, own), powers)
    const { headers } = sent[0] ?? { headers: {} }
    assert.equal(headers['x-source'], 'Formwright')
    assert.equal(headers['x-api-key'], own.secretValue)
    assert.notInclude(previewText(webhook.preview?.(event, settingsWith(own))), own.secretValue)
    const accepts = (name: string, value = 'a') =>
      v.safeParse(definition.settings, { headers: [{ name, value }] }).success
    assert.isTrue(['X-Source', 'accept', "odd'name"].every((name) => accepts(name)))
    const refused = [
      '',
      'Host',
      'content-length',
      'Content-Type',
      'webhook-id',
      'Authorization',
      'a b',
      'a:b',
    ]
    assert.deepEqual(
      refused.filter((name) => accepts(name)),
      [],
    )
    assert.isFalse(accepts('x-a', 'a\r\nb: c'))
    const twice = [
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
    ]
    assert.isFalse(v.safeParse(definition.settings, { headers: twice }).success)
  })

  test('only the questions that were chosen are told', ({ assert }) => {
    const { data } = JSON.parse(webhook.body(event, settingsWith({ only: ['bmany', 'gone'] })))
    assert.deepEqual(data.answers, { many: ['a', 'b'] })
    assert.deepEqual(
      data.questions.map(({ id }: { id: string }) => id),
      ['bmany'],
    )
  })

  test('a body of one’s own is posted, and signed, in place of ours', async ({ assert }) => {
    const body = '{"text": "{#bname} said {#bmany}", "form": {"n": 123456789012345678901}}'
    const filled = fillTemplates(
      definition.settings,
      settingsWith({ url: 'https://hook.example', body }),
      event,
    )
    const { sent, powers } = world({})
    await webhook.deliver({ ...delivery(), body: webhook.body(event, filled) }, powers)
    const posted = '{"text": "Zoë 🦊 said A, B", "form": {"n": 123456789012345678901}}'
    assert.equal(sent[0]?.body, posted)
    assert.doesNotThrow(() => new Webhook(NEW).verify(posted, sent[0]?.headers ?? {}))
    assert.isTrue(previewText(webhook.preview?.(event, filled)).endsWith(`\n\n${posted}`))
    const accepts = (text: string) => v.safeParse(definition.settings, { body: text }).success
    assert.isTrue(['', ' ', '[]', '{"a": "{#bname}"}'].every(accepts))
    assert.isFalse(['{"a": {#bname}}', '{', 'a=b'].some(accepts))
  })

  test('after a rotation both the old and the new secret verify', async ({ assert }) => {
    const { sent, powers } = world({}, [NEW, OLD])
    await webhook.deliver(delivery(), powers)
    for (const secret of [NEW, OLD]) {
      assert.doesNotThrow(() => new Webhook(secret).verify(sent[0]?.body ?? '', sent[0]?.headers ?? {}))
    }
  })

  test('answer {status} means {expected}')
    .with([
      { status: 200, expected: 'delivered' },
      { status: 204, expected: 'delivered' },
      { status: 301, expected: 'retry' },
      { status: 400, expected: 'retry' },
      { status: 404, expected: 'retry' },
      { status: 410, expected: 'gone' },
      { status: 429, expected: 'retry' },
      { status: 500, expected: 'retry' },
      { status: 503, expected: 'retry' },
    ])
    .run(async ({ assert }, { status, expected }) => {
      const outcome = await webhook.deliver(delivery(), world({ status }).powers)
      assert.equal(outcome.result, expected)
    })

  test('Retry-After {$self}')
    .with([
      ...['120', '0', '99999999999999999999', 'soon', '-5', '1.5'],
      'Wed, 21 Oct 2026 07:30:00 GMT',
      'Wed, 21 Oct 2020 07:28:00 GMT',
      'Fri, 31 Dec 9999 23:59:59 GMT',
    ])
    .run(async ({ assert }, header) => {
      const now = Date.parse('2026-10-21T07:28:00Z')
      const { powers } = world({ status: 503, headers: { 'retry-after': header } }, [NEW], now)
      const outcome = await webhook.deliver(delivery(), powers)
      const wait = outcome.result === 'retry' ? outcome.retryAfter : -1
      const expected = new Map<string, number | undefined>([
        ['120', 120],
        ['0', 0],
        ['99999999999999999999', 1e20],
        // neither seconds nor a date
        ['-5', undefined],
        ['1.5', undefined],
        ['Fri, 31 Dec 9999 23:59:59 GMT', 251_609_733_119],
        ['Wed, 21 Oct 2026 07:30:00 GMT', 120],
        ['soon', undefined],
        ['Wed, 21 Oct 2020 07:28:00 GMT', 0],
      ])
      assert.equal(wait, expected.get(header))
    })

  test('without an address nothing is sent', async ({ assert }) => {
    const { sent, powers } = world({})
    assert.equal((await webhook.deliver(delivery(''), powers)).result, 'failed')
    assert.lengthOf(sent, 0)
  })

  test('the address must be one', ({ assert }) => {
    const accepts = (url: string) => v.safeParse(definition.settings, { url }).success
    assert.isTrue(['', 'https://example.com', ' http://127.0.0.1:3000/hook?x=1 '].every(accepts))
    assert.isFalse(['example.com', 'ftp://example.com', 'javascript:alert(1)', '/hook'].some(accepts))
    const missing = (own: object) => definition.missing?.(settingsWith(own)).map(({ path }) => path)
    assert.deepEqual(missing({}), ['url'])
    assert.deepEqual(missing({ url: 'https://example.com' }), [])
    assert.deepEqual(missing({ url: 'https://example.com', secretHeader: 'X-Key' }), ['secretValue'])
  })
})
