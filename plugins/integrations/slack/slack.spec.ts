import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type {
  IntegrationEvent,
  Outcome,
  OutboundRequest,
  OutboundResponse,
  Powers,
} from '@formwright/kit/integration'
import { previewText } from '@formwright/kit/message_text'
import { messageFault } from '#tests/stand_ins/slack/message_rules'
import slack from './deliver.ts'
import definition, { type SlackSettings } from './integration.ts'
import { drawn, messageOf } from './message.ts'

const channel = { id: 'C0GENERAL', label: '#general' }
const good = { status: 200, body: '{"ok":true,"channel":"C0GENERAL","ts":"1.0001"}' }
const set = (more: Partial<SlackSettings> = {}) => parse(definition.settings, { channel, ...more })

/** Powers whose Slack answers these bodies one after the other, the last one for ever. */
function world(answers: readonly (string | Partial<OutboundResponse>)[], state?: unknown) {
  const sent: OutboundRequest[] = []
  const request = async (one: OutboundRequest) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)] ?? ''
    sent.push(one)
    return { status: 200, headers: {}, body: '', ...(typeof answer === 'string' ? { body: answer } : answer) }
  }
  let kept = state
  const powers: Powers = {
    request,
    connection: { request },
    secrets: [],
    now: Date.parse('2026-05-04T12:00:00Z'),
    hookAddress: () => undefined,
    mail: () => Promise.reject(new Error('This kind sends no mail.')),
    state: { read: async () => kept, change: async (change) => (kept = change(kept)) },
  }
  return { sent, powers, kept: () => kept }
}

function delivery(event: IntegrationEvent, settings: SlackSettings, state?: unknown) {
  return {
    id: 'd1',
    attempt: 1,
    body: slack.body(event, settings),
    settings,
    ...(state !== undefined && { state }),
  }
}

const [event] = Object.values(sampleEvents('submission.created'))
const [edit] = Object.values(sampleEvents('submission.updated'))
const [deletion] = Object.values(sampleEvents('submission.deleted'))
if (!event || !edit || !deletion) throw new Error('there are no samples')

test.group('slack', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: slack,
    settings: { channel, address: 'https://hooks.slack.com/services/T0/B0/a2l0LWNvbmZvcm0tc2VjcmV0' },
    success: good,
    // what cannot be read says nothing: Slack itself answers JSON
    outcomes: { 'an answer of 2 MB': 'unsure' },
    repeats: 'once',
  })

  test('whatever was answered, the message keeps the rules of Slack', ({ assert }) => {
    for (const [which, sample] of Object.entries(sampleEvents('submission.created'))) {
      for (const settings of [
        { ...set(), text: sample.submission.questions[0]?.text ?? '' },
        set({ answers: false }),
      ]) {
        const message = messageOf(sample, settings)
        assert.isUndefined(messageFault(message), `${which}: ${messageFault(message)}`)
      }
    }
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...{
        id: `q${index}`,
        key: `q${index}`,
        label: `<${'&'.repeat(400)}`,
        text: '&👩🏽‍🌾'.repeat(5_000),
        parts: [],
      },
    }))
    const large = messageOf(
      {
        ...event,
        submission: { ...event.submission, url: 'https://forms.example/s?a=1&b=2', questions: many },
      },
      set(),
    )
    assert.isUndefined(messageFault(large))
    assert.match(previewText(drawn(large)), /\d+ more, cut here\. Open the submission$/)
  })

  test('a message says what was answered, and nothing of what was not', ({ assert }) => {
    const shown = previewText(drawn(messageOf(event, set({ text: 'Look at this' }))))
    assert.match(shown, /^Feedback\n\nLook at this\n\nYour name\nZoë 🦊/)
    assert.include(previewText(slack.preview?.(event, set())), 'Age\n41')
    assert.notInclude(previewText(drawn(messageOf(event, set({ answers: false })))), 'Zoë')
  })

  test('a message is drawn as Slack shows it: what stands between its marks is bold or slanted', ({
    assert,
  }) => {
    const drawnRuns = (text: string) => {
      const preview = drawn(messageOf({ ...event, test: false }, set({ text, answers: false })))
      return preview.format === 'message' ? preview.runs.slice(2) : []
    }
    assert.deepEqual(drawnRuns('See *this*, _not_ 2*3*4 or a_b_c <b>'), [
      { text: 'See ', look: undefined },
      { text: 'this', look: 'strong' },
      { text: ', ', look: undefined },
      { text: 'not', look: 'emphasis' },
      { text: ' 2*3*4 or a_b_c <b>', look: undefined },
    ])
  })

  test('answer {error} means {result}')
    .with([
      ...[
        'channel_not_found',
        'not_in_channel',
        'msg_too_long',
        'no_text',
        'invalid_blocks',
        'msg_blocks_too_long',
      ].map((error) => ({ error, result: 'failed' })),
      { error: 'restricted_action', result: 'failed' },
      { error: 'is_archived', result: 'gone' },
      ...['invalid_auth', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope'].map(
        (error) => ({ error, result: 'reconnect' }),
      ),
      ...['ratelimited', 'rate_limited', 'service_unavailable'].map((error) => ({ error, result: 'retry' })),
    ])
    .run(async ({ assert }, { error, result }) => {
      const { powers } = world([JSON.stringify({ ok: false, error })])
      const outcome = await slack.deliver(delivery(event, set()), powers)
      assert.equal(outcome.result, result)
      assert.match(outcome.reason ?? '', /\.$/)
    })

  test('an edit and a deletion change the message that was posted; without one, a note is posted', async ({
    assert,
  }) => {
    const place = { channel: 'C0GENERAL', ts: '1.0001' }
    const { sent, powers } = world([good])
    assert.deepInclude(await slack.deliver(delivery(event, set()), powers), {
      result: 'delivered',
      state: place,
    })
    assert.deepInclude(await slack.deliver(delivery(edit, set(), place), powers), { state: place })
    assert.match(sent[1]?.url ?? '', /chat\.update$/)
    assert.deepInclude(JSON.parse(sent[1]?.body ?? ''), { ...place, text: 'Edited submission of Feedback' })
    assert.match(previewText(drawn(messageOf(edit, set()))), /Zoë 🦊[\s\S]+\n\nEdited\./)
    await slack.deliver(delivery(deletion, set(), place), powers)
    assert.match(sent[2]?.url ?? '', /chat\.update$/)
    assert.deepInclude(JSON.parse(sent[2]?.body ?? ''), {
      ...place,
      text: 'A submission of Feedback was deleted.',
    })
    const gone = world(['{"ok":false,"error":"message_not_found"}'])
    assert.deepEqual(await slack.deliver(delivery(deletion, set(), place), gone.powers), {
      result: 'delivered',
    })
    assert.lengthOf(gone.sent, 1)
    await slack.deliver(delivery(deletion, set()), powers)
    assert.match(sent.at(-1)?.url ?? '', /chat\.postMessage$/)
  })

  test('one thread is begun for the form, and another one where that was deleted', async ({ assert }) => {
    const settings = set({ thread: true })
    const { sent, powers, kept } = world([good])
    await slack.deliver(delivery(event, settings), powers)
    await slack.deliver(delivery(event, settings), powers)
    const bodies = sent.map(({ body }) => JSON.parse(body))
    assert.equal(bodies[0].text, 'Submissions of Feedback')
    assert.deepEqual([bodies[1].thread_ts, bodies[2].thread_ts, bodies.length], ['1.0001', '1.0001', 3])
    const deleted = world(['{"ok":false,"error":"thread_not_found"}', good], kept())
    assert.propertyVal(await slack.deliver(delivery(event, settings), deleted.powers), 'result', 'retry')
    assert.propertyVal(await slack.deliver(delivery(event, settings), deleted.powers), 'result', 'delivered')
    // another channel has a thread of its own
    const elsewhere = { ...settings, channel: { id: 'C0OTHER', label: '#other' } }
    await slack.deliver(delivery(event, elsewhere), powers)
    assert.equal(JSON.parse(sent.at(-2)?.body ?? '').text, 'Submissions of Feedback')
  })

  test('a webhook answers {status} {body}: {result}')
    .with([
      { status: 200, body: 'ok', result: 'delivered' },
      { status: 400, body: 'invalid_blocks', result: 'failed' },
      { status: 403, body: 'action_prohibited', result: 'failed' },
      { status: 404, body: 'no_service', result: 'gone' },
      { status: 410, body: 'channel_is_archived', result: 'gone' },
      { status: 429, body: 'rate_limited', result: 'retry' },
      { status: 500, body: '<html>', result: 'retry' },
      { status: 200, body: '<html>', result: 'unsure' },
      { status: 200, body: 'service_unavailable', result: 'retry' },
      { status: 500, body: 'fatal_error', result: 'unsure' },
    ])
    .run(async ({ assert }, { status, body, result }) => {
      const address = 'https://hooks.slack.com/services/T0/B0/5ecret'
      const settings = set({ way: 'webhook', address })
      const { sent, powers } = world([{ status, body }])
      const outcome: Outcome = await slack.deliver(delivery(event, settings), powers)
      assert.equal(outcome.result, result)
      assert.equal(sent[0]?.url, address)
      assert.notProperty(JSON.parse(sent[0]?.body ?? ''), 'channel')
    })

  test('what the bot was answered does not tell whether {body} posted it: nobody repeats it')
    .with([
      { body: '{"ok":false,"error":"internal_error"}' },
      { body: '{"ok":false,"error":"fatal_error"}' },
      { body: '{"ok":true}' },
    ])
    .run(async ({ assert }, { body }) => {
      const { powers } = world([body])
      const outcome = await slack.deliver(delivery(event, set()), powers)
      assert.equal(outcome.result, 'unsure')
      assert.match(outcome.reason ?? '', /may be there: look before you send it again\.$/)
    })

  test('channels are looked for on several pages; what cannot be listed is said', async ({ assert }) => {
    const page = (from: number, next: string) =>
      JSON.stringify({
        ok: true,
        channels: Array.from({ length: 200 }, (_, index) => ({
          id: `C${from + index}`,
          name: `team-${from + index}`,
        })),
        response_metadata: { next_cursor: next },
      })
    const { sent, powers } = world([page(0, 'a'), page(200, 'b'), page(400, '')])
    const asked = { settings: set(), search: '#team-45' }
    const found = await slack.choices?.('channel', asked, powers)
    assert.deepEqual(found, {
      choices: [
        { id: 'C45', label: '#team-45' },
        ...Array.from({ length: 10 }, (_, index) => ({ id: `C45${index}`, label: `#team-45${index}` })),
      ],
    })
    assert.deepEqual(
      sent.map(({ url }) => new URL(url).searchParams.get('cursor')),
      [null, 'a', 'b'],
    )
    const limited = await slack.choices?.('channel', asked, world([{ status: 429, body: '' }]).powers)
    assert.deepEqual(limited, {
      problem: 'Slack does not list its channels now (429). Try again in a moment.',
    })
  })
})
