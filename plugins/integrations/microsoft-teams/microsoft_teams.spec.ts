import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { IntegrationEvent, OutboundResponse, Powers } from '@formwright/kit/integration'
import { previewText } from '@formwright/kit/message_text'
import { cardFault } from '#tests/stand_ins/microsoft_teams/card_rules'
import { cardMessage, drawn } from './card.ts'
import teams from './deliver.ts'
import definition, { type MicrosoftTeamsSettings } from './integration.ts'

const address = 'https://flows.example/workflows/1/triggers/manual/paths/invoke?sig=a2l0LWNvbmZvcm0tc2VjcmV0'
const set = (more: Partial<MicrosoftTeamsSettings> = {}) => parse(definition.settings, { address, ...more })

function world(answer: Partial<OutboundResponse>): Powers {
  return {
    request: async () => ({ status: 200, headers: {}, body: '', ...answer }),
    connection: { request: () => Promise.reject(new Error('none is needed')) },
    secrets: [],
    now: Date.parse('2026-05-04T12:00:00Z'),
    hookAddress: () => undefined,
    mail: () => Promise.reject(new Error('This kind sends no mail.')),
    state: { read: async () => undefined, change: async () => undefined },
  }
}

const [created] = Object.values(sampleEvents('submission.created'))
const [edit] = Object.values(sampleEvents('submission.updated'))
const [deletion] = Object.values(sampleEvents('submission.deleted'))
if (!created || !edit || !deletion) throw new Error('there are no samples')

/** An event with so many answers of this text, and this title. */
function withAnswers(count: number, text: string, title = 'Feedback'): IntegrationEvent {
  const questions = Array.from({ length: count }, (_, index) => ({
    ...{ id: `q${index}`, key: `q${index}`, label: text, text, parts: [] },
  }))
  const url = 'https://forms.example/forms/feedback/submissions?show=1'
  return {
    ...created,
    form: { ...created.form, title },
    submission: { ...created.submission, url, questions },
  }
}

test.group('microsoft teams', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: teams,
    settings: { address },
    success: { status: 202 },
    outcomes: { '404': 'gone', 'an answer of 2 MB': 'delivered' },
    repeats: 'once',
  })

  test('whatever was answered, the card keeps the rules of Teams', ({ assert }) => {
    const hostile = [
      '名'.repeat(20_000),
      '"\\'.repeat(20_000),
      '\n"a'.repeat(20_000),
      '👩🏽‍🌾'.repeat(5_000),
      '\u0007',
    ]
    const large = hostile.flatMap((text) =>
      [1, 300].map((count) => [text.slice(0, 20), withAnswers(count, text, text)] as const),
    )
    const samples = [
      ...Object.entries(sampleEvents('submission.created')),
      ...Object.entries(sampleEvents('submission.updated')),
      ...Object.entries(sampleEvents('submission.deleted')),
      ...large,
    ]
    for (const [which, sample] of samples) {
      for (const settings of [
        set(),
        { ...set(), text: sample.submission.questions[0]?.text ?? '' },
        set({ answers: false }),
      ]) {
        const fault = cardFault(teams.body(sample, settings))
        assert.isUndefined(fault, `${which}: ${fault}`)
      }
    }
  })

  test('what has no room is counted, and the button leads to the submission', ({ assert }) => {
    const event = withAnswers(300, 'An answer that is not short. '.repeat(20))
    const message = cardMessage(event, set())
    assert.match(previewText(drawn(message)), /\n\n\d+ more, cut here\.\n\nOpen the submission$/)
    assert.equal(message.attachments[0].content.actions?.[0].url, event.submission.url)
    assert.isAbove(Buffer.byteLength(JSON.stringify(message)), 18_000, 'the room is used')
    assert.notMatch(previewText(drawn(cardMessage(withAnswers(3, 'short'), set()))), /more, cut here/)
  })

  test('a card says what was answered, as it was written', ({ assert }) => {
    const shown = previewText(drawn(cardMessage(created, set({ text: 'Look **at** this\nnow' }))))
    assert.match(shown, /^Feedback\n\nLook \*\*at\*\* this\n\nnow\n\nYour name\nZoë 🦊/)
    assert.include(previewText(teams.preview?.(created, set())), 'Age\n41')
    assert.notInclude(previewText(drawn(cardMessage(created, set({ answers: false })))), 'Zoë')
    assert.match(previewText(drawn(cardMessage(edit, set()))), /^Edited: Feedback\n\nYour name\nZoë/)
    assert.equal(previewText(drawn(cardMessage(deletion, set()))), 'A submission of Feedback was deleted.')
  })

  test('answer {status} {body} means {result}')
    .with([
      { status: 202, body: '', result: 'delivered' },
      { status: 200, body: '1', result: 'delivered' },
      {
        status: 200,
        body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
        result: 'retry',
      },
      { status: 200, body: '{"error":{"code":"x"}}', result: 'retry' },
      { status: 400, body: '{"error":{"code":"TriggerInputSchemaMismatch"}}', result: 'failed' },
      ...[401, 403].map((status) => ({ status, body: '', result: 'reconnect' })),
      ...[404, 410].map((status) => ({ status, body: '', result: 'gone' })),
      ...[429, 500, 503].map((status) => ({ status, body: '<html>', result: 'retry' })),
    ])
    .run(async ({ assert }, { status, body, result }) => {
      const sent = { id: 'd1', attempt: 1, body: teams.body(created, set()), settings: set() }
      const outcome = await teams.deliver(sent, world({ status, body }))
      assert.equal(outcome.result, result)
      assert.match(outcome.reason ?? '', result === 'delivered' ? /run history/ : /\.$/)
    })
})
