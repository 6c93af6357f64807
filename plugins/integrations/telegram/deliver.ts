import type {
  Choice,
  ChoicePowers,
  ChoiceProblem,
  Choices,
  ConnectionPower,
  Deliver,
  Outcome,
  OutboundResponse,
  Powers,
} from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import type { TelegramSettings } from './integration.ts'
import { drawn, messageOf } from './message.ts'

const API = 'https://api.telegram.org'

/** Updates that Telegram gives at most, the earliest first. */
const MOST_UPDATES = 100

/** What comes with the message, and is no part of it. */
interface Kept {
  html: string
  deleted: boolean
}

/** A message where it stands. */
interface Place {
  chat: string
  message: number
}

/** An answer of Telegram, read as far as it can be. */
interface Said {
  ok: boolean
  result: Record<string, unknown>
  description: string
  /** seconds */
  retryAfter?: number
  /** the chat that a group became */
  movedTo?: string
}

/** Sends messages as a bot of Telegram. */
const telegram: Deliver<TelegramSettings> = {
  body(event, settings) {
    const kept: Kept = { html: messageOf(event, settings), deleted: event.name === 'submission.deleted' }
    return JSON.stringify(kept)
  },

  preview: (event, settings) => drawn(messageOf(event, settings)),

  async deliver({ body, settings, state }, powers) {
    const kept: Kept = JSON.parse(body)
    const before = placeIn(state)
    return before ? update(before, kept, settings, powers) : send(kept, settings, powers)
  },

  choices: (_name, { search }, powers) => chatsFor(search.trim(), powers),
}
export default telegram

/** A new message; where the group has become another chat, there, and from then on. */
async function send(kept: Kept, { chat, quiet }: TelegramSettings, powers: Powers): Promise<Outcome> {
  const moved = movedIn(await powers.state.read())
  const to = moved?.from === chat.id ? moved.to : chat.id
  const post = (id: string) =>
    call('sendMessage', { chat_id: id, ...textOf(kept), disable_notification: quiet }, powers.connection)
  const first = await post(to)
  const { movedTo } = readSaid(first)
  if (movedTo === undefined) return outcomeOf(first, powers)
  await powers.state.change(() => ({ from: chat.id, to: movedTo }))
  return outcomeOf(await post(movedTo), powers)
}

/** The message of before, as it is to be now. */
async function update(
  before: Place,
  kept: Kept,
  settings: TelegramSettings,
  powers: Powers,
): Promise<Outcome> {
  const place = { chat_id: before.chat, message_id: before.message }
  const response = await call('editMessageText', { ...place, ...textOf(kept) }, powers.connection)
  const { description } = readSaid(response)
  if (response.status !== 400) return outcomeOf(response, powers, before)
  // a repeat says what stands there already
  if (/message is not modified/i.test(description)) return { result: 'delivered', state: before }
  if (!/message (to edit not found|can't be edited)|group chat was upgraded/i.test(description))
    return outcomeOf(response, powers, before)
  // somebody has deleted the message: what is to be told of a deletion is told already
  return kept.deleted ? { result: 'delivered' } : send(kept, settings, powers)
}

function textOf({ html }: Kept) {
  return { text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
}

function call(method: string, message: object, { request }: ConnectionPower): Promise<OutboundResponse> {
  return request({
    method: 'POST',
    url: `${API}/${method}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    once: method === 'sendMessage',
  })
}

function readSaid({ body }: OutboundResponse): Said {
  const { ok, result, description, parameters } = objectIn(body)
  const { retry_after: seconds, migrate_to_chat_id: movedTo }: Record<string, unknown> = Object(parameters)
  return {
    ok: ok === true,
    result: Object(result),
    description: typeof description === 'string' ? description.slice(0, 200) : '',
    ...(typeof seconds === 'number' && seconds >= 0 && { retryAfter: Math.ceil(seconds) }),
    // of 64 bits: longer than JavaScript's whole numbers never are today
    ...(typeof movedTo === 'number' && { movedTo: String(movedTo) }),
  }
}

/** What follows from an answer; `before` is the message that was changed. */
function outcomeOf(response: OutboundResponse, { now }: Powers, before?: Place): Outcome {
  const { status, headers } = response
  const { ok, result, description, retryAfter } = readSaid(response)
  if (status === 200) {
    const place = ok ? (sentTo(result) ?? before) : undefined
    if (place) return { result: 'delivered', state: place, ...linkTo(result, place) }
    const unread = 'Telegram answered something that cannot be read.'
    return before
      ? { result: 'retry', reason: unread }
      : { result: 'unsure', reason: `${unread} The message may be there: look before you send it again.` }
  }
  const said = `Telegram answered ${status}${description === '' ? '.' : `: ${description}.`}`
  if (status === 429 || status >= 500) {
    const after = retryAfter ?? secondsToWait(headers['retry-after'], now)
    return { result: 'retry', reason: said, ...(after !== undefined && { retryAfter: after }) }
  }
  if (status === 403 || status === 410) {
    const reason = 'The bot was blocked, or removed from the chat. Let it in again, then switch this on.'
    return { result: 'gone', reason }
  }
  if (/chat not found/i.test(description)) {
    const reason =
      'Telegram does not know this chat. Write to the bot, or add it there; or choose another one.'
    return { result: 'failed', reason }
  }
  if (/not enough rights|have no rights/i.test(description))
    return { result: 'failed', reason: 'The bot may not write there. Give it the right to send messages.' }
  return { result: 'failed', reason: said }
}

function sentTo({ chat, message_id: message }: Record<string, unknown>): Place | undefined {
  const { id }: Record<string, unknown> = Object(chat)
  return typeof id === 'number' && typeof message === 'number' ? { chat: String(id), message } : undefined
}

/** Only messages of supergroups and channels have an address. */
function linkTo({ chat }: Record<string, unknown>, { chat: id, message }: Place): { link?: string } {
  const { username }: Record<string, unknown> = Object(chat)
  if (id.startsWith('-') && typeof username === 'string')
    return { link: `https://t.me/${encodeURIComponent(username)}/${message}` }
  return id.startsWith('-100') ? { link: `https://t.me/c/${id.slice(4)}/${message}` } : {}
}

/**
 * Chats in which the bot was met in the last day: Telegram keeps no list of them. What looks like an id or a name is asked
 * for itself. Updates are read and not taken, so that whoever else reads them misses none.
 */
async function chatsFor(search: string, { connection }: ChoicePowers): Promise<Choices | ChoiceProblem> {
  const named = /^(@\w{4,32}|-?\d{1,20})$/.test(search) ? await chatNamed(search, connection) : undefined
  // which kinds of updates are wanted is not said: Telegram would keep that for whoever else reads them
  const response = await call('getUpdates', { limit: MOST_UPDATES, timeout: 0 }, connection)
  const { ok, result, description } = objectIn(response.body)
  if (!ok || !Array.isArray(result)) {
    if (named) return { choices: [named] }
    return {
      problem:
        response.status === 409
          ? 'Another program reads the messages of this bot. Search for the id or the @name of the chat.'
          : `Telegram does not list the chats of the bot now (${typeof description === 'string' ? description : response.status}).`,
    }
  }
  const met = new Map(named ? [[named.id, named]] : [])
  for (const update of result) {
    const { message, channel_post: post, my_chat_member: member }: Record<string, unknown> = Object(update)
    const chat = choiceOf(Object(message ?? post ?? member).chat)
    if (chat && includes(chat.label, search)) met.set(chat.id, chat)
  }
  if (met.size === 0 && result.length >= MOST_UPDATES)
    return { problem: 'Too many messages wait for this bot. Search for the id or the @name of the chat.' }
  return { choices: [...met.values()].toReversed() }
}

async function chatNamed(search: string, connection: ConnectionPower): Promise<Choice | undefined> {
  const { ok, result } = readSaid(await call('getChat', { chat_id: search }, connection))
  return ok ? choiceOf(result) : undefined
}

function choiceOf(chat: unknown): Choice | undefined {
  const {
    id,
    type,
    title,
    username,
    first_name: first,
    last_name: last,
  }: Record<string, unknown> = Object(chat)
  if (typeof id !== 'number') return undefined
  const names = [title, ...(title === undefined ? [first, last] : [])]
  const label = names.filter((name) => typeof name === 'string' && name !== '').join(' ')
  const fallback = typeof username === 'string' ? `@${username}` : String(id)
  const hint = typeof type === 'string' ? (type === 'supergroup' ? 'group' : type) : ''
  return { id: String(id), label: label || fallback, ...(hint !== '' && { hint }) }
}

function includes(label: string, search: string): boolean {
  return label.toLowerCase().includes(search.toLowerCase())
}

function placeIn(state: unknown): Place | undefined {
  const { chat, message }: Record<string, unknown> = Object(state)
  return typeof chat === 'string' && typeof message === 'number' ? { chat, message } : undefined
}

function movedIn(state: unknown): { from: string; to: string } | undefined {
  const { from, to }: Record<string, unknown> = Object(state)
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined
}
