import type { Deliver, Outcome, OutboundResponse, Powers } from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import { type DiscordSettings, WEBHOOK_PATH } from './integration.ts'
import { drawn, type Message, messageOf } from './message.ts'

/** What comes with the message, and is no part of it. */
interface Kept {
  message: Message
  deleted: boolean
}

/** A message where it stands: to change it, its thread must be named, too. */
interface Place {
  message: string
  thread: string
}

/** Codes of discord.com/developers/docs/topics/opcodes-and-status-codes. */
const UNKNOWN_MESSAGE = 10_008
const BAD_TOKEN = 50_027

/** Without a word of how long, the address of this server may be blocked: that lasts, and asking makes it longer. */
const BLOCKED_SECONDS = 60

/** Errors that people can mend, in words. */
const WORDS = new Map<unknown, string>([
  [10_003, 'Discord does not know the thread. Look at its id.'],
  [10_015, 'The webhook was removed in Discord. Make another one.'],
  [40_005, 'The message is too large for Discord.'],
  [50_083, 'The thread is archived. Open it again in Discord, or choose another one.'],
  [220_001, 'The channel of the webhook is a forum: enter the id of one of its threads.'],
])

/** Posts messages by a webhook of Discord. */
const discord: Deliver<DiscordSettings> = {
  body(event, settings) {
    const kept: Kept = { message: messageOf(event, settings), deleted: event.name === 'submission.deleted' }
    return JSON.stringify(kept)
  },

  preview: (event, settings) => drawn(messageOf(event, settings)),

  async deliver({ body, settings, state }, powers) {
    const webhook = webhookOf(settings.address)
    if (webhook === undefined) return { result: 'failed', reason: 'No address of a webhook is set.' }
    const kept: Kept = JSON.parse(body)
    const before = placeIn(state)
    return before ? update(before, kept, webhook, settings, powers) : post(kept, webhook, settings, powers)
  },
}
export default discord

const UNREAD: Outcome = {
  result: 'unsure',
  reason:
    'Discord answered something that cannot be read. The message may be there: look before you send it again.',
}

/** Without `wait` Discord tells of no error, nor which message it is. */
async function post(
  { message }: Kept,
  webhook: string,
  { thread }: DiscordSettings,
  powers: Powers,
): Promise<Outcome> {
  const query = new URLSearchParams({ wait: 'true', ...(thread !== '' && { thread_id: thread }) })
  const response = await call('POST', `${webhook}?${query}`, message, powers)
  if (response.status < 200 || response.status >= 300) return outcomeOf(response, powers)
  const { id } = objectIn(response.body)
  return typeof id === 'string' ? delivered({ message: id, thread }, response) : UNREAD
}

/** The message of before, as it is to be now. */
async function update(
  before: Place,
  kept: Kept,
  webhook: string,
  settings: DiscordSettings,
  powers: Powers,
): Promise<Outcome> {
  const query = before.thread === '' ? '' : `?${new URLSearchParams({ thread_id: before.thread })}`
  const response = await call('PATCH', `${webhook}/messages/${before.message}${query}`, kept.message, powers)
  if (response.status === 200) return delivered(before, response)
  if (objectIn(response.body).code !== UNKNOWN_MESSAGE) return outcomeOf(response, powers)
  // somebody has deleted the message: what is to be told of a deletion is told already
  return kept.deleted ? { result: 'delivered' } : post(kept, webhook, settings, powers)
}

function call(method: 'POST' | 'PATCH', url: string, message: Message, { request }: Powers) {
  return request({
    method,
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    once: method === 'POST',
  })
}

function outcomeOf({ status, headers, body }: OutboundResponse, { now }: Powers): Outcome {
  const { code, retry_after: asked } = objectIn(body)
  const known = typeof code === 'number' && Number.isInteger(code) ? code : undefined
  const said = `Discord answered ${known === undefined || known === 0 ? status : `${status}, code ${known}`}.`
  const header = secondsToWait(headers['retry-after'], now)
  if (status === 429) {
    const seconds = typeof asked === 'number' && asked >= 0 ? Math.ceil(asked) : undefined
    const least = seconds === undefined ? BLOCKED_SECONDS : 0
    return { result: 'retry', reason: said, retryAfter: Math.max(seconds ?? least, header ?? least) }
  }
  if (status >= 500)
    return { result: 'retry', reason: said, ...(header !== undefined && { retryAfter: header }) }
  if (status >= 200 && status < 300)
    return { result: 'retry', reason: 'Discord answered something that cannot be read.' }
  if (status === 404 || status === 410) return { result: 'gone', reason: WORDS.get(known ?? 10_015) ?? said }
  if (status === 401 || status === 403 || known === BAD_TOKEN)
    return { result: 'reconnect', reason: 'Discord refused the webhook. Make another one.' }
  return { result: 'failed', reason: WORDS.get(known) ?? said }
}

/** Leads to the message where Discord names its server. */
function delivered(state: Place, { body }: OutboundResponse): Outcome {
  const { guild_id: server, channel_id: channel } = objectIn(body)
  if (typeof server !== 'string' || typeof channel !== 'string') return { result: 'delivered', state }
  return {
    result: 'delivered',
    state,
    link: `https://discord.com/channels/${encodeURIComponent(server)}/${encodeURIComponent(channel)}/${state.message}`,
  }
}

/** Where a webhook is called: version 10 of the API, whatever the address names. */
function webhookOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  const [, id, token] = WEBHOOK_PATH.exec(pathname) ?? []
  return id === undefined || token === undefined ? undefined : `${origin}/api/v10/webhooks/${id}/${token}`
}

function placeIn(state: unknown): Place | undefined {
  const { message, thread }: Record<string, unknown> = Object(state)
  return typeof message === 'string' && /^\d+$/.test(message) && typeof thread === 'string'
    ? { message, thread }
    : undefined
}
