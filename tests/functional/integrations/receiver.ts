import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Arrival {
  at: number
  url: string
  headers: Record<string, string>
  body: string
}

export type Answer = (
  arrival: Arrival,
  index: number,
) => {
  status: number
  headers?: Record<string, string>
  body?: string
  /** answer only after this many milliseconds, or when this comes about */
  after?: number | Promise<unknown>
}

/** A webhook receiver on 127.0.0.1: an HTTP server of its own, which knows nothing of the application. */
export class Receiver {
  readonly arrivals: Arrival[] = []
  readonly #server: http.Server
  #answer: Answer
  #waiting: (() => void)[] = []

  private constructor(answer: Answer) {
    this.#answer = answer
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        const arrival: Arrival = {
          at: Date.now(),
          url: request.url ?? '',
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks).toString(),
        }
        const { status, headers: own, body, after = 0 } = this.#answer(arrival, this.arrivals.length)
        this.arrivals.push(arrival)
        for (const waiting of this.#waiting.splice(0)) waiting()
        const answered = () => response.writeHead(status, own).end(body)
        if (typeof after === 'number') setTimeout(answered, after)
        else void after.then(answered)
      })
    })
  }

  static async open(answer: Answer = () => ({ status: 204 })): Promise<Receiver> {
    const receiver = new Receiver(answer)
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/hook`
  }

  /** Answers differently from now on. */
  answer(answer: Answer): void {
    this.#answer = answer
  }

  /** Resolves when so many requests have arrived. */
  async arrived(count: number): Promise<Arrival[]> {
    const deadline = AbortSignal.timeout(30_000)
    while (this.arrivals.length < count) {
      deadline.throwIfAborted()
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        deadline.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return this.arrivals
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
