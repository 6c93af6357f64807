import { type Arrived, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'
import { messageFault } from '#tests/stand_ins/telegram/message_rules'

export const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

interface Chat {
  id: number
  type: 'private' | 'group' | 'supergroup' | 'channel'
  title?: string
  first_name?: string
  username?: string
}

/** Telegram with one bot: who wrote to it, and what it wrote. */
export class TelegramStandIn {
  readonly server = new StandInServer()
  /** where the bot was met in the last day */
  met: Chat[] = [{ id: 42, type: 'private', first_name: 'Ada' }]
  /** none once it was revoked */
  token: string | undefined = TOKEN
  /** what else takes the updates of the bot */
  rival: 'webhook' | 'poller' | undefined
  /** so many of the next messages are too many */
  tooMany = 0
  readonly messages: { chat: string; id: number; text: string }[] = []
  readonly #moved = new Map<string, number>()

  static async open(): Promise<TelegramStandIn> {
    const telegram = new TelegramStandIn()
    await telegram.server.open((arrived) => telegram.#answer(arrived))
    return telegram
  }

  /** A group becomes a supergroup, which is another chat. Answers its id. */
  upgrade(id: number): number {
    const group = this.met.find((one) => one.id === id)
    if (!group) throw new Error('the bot is not in this group')
    const next: Chat = { ...group, id: -1_000_000_000_000 + id, type: 'supergroup' }
    this.met = [...this.met.filter((one) => one !== group), next]
    this.#moved.set(String(id), next.id)
    return next.id
  }

  #answer({ path, body, headers }: Arrived): Said {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (token === undefined) return refusal(404, 'Not Found')
    if (token !== this.token) return refusal(token === TOKEN ? 401 : 404, 'Unauthorized')
    if (method === 'getMe')
      return good({ id: 110201543, is_bot: true, first_name: 'Answers', username: 'answers_bot' })
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      return refusal(400, 'Bad Request: message text is empty')
    const asked: Record<string, unknown> = JSON.parse(body)
    // Telegram would keep them for whoever else reads
    if (method === 'getUpdates' && 'allowed_updates' in asked)
      return refusal(400, 'Bad Request: not yours to say')
    if (method === 'getUpdates' && this.rival !== undefined) return refusal(409, CONFLICTS[this.rival])
    if (method === 'getUpdates')
      return good(this.met.map((chat, index) => ({ update_id: index, message: { message_id: index, chat } })))
    if (method === 'getChat') {
      const chat = this.met.find((one) =>
        [String(one.id), `@${one.username}`].includes(String(asked.chat_id)),
      )
      return chat ? good(chat) : refusal(400, 'Bad Request: chat not found')
    }
    const fault = messageFault(method, asked)
    if (fault !== undefined) return refusal(400, `Bad Request: can't parse entities: ${fault}`)
    if (this.tooMany > 0) {
      this.tooMany--
      return refusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
    }
    const movedTo = this.#moved.get(String(asked.chat_id))
    if (movedTo !== undefined) {
      const words = 'Bad Request: group chat was upgraded to a supergroup chat'
      return refusal(400, words, { migrate_to_chat_id: movedTo })
    }
    return method === 'sendMessage' ? this.#send(asked) : this.#edit(asked)
  }

  #send({ chat_id: chat, text }: Record<string, unknown>): Said {
    const to = this.met.find(({ id }) => String(id) === String(chat))
    if (!to) return refusal(400, 'Bad Request: chat not found')
    const message = { chat: String(chat), id: this.messages.length + 1, text: String(text) }
    this.messages.push(message)
    return good({ message_id: message.id, chat: to, text })
  }

  #edit({ chat_id: chat, message_id: id, text }: Record<string, unknown>): Said {
    const message = this.messages.find((one) => one.id === id && one.chat === String(chat))
    if (!message) return refusal(400, 'Bad Request: message to edit not found')
    if (message.text === text) return refusal(400, 'Bad Request: message is not modified')
    message.text = String(text)
    return good({ message_id: id, chat: this.met.find((one) => String(one.id) === String(chat)), text })
  }
}

const CONFLICTS = {
  webhook: "Conflict: can't use getUpdates method while webhook is active",
  poller: 'Conflict: terminated by other getUpdates request',
}

function good(result: unknown): Said {
  return { status: 200, body: { ok: true, result } }
}

function refusal(status: number, description: string, parameters?: object): Said {
  return { status, body: { ok: false, error_code: status, description, ...(parameters && { parameters }) } }
}
