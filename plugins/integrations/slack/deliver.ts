import type {
  Choices,
  ChoiceProblem,
  ChoicePowers,
  Deliver,
  Outcome,
  OutboundResponse,
  Powers,
} from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import type { SlackSettings } from './integration.ts'
import { drawn, type Message, messageOf, threadMessage } from './message.ts'

const API = 'https://slack.com/api'
const JSON_TYPE = 'application/json; charset=utf-8'

/** So many channels on a page, and so many pages until somebody who looks for one is asked to go on. */
const PAGE = 200
const PAGES = 5

/** What comes with the message, and is no part of it. */
interface Kept {
  message: Message
  /** what the thread is called */
  form: string
  deleted: boolean
}

/** A message where it stands. */
interface Place {
  channel: string
  ts: string
}

/** Errors that pass by themselves. */
const PASSING = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])

/** After which Slack says that some of the operation may have succeeded (the errors of each method's page). */
const HALF_DONE = new Set<unknown>(['internal_error', 'fatal_error'])

/** Errors of the credential: the core sees those of a connection before. */
const REFUSED = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'not_allowed_token_type',
])

/** Errors that people can mend, in words. */
const WORDS: Readonly<Record<string, string>> = {
  channel_not_found: 'Slack does not show the bot this channel. Invite the bot to it, or choose another one.',
  not_in_channel: 'The bot is not in this channel. Invite it there, or choose another one.',
  is_archived: 'The channel is archived. Choose another one.',
  channel_is_archived: 'The channel of the webhook is archived. Make another webhook.',
  restricted_action: 'The rules of the Slack workspace do not let the bot post there.',
  action_prohibited: 'The rules of the Slack workspace do not let the webhook post there.',
  no_service: 'The webhook was removed in Slack. Make another one.',
  msg_too_long: 'The message is too long for Slack.',
  msg_blocks_too_long: 'The message is too long for Slack.',
}

/** Posts messages to a channel of Slack. */
const slack: Deliver<SlackSettings> = {
  body(event, settings) {
    const kept: Kept = {
      message: messageOf(event, settings),
      form: event.form.title,
      deleted: event.name === 'submission.deleted',
    }
    return JSON.stringify(kept)
  },

  preview: (event, settings) => drawn(messageOf(event, settings)),

  async deliver({ body, settings, state }, powers) {
    const kept: Kept = JSON.parse(body)
    if (settings.way === 'webhook') return postByAddress(settings.address, kept, powers)
    const before = placeIn(state)
    return before ? update(before, kept, settings, powers) : post(kept, settings, powers)
  },

  async choices(_name, { search, cursor }, powers): Promise<Choices | ChoiceProblem> {
    const found: Choices['choices'][number][] = []
    let next = cursor ?? ''
    for (let page = 0; page < PAGES; page++) {
      const answer = await list(next, powers)
      if ('problem' in answer) return answer
      found.push(
        ...answer.choices.filter(({ label }) =>
          label.toLowerCase().includes(search.toLowerCase().replace(/^#/, '')),
        ),
      )
      next = answer.cursor ?? ''
      if (next === '' || found.length >= PAGE / 4) break
    }
    return { choices: found.slice(0, PAGE), ...(next !== '' && { cursor: next }) }
  },
}
export default slack

const UNREAD: Outcome = {
  result: 'unsure',
  reason:
    'Slack answered something that cannot be read. The message may be there: look before you send it again.',
}

function halfDone(error: string): Outcome {
  const reason = `Slack answered ${error} in the middle of it. The message may be there: look before you send it again.`
  return { result: 'unsure', reason }
}

/** A new message; in the thread of the form, where that is wished. */
async function post(kept: Kept, settings: SlackSettings, powers: Powers): Promise<Outcome> {
  const channel = settings.channel.id
  const thread = settings.thread ? await threadOf(kept.form, channel, powers) : undefined
  if (thread && 'result' in thread) return thread
  const response = await call(
    'chat.postMessage',
    { channel, ...kept.message, ...(thread && { thread_ts: thread.ts }) },
    powers,
    { once: true },
  )
  const { ok, error, ts } = objectIn(response.body)
  if (response.status === 200 && (typeof ok !== 'boolean' || (ok && typeof ts !== 'string'))) return UNREAD
  if (HALF_DONE.has(error)) return halfDone(String(error))
  if (error === 'thread_not_found') {
    await powers.state.change(() => null)
    return { result: 'retry', reason: 'The thread was deleted in Slack. Another one is begun.' }
  }
  return typeof ts === 'string' && isGood(response) ? delivered({ channel, ts }) : outcomeOf(response, powers)
}

/** The message of before, as it is to be now. */
async function update(before: Place, kept: Kept, settings: SlackSettings, powers: Powers): Promise<Outcome> {
  const response = await call('chat.update', { ...before, ...kept.message }, powers)
  if (isGood(response)) return delivered(before)
  if (objectIn(response.body).error !== 'message_not_found') return outcomeOf(response, powers)
  // somebody has deleted the message: what is to be told of a deletion is told already
  return kept.deleted ? { result: 'delivered' } : post(kept, settings, powers)
}

/** The message that starts the thread, posted where there is none yet; or why there is none. */
async function threadOf(form: string, channel: string, powers: Powers): Promise<Place | Outcome> {
  const known = placeIn(await powers.state.read())
  if (known?.channel === channel) return known
  // begun twice it is a line too many; sent once, what is to stand in it would not be sent at all
  const response = await call('chat.postMessage', { channel, ...threadMessage(form) }, powers)
  const { ts } = objectIn(response.body)
  if (typeof ts !== 'string' || !isGood(response)) return outcomeOf(response, powers)
  await powers.state.change(() => ({ channel, ts }))
  return { channel, ts }
}

async function postByAddress(address: string, { message }: Kept, powers: Powers): Promise<Outcome> {
  const response = await powers.request({
    method: 'POST',
    url: address,
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify(message),
    once: true,
  })
  if (response.status === 200 && response.body.trim() === 'ok') return { result: 'delivered' }
  if (response.status === 404 || response.status === 410 || response.body.trim() === 'no_service')
    return { result: 'gone', reason: WORDS[response.body.trim()] ?? WORDS.no_service ?? '' }
  const error = response.body.trim().slice(0, 100)
  if (HALF_DONE.has(error)) return halfDone(error)
  const outcome = outcomeOf({ ...response, body: JSON.stringify({ error }) }, powers)
  return response.status === 200 && outcome.result === 'retry' && !PASSING.has(error) ? UNREAD : outcome
}

function call(
  method: string,
  message: object,
  { connection }: Powers,
  { once = false } = {},
): Promise<OutboundResponse> {
  return connection.request({
    method: 'POST',
    url: `${API}/${method}`,
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify(message),
    once,
  })
}

/** What follows from an answer that is no success: errors come with status 200, too. */
function outcomeOf({ status, headers, body }: OutboundResponse, { now }: Powers): Outcome {
  const { error } = objectIn(body)
  const code = typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : undefined
  if (status === 429 || status >= 500 || (code !== undefined && PASSING.has(code))) {
    const retryAfter = secondsToWait(headers['retry-after'], now)
    return {
      result: 'retry',
      reason: `Slack answered ${code ?? status}.`,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
  if (code === undefined) {
    return status === 200
      ? { result: 'retry', reason: 'Slack answered something that cannot be read.' }
      : { result: status === 410 ? 'gone' : 'failed', reason: `Slack answered ${status}.` }
  }
  const reason = WORDS[code] ?? `Slack refused the message (${code}).`
  if (REFUSED.has(code)) return { result: 'reconnect', reason: `Slack refused the bot (${code}).` }
  return { result: code === 'is_archived' || code === 'channel_is_archived' ? 'gone' : 'failed', reason }
}

function isGood({ status, body }: OutboundResponse): boolean {
  return status === 200 && objectIn(body).ok === true
}

function delivered(place: Place): Outcome {
  const link = `https://slack.com/archives/${place.channel}/p${place.ts.replace('.', '')}`
  return { result: 'delivered', link, state: place }
}

function placeIn(state: unknown): Place | undefined {
  const { channel, ts }: Record<string, unknown> = Object(state)
  return typeof channel === 'string' && typeof ts === 'string' ? { channel, ts } : undefined
}

/** A page of channels. */
async function list(cursor: string, { connection }: ChoicePowers): Promise<Choices | ChoiceProblem> {
  const query = new URLSearchParams({
    types: 'public_channel,private_channel',
    exclude_archived: 'true',
    limit: String(PAGE),
    ...(cursor !== '' && { cursor }),
  })
  const response = await connection.request({
    method: 'GET',
    url: `${API}/conversations.list?${query}`,
    headers: {},
    body: '',
  })
  const { channels, response_metadata: page, error } = objectIn(response.body)
  if (!isGood(response) || !Array.isArray(channels)) {
    const said = typeof error === 'string' ? error : response.status
    return { problem: `Slack does not list its channels now (${said}). Try again in a moment.` }
  }
  const next: unknown = Object(page).next_cursor
  return {
    choices: channels.flatMap((channel: unknown) => {
      const { id, name, is_private: isPrivate }: Record<string, unknown> = Object(channel)
      if (typeof id !== 'string' || typeof name !== 'string') return []
      return { id, label: `#${name}`, ...(isPrivate === true && { hint: 'private' }) }
    }),
    ...(typeof next === 'string' && next !== '' && { cursor: next }),
  }
}
