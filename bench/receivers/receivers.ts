import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LARGE = Buffer.alloc(2 * 1024 * 1024, '{"said":"much"}')

/** Ways of not being well; of one that is down nobody listens. */
export const MOODS = ['down', 'slow', 'lying', 'of many words'] as const
export type Mood = (typeof MOODS)[number]

/** The answer to a request in a mood. Those that have taken it all the same are `TAKING`. */
async function answer(mood: Mood | undefined, response: http.ServerResponse): Promise<void> {
  if (mood === 'slow') await sleep(5_000)
  if (mood === 'of many words') response.writeHead(200).end(LARGE)
  else if (mood === 'lying') lie(response)
  else response.writeHead(204).end()
}
const TAKING: readonly (Mood | undefined)[] = [undefined, 'slow', 'of many words']

/** Now this, now that, and none of it is meant. */
function lie(response: http.ServerResponse): void {
  const lot = Math.random()
  if (lot < 0.3) response.socket?.end('HTTP/1.1 200 Fine\r\ncontent-length: 500\r\n\r\nshort')
  else if (lot < 0.6) response.socket?.end('I am no HTTP\r\n\r\n')
  else response.writeHead(500, { 'content-type': 'application/json' }).end('{"ok":true}')
}

/** Each has a host of its own, as receivers have: calls to one host wait for each other. */
let hosts = 0
function nextHost(): string {
  hosts += 1
  return `127.0.${1 + Math.floor(hosts / 250)}.${1 + (hosts % 250)}`
}

/** A receiver of webhooks on a host of its own. What it took, it knows by the id of the delivery. */
export class BenchReceiver {
  readonly taken = new Set<string>()
  #mood: Mood | undefined
  readonly #server = http.createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      if (TAKING.includes(this.#mood)) this.taken.add(String(request.headers['webhook-id']))
      void answer(this.#mood, response)
    })
  })
  readonly #host = nextHost()
  #port = 0

  static async open(mood?: Mood): Promise<BenchReceiver> {
    const receiver = new BenchReceiver()
    receiver.#mood = mood
    await receiver.#listen(0)
    receiver.#port = (receiver.#server.address() as AddressInfo).port
    if (mood === 'down') await receiver.close()
    return receiver
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}/hook`
  }

  /** Is well from now on. */
  async recover(): Promise<void> {
    this.#mood = undefined
    if (!this.#server.listening) await this.#listen(this.#port)
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen(port, this.#host)
    await once(this.#server, 'listening')
  }
}
