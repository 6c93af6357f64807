import { connect, type Socket } from 'node:net'

/** What a run of load found. */
export interface Load {
  /** answers with the wanted status in a second */
  rate: number
  /** milliseconds, sorted */
  times: number[]
  refused: number
}

interface Options {
  port: number
  connections: number
  seconds: number
  /** one whole request, made anew for each */
  request(): string
  status: number
  /** requests in a second over all connections; as fast as it goes unless given */
  pace?: number
}

/**
 * Sends requests over so many connections, each waiting for its answer. As light as can be: it shares the machine with
 * what it measures.
 */
export async function load(options: Options): Promise<Load> {
  const { connections, seconds, pace } = options
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const wait = pace === undefined ? 0 : (connections / pace) * 1000
  const one = async (index: number) => {
    const line = await Line.open(options.port)
    let due = performance.now() + (wait * index) / connections
    while (performance.now() < end) {
      if (wait > 0) {
        const early = due - performance.now()
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
        due = Math.max(due + wait, performance.now() - wait)
      }
      const sent = performance.now()
      const status = await line.ask(options.request())
      if (status === options.status) times.push(performance.now() - sent)
      else refused++
    }
    line.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)))
  const rate = times.length / ((performance.now() - started) / 1000)
  return { rate, times: times.sort((a, b) => a - b), refused }
}

/** One connection that is kept; one request at a time. */
class Line {
  #left = -1
  #head = ''
  #done: (status: number) => void = () => {}
  #status = 0

  constructor(readonly socket: Socket) {
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#take(bytes))
  }

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Line(socket)))
      socket.on('error', reject)
    })
  }

  ask(request: string): Promise<number> {
    return new Promise((resolve) => {
      this.#done = resolve
      this.socket.write(request)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  #take(bytes: Buffer): void {
    if (this.#left < 0) {
      this.#head += bytes.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#status = Number(this.#head.slice(9, 12))
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
      this.#left = length - (this.#head.length - end - 4)
    } else this.#left -= bytes.length
    if (this.#left > 0) return
    this.#left = -1
    this.#head = ''
    this.#done(this.#status)
  }
}
