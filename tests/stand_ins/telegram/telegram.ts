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
  readonly messages: { chat: string; id: number; text: string }[] = []

  static async open(): Promise<TelegramStandIn> {
    const telegram = new TelegramStandIn()
    await telegram.server.open((arrived) => telegram.#answer(arrived))
    return telegram
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

function good(result: unknown): Said {
  return { status: 200, body: { ok: true, result } }
}

function refusal(status: number, description: string): Said {
  return { status, body: { ok: false, error_code: status, description } }
}
