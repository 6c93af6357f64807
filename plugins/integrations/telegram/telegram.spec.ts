import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { IntegrationEvent, OutboundRequest, OutboundResponse, Powers } from '@formwright/kit/integration'
import { previewText } from '@formwright/kit/message_text'
import { messageFault } from '#tests/stand_ins/telegram/message_rules'
import telegram from './deliver.ts'
import definition, { type TelegramSettings } from './integration.ts'
import { drawn, messageOf } from './message.ts'

const chat = { id: '-1001234567890', label: 'Team' }
const place = { chat: chat.id, message: 7 }
const set = (more: Partial<TelegramSettings> = {}) => parse(definition.settings, { chat, ...more })

const good = (id = -1001234567890, more: object = {}) => ({
  status: 200,
  body: JSON.stringify({ ok: true, result: { message_id: 7, chat: { id, type: 'supergroup', ...more } } }),
})
const refused = (status: number, description: string, parameters?: object) => ({
  status,
  body: JSON.stringify({ ok: false, error_code: status, description, ...(parameters && { parameters }) }),
})

/** Powers whose Telegram answers these one after the other, the last one for ever. */
function world(answers: readonly Partial<OutboundResponse>[], state?: unknown) {
  const sent: OutboundRequest[] = []
  const request = async (one: OutboundRequest) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]
    sent.push(one)
    return { status: 200, headers: {}, body: '', ...answer }
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

function delivery(event: IntegrationEvent, settings = set(), state?: unknown) {
  const body = telegram.body(event, settings)
  return { id: 'd1', attempt: 1, body, settings, ...(state !== undefined && { state }) }
}

const methodOf = ({ url }: OutboundRequest) => new URL(url).pathname.slice(1)

const [created] = Object.values(sampleEvents('submission.created'))
const [edit] = Object.values(sampleEvents('submission.updated'))
const [deletion] = Object.values(sampleEvents('submission.deleted'))
if (!created || !edit || !deletion) throw new Error('there are no samples')

test.group('telegram', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: telegram,
    settings: { chat },
    success: good(),
    // what cannot be read says nothing
    outcomes: { 'an answer of 2 MB': 'unsure' },
    repeats: 'once',
  })

  test('whatever was answered, the message keeps the rules of Telegram', ({ assert }) => {
    for (const [which, sample] of Object.entries(sampleEvents('submission.created'))) {
      for (const settings of [
        set(),
        { ...set(), text: sample.submission.questions[0]?.text ?? '' },
        set({ answers: false }),
      ]) {
        const text = messageOf(sample, settings)
        const message = {
          ...{ chat_id: '1', parse_mode: 'HTML' },
          text,
          link_preview_options: { is_disabled: true },
        }
        assert.isUndefined(messageFault('sendMessage', message), `${which}: ${text.slice(0, 200)}`)
      }
    }
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: `q${index}`, key: `q${index}`, label: 'a < b & "c"', text: '<b>'.repeat(400), parts: [] },
    }))
    const url = 'https://forms.example/s(1)?a=1&b="2"'
    const long = { ...created, submission: { ...created.submission, questions: many, url } }
    const shown = previewText(drawn(messageOf(long, set())))
    assert.isAtMost(shown.length, 4_096)
    assert.match(shown, /\n\n\d+ more, cut here\. Open the submission$/)
    assert.include(previewText(drawn(messageOf(created, set({ text: 'a <b> & c' })))), '\n\na <b> & c\n\n')
    assert.include(previewText(drawn(messageOf(created, set()))), 'Zoë 🦊')
    assert.notInclude(previewText(drawn(messageOf(created, set({ answers: false })))), 'Zoë')
  })

  test('an edit and a deletion change the message that was sent; without one, one is sent', async ({
    assert,
  }) => {
    const { sent, powers } = world([good()])
    assert.deepEqual(await telegram.deliver(delivery(created), powers), {
      ...{ result: 'delivered', state: place, link: 'https://t.me/c/1234567890/7' },
    })
    await telegram.deliver(delivery(edit, set(), place), powers)
    await telegram.deliver(delivery(deletion, set(), place), powers)
    await telegram.deliver(delivery(edit), powers)
    const [send, change] = ['sendMessage', 'editMessageText']
    assert.deepEqual(sent.map(methodOf), [send, change, change, send])
    for (const one of sent) assert.isUndefined(messageFault(methodOf(one), JSON.parse(one.body)))
    assert.equal(JSON.parse(sent[2]?.body ?? '').text, '<i>A submission of Feedback was deleted.</i>')

    const same = world([refused(400, 'Bad Request: message is not modified: …')])
    assert.equal((await telegram.deliver(delivery(edit, set(), place), same.powers)).result, 'delivered')
    const missing = refused(400, 'Bad Request: message to edit not found')
    const again = world([missing, good()])
    assert.equal((await telegram.deliver(delivery(edit, set(), place), again.powers)).result, 'delivered')
    assert.deepEqual(again.sent.map(methodOf), [change, send])
    const gone = world([missing])
    assert.deepEqual(await telegram.deliver(delivery(deletion, set(), place), gone.powers), {
      result: 'delivered',
    })
  })

  test('a group that became another chat is followed, and remembered', async ({ assert }) => {
    const moved = refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -100777,
    })
    const { sent, powers, kept } = world([moved, good(-100777)])
    const outcome = await telegram.deliver(delivery(created), powers)
    assert.deepInclude(outcome, { result: 'delivered', state: { chat: '-100777', message: 7 } })
    await telegram.deliver(delivery(created), powers)
    assert.deepEqual(
      sent.map(({ body }) => JSON.parse(body).chat_id),
      [chat.id, '-100777', '-100777'],
    )
    assert.deepEqual(kept(), { from: chat.id, to: '-100777' })
    // another chat was chosen since
    await telegram.deliver(delivery(created, set({ chat: { id: '5', label: 'Ada' } })), powers)
    assert.equal(JSON.parse(sent.at(-1)?.body ?? '').chat_id, '5')
  })

  test('{status} {description} means {result}')
    .with([
      { status: 403, description: 'Forbidden: bot was blocked by the user', result: 'gone' },
      { status: 400, description: 'Bad Request: chat not found', result: 'failed' },
      { status: 400, description: 'Bad Request: not enough rights to send text messages', result: 'failed' },
      { status: 400, description: 'Bad Request: message is too long', result: 'failed' },
      { status: 500, description: 'Internal Server Error', result: 'retry' },
    ])
    .run(async ({ assert }, { status, description, result }) => {
      const outcome = await telegram.deliver(delivery(created), world([refused(status, description)]).powers)
      assert.equal(outcome.result, result)
      assert.match(outcome.reason ?? '', /\.$/)
    })

  test('it waits as long as Telegram says', async ({ assert }) => {
    const answer = refused(429, 'Too Many Requests: retry after 34', { retry_after: 34 })
    const outcome = await telegram.deliver(delivery(created), world([answer]).powers)
    assert.deepInclude(outcome, { result: 'retry', retryAfter: 34 })
  })

  test('chats are those it was met in, and the one that is named', async ({ assert }) => {
    const update = (one: object, name = 'message') => ({ update_id: 1, [name]: { chat: one } })
    const updates = {
      body: JSON.stringify({
        ok: true,
        result: [
          update({ id: 5, type: 'private', first_name: 'Ada', last_name: 'L' }),
          update({ id: -10, type: 'supergroup', title: 'Team' }),
          update({ id: -11, type: 'channel', title: 'News', username: 'news' }, 'channel_post'),
          update({ id: -12, type: 'group', title: 'Old team' }, 'my_chat_member'),
          update({ id: -10, type: 'supergroup', title: 'Team' }),
          { update_id: 2, poll: {} },
        ],
      }),
    }
    const ask = (search: string, answers: readonly Partial<OutboundResponse>[]) =>
      telegram.choices?.('chat', { settings: set(), search }, world(answers).powers)
    assert.deepEqual(await ask('TEAM', [updates]), {
      choices: [
        { id: '-12', label: 'Old team', hint: 'group' },
        { id: '-10', label: 'Team', hint: 'group' },
      ],
    })
    const all = await ask('', [updates])
    assert.deepInclude(all && 'choices' in all ? all.choices : [], {
      id: '5',
      label: 'Ada L',
      hint: 'private',
    })
    const named = {
      body: JSON.stringify({ ok: true, result: { id: -13, type: 'channel', username: 'lost_news' } }),
    }
    const found = { choices: [{ id: '-13', label: '@lost_news', hint: 'channel' }] }
    assert.deepEqual(await ask('@lost_news', [named, refused(409, 'Conflict')]), found)
    const full = { body: JSON.stringify({ ok: true, result: Array(100).fill({ update_id: 3, poll: {} }) }) }
    const crowded = await ask('team', [full])
    assert.match(crowded && 'problem' in crowded ? crowded.problem : '', /Too many messages/)
    const conflict = await ask('team', [refused(409, 'Conflict: terminated by other getUpdates request')])
    assert.match(conflict && 'problem' in conflict ? conflict.problem : '', /Another program/)
  })
})
