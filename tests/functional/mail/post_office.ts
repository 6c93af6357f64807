import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import env from '#start/env'

/** A mail as it arrived, and as an independent reader understands it. */
export interface ArrivedMail {
  /** whom the envelope names */
  to: string[]
  from: string
  source: string
  mail: Email
}

/** What the server says to a recipient; nothing lets it pass. */
type Refusal = (address: string) => { code: number; message: string } | undefined | Promise<undefined>

/** A mail server on 127.0.0.1 that knows nothing of the application. */
export class PostOffice {
  readonly arrived: ArrivedMail[] = []
  refuse: Refusal = () => undefined
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onRcptTo: ({ address }, _session, done) =>
        void Promise.resolve(this.refuse(address)).then((refusal) =>
          refusal ? done(Object.assign(new Error(refusal.message), { responseCode: refusal.code })) : done(),
        ),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const source = Buffer.concat(chunks).toString('utf8')
          void PostalMime.parse(source).then((mail) => {
            const { mailFrom, rcptTo } = session.envelope
            this.arrived.push({
              to: rcptTo.map(({ address }) => address),
              from: mailFrom === false ? '' : mailFrom.address,
              source,
              mail,
            })
            done()
          }, done)
        })
      },
      ...options,
    })
  }

  /** Opens one on a free port. */
  static async open(options: SMTPServerOptions = {}): Promise<PostOffice> {
    const office = new PostOffice(options)
    office.#server.on('error', () => undefined)
    await new Promise<void>((resolve) => office.#server.listen(0, '127.0.0.1', resolve))
    return office
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** Makes it the server that the operator named; answers what takes that back. */
  serve(): () => void {
    env.set('SMTP_URL', `smtp://127.0.0.1:${this.port}?security=none`)
    env.set('MAIL_FROM', 'Forms <forms@house.example>')
    return () => {
      env.set('SMTP_URL', '')
      env.set('MAIL_FROM', '')
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
