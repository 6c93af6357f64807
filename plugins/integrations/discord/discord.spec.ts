import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { IntegrationEvent, OutboundRequest, OutboundResponse, Powers } from '@formwright/kit/integration'
import { previewText } from '@formwright/kit/message_text'
import { messageFault, requestFault } from '#tests/stand_ins/discord/message_rules'
import discord from './deliver.ts'
import definition, { type DiscordSettings } from './integration.ts'
import { drawn, messageOf } from './message.ts'

const address = 'https://discord.com/api/webhooks/1122334455/a2l0LWNvbmZvcm0tc2VjcmV0_-x'
const CALLED = address.replace('/api/', '/api/v10/')
const good = { status: 200, body: '{"id":"77","channel_id":"66","guild_id":"55"}' }
const set = (more: Partial<DiscordSettings> = {}) => parse(definition.settings, { address, ...more })

/** Powers whose Discord answers these one after the other, the last one for ever. */
function world(...answers: Partial<OutboundResponse>[]) {
  const sent: OutboundRequest[] = []
  const powers: Powers = {
    async request(one) {
      const answer = answers[Math.min(sent.length, answers.length - 1)]
      sent.push(one)
      return { status: 200, headers: {}, body: '', ...answer }
    },
    connection: { request: () => Promise.reject(new Error('none is needed')) },
    secrets: [],
    now: Date.parse('2026-05-04T12:00:00Z'),
    hookAddress: () => undefined,
    mail: () => Promise.reject(new Error('This kind sends no mail.')),
    state: { read: async () => undefined, change: async () => undefined },
  }
  return { sent, powers }
}

function delivery(event: IntegrationEvent, settings = set(), state?: unknown) {
  const body = discord.body(event, { ...settings, address: '' })
  return { id: 'd1', attempt: 1, body, settings, ...(state !== undefined && { state }) }
}

/** An event with these labels and answers. */
function withAnswers(answers: readonly (readonly [string, string])[], url?: string): IntegrationEvent {
  const questions = answers.map(([label, text], index) => ({
    ...{ id: `q${index}`, key: `q${index}`, label, text, parts: [] },
  }))
  return { ...created, submission: { ...created.submission, questions, ...(url !== undefined && { url }) } }
}

const [created] = Object.values(sampleEvents('submission.created'))
const [edit] = Object.values(sampleEvents('submission.updated'))
const [deletion] = Object.values(sampleEvents('submission.deleted'))
if (!created || !edit || !deletion) throw new Error('there are no samples')

test.group('discord', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: discord,
    settings: { address },
    success: good,
    // a webhook that is not there is gone; what cannot be read says nothing
    outcomes: { '404': 'gone', 'an answer of 2 MB': 'unsure' },
    repeats: 'once',
  })

  test('whatever was answered, the request keeps the rules of Discord', async ({ assert }) => {
    for (const [which, sample] of Object.entries(sampleEvents('submission.created'))) {
      for (const settings of [
        set({ thread: '42' }),
        { ...set(), text: sample.submission.questions[0]?.text ?? '' },
        set({ answers: false }),
      ]) {
        const { sent, powers } = world(good)
        await discord.deliver(delivery(sample, settings), powers)
        const fault = sent[0] ? requestFault(sent[0]) : 'nothing was sent'
        assert.isUndefined(fault, `${which}: ${fault}`)
      }
    }
    const url = 'https://forms.example/s(1)?a=1&b=2'
    // each length, so that a cut falls on every place of an escape
    for (let extra = 0; extra < 4; extra += 1) {
      const pairs = Array.from(
        { length: 60 },
        () => ['\\*'.repeat(300), `${'a'.repeat(extra)}${'\\_'.repeat(900)}`] as const,
      )
      assert.isUndefined(messageFault(messageOf(withAnswers(pairs, url), set())))
    }
    const short = messageOf(
      withAnswers(
        Array.from({ length: 60 }, () => ['a', '👩🏽‍🌾'] as const),
        url,
      ),
      set(),
    )
    assert.isUndefined(messageFault(short))
    assert.lengthOf(short.embeds[0].fields ?? [], 25)
    assert.match(previewText(drawn(short)), /\n36 more, cut here\. Open the submission$/)
    const hostile = {
      ...created,
      form: { ...created.form, title: '**@everyone** [x](https://evil.example)' },
    }
    for (const event of [hostile, { ...deletion, form: hostile.form }])
      assert.isUndefined(messageFault(messageOf(event, set())))
  })

  test('text is shown as it was written, and addresses can be followed', ({ assert }) => {
    const written = '# no heading\n- no list\n1. no number\n**b** _u_ https://a.example/x_y_(z)?q=1 <@1> \\'
    const message = messageOf(
      withAnswers([
        [' ', '\u0007'],
        ['Name', written],
      ]),
      set({ text: 'Look _here_' }),
    )
    assert.deepEqual(message.embeds[0].fields, [
      { name: '\u200b', value: '\u200b' },
      {
        name: 'Name',
        value:
          '\\# no heading\n\\- no list\n1\\. no number\n\\*\\*b\\*\\* \\_u\\_ https://a.example/x_y_(z)?q=1 \\<@1\\> \\\\',
      },
    ])
    assert.match(previewText(drawn(message)), /^Feedback\n\nLook _here_\n/)
    assert.include(previewText(drawn(message)), written)
    assert.include(previewText(discord.preview?.(created, set())), 'Age\n41')
    assert.notInclude(previewText(drawn(messageOf(created, set({ answers: false })))), 'Zoë')
  })

  test('answer {status} {body} means {result}')
    .with([
      { status: 400, body: '{"code":50035,"message":"Invalid Form Body"}', result: 'failed' },
      { status: 400, body: '{"code":220001,"message":"…"}', result: 'failed' },
      { status: 400, body: '{"code":50027,"message":"Invalid Webhook Token"}', result: 'reconnect' },
      { status: 401, body: '{"code":50027,"message":"Invalid Webhook Token"}', result: 'reconnect' },
      { status: 403, body: '{"code":0}', result: 'reconnect' },
      { status: 404, body: '{"code":10015,"message":"Unknown Webhook"}', result: 'gone' },
      { status: 500, body: '<html>', result: 'retry' },
      { status: 204, body: '', result: 'unsure' },
    ])
    .run(async ({ assert }, { status, body, result }) => {
      const outcome = await discord.deliver(delivery(created), world({ status, body }).powers)
      assert.equal(outcome.result, result)
      assert.match(outcome.reason ?? '', /\.$/)
    })

  test('429 {body} {headers} is asked again after {seconds} s')
    .with<{ body: string; headers: Record<string, string>; seconds: number }[]>([
      { body: '{"retry_after":1.337,"global":false}', headers: { 'retry-after': '1' }, seconds: 2 },
      { body: '{"retry_after":0.3}', headers: {}, seconds: 1 },
      { body: '{"retry_after":1}', headers: { 'retry-after': '90' }, seconds: 90 },
      { body: '{"code":0}', headers: {}, seconds: 60 },
      { body: '<html>', headers: {}, seconds: 60 },
      { body: '<html>', headers: { 'retry-after': '5' }, seconds: 60 },
      { body: '<html>', headers: { 'retry-after': '300' }, seconds: 300 },
    ])
    .run(async ({ assert }, { body, headers, seconds }) => {
      const outcome = await discord.deliver(delivery(created), world({ status: 429, headers, body }).powers)
      assert.deepInclude(outcome, { result: 'retry', retryAfter: seconds })
    })

  test('an edit and a deletion change the message that was posted, in its thread; without one, one is posted', async ({
    assert,
  }) => {
    const { sent, powers } = world(good)
    const posted = await discord.deliver(delivery(created, set({ thread: '42' })), powers)
    const state = { message: '77', thread: '42' }
    assert.deepEqual(posted, { result: 'delivered', state, link: 'https://discord.com/channels/55/66/77' })
    await discord.deliver(delivery(deletion, set(), state), powers)
    await discord.deliver(delivery(deletion), powers)
    await discord.deliver(delivery(edit, set(), state), powers)
    assert.deepEqual(
      sent.map(({ method, url }) => `${method} ${url}`),
      [
        `POST ${CALLED}?wait=true&thread_id=42`,
        `PATCH ${CALLED}/messages/77?thread_id=42`,
        `POST ${CALLED}?wait=true`,
        `PATCH ${CALLED}/messages/77?thread_id=42`,
      ],
    )
    const { fields } = JSON.parse(sent[3]?.body ?? '').embeds[0]
    assert.deepInclude(fields, { name: 'Your name', value: 'Zoë 🦊' })
    assert.match(fields.at(-1).value, /^Edited\./)
    for (const request of sent) assert.isUndefined(requestFault(request))
    assert.deepEqual(JSON.parse(sent[1]?.body ?? '').embeds, [
      { description: 'A submission of Feedback was deleted.' },
    ])
    const unknown = { status: 404, body: '{"code":10008,"message":"Unknown Message"}' }
    const gone = world(unknown, good)
    assert.deepEqual(await discord.deliver(delivery(deletion, set(), state), gone.powers), {
      result: 'delivered',
    })
    assert.lengthOf(gone.sent, 1)
  })

  test('the address must be that of a webhook', ({ assert }) => {
    const accepts = (one: string) => safeParse(definition.settings, { address: one }).success
    assert.isTrue(['', address, `${CALLED}?wait=true`, ` ${address} `].every(accepts))
    assert.isFalse(
      ['https://discord.com/channels/1/2', `${address}/slack`, 'discord.com', 'ftp://discord.com'].some(
        accepts,
      ),
    )
    assert.isFalse(safeParse(definition.settings, { thread: 'general' }).success)
  })
})
