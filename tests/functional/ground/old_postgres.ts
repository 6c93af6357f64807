import net from 'node:net'

/** Columns of the first query of `npm start`, each with the number of its type. */
const ANSWER = [
  ['database', 25, 'formwright'],
  ['may', 16, 't'],
  ['name', 25, 'postgres'],
  ['number', 23, '170006'],
  ['version', 25, '17.6'],
] as const

/** What stands where a PostgreSQL of another version would: it lets everybody in, and says that version to whatever is asked. */
export class OldPostgres {
  readonly url: string
  readonly #server: net.Server
  /** what was asked, in order */
  readonly asked: string[]

  private constructor(server: net.Server, port: number, asked: string[]) {
    this.#server = server
    this.url = `postgres://postgres@127.0.0.1:${port}/formwright`
    this.asked = asked
  }

  static open(): Promise<OldPostgres> {
    const asked: string[] = []
    const server = net.createServer((socket) => {
      // each message of the client begins with its type, but for the first
      socket.once('data', () => {
        socket.write(Buffer.concat([message('R', int(0, 4)), message('Z', 'I')]))
        socket.on('data', (sent) => {
          if (sent.toString('latin1', 0, 1) !== 'Q') return
          asked.push(sent.toString('utf8', 5, sent.length - 1))
          socket.write(Buffer.concat([columns(), row(), message('C', 'SELECT 1\0'), message('Z', 'I')]))
        })
      })
      socket.on('error', () => undefined)
    })
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(new OldPostgres(server, address && typeof address === 'object' ? address.port : 0, asked))
      })
    })
  }

  close(): void {
    this.#server.close()
  }
}

function int(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}

/** A message of the server: its type, its length with these four bytes, what it says. */
function message(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from(type), int(body.length + 4, 4), body])
}

function columns(): Buffer {
  const described = ANSWER.map(([name, type]) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int(0, 4),
      int(0, 2),
      int(type, 4),
      int(-1, 2),
      int(-1, 4),
      int(0, 2),
    ]),
  )
  return message('T', int(ANSWER.length, 2), ...described)
}

function row(): Buffer {
  const values = ANSWER.flatMap(([, , value]) => [int(value.length, 4), Buffer.from(value)])
  return message('D', int(ANSWER.length, 2), ...values)
}
