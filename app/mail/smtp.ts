import { domainToASCII } from 'node:url'
import { createTransport, type Transporter } from 'nodemailer'
import type { SmtpServer } from '#app/mail/smtp_server'
import { maskText } from '#app/outbound/masks'
import type { MailAddress } from '@formwright/kit/mail'

/** A message that is ready to go. */
export interface Message {
  /** without the angle brackets */
  messageId: string
  /** it answers what its recipient did, rather than telling of something (RFC 3834, 5) */
  replies: boolean
  from: MailAddress
  to: readonly MailAddress[]
  /** addresses of these that an earlier attempt reached: they stand in the message, and do not get it again */
  reached: readonly string[]
  replyTo?: MailAddress
  subject: string
  html: string
  text: string
  attachments: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** Whom a server did not take a message for; `later`: it may if it is asked again. */
export interface RefusedRecipient {
  address: string
  later: boolean
}

/** What a server said of a message; `answer` is its last line. `taken`: somebody got it, now or by an earlier attempt. */
export type SmtpAnswer =
  | { result: 'taken'; code: number; answer: string; refused: readonly RefusedRecipient[] }
  | { result: 'later' | 'refused' | 'account'; reason: string; code: number; answer: string }

/** What SMTP answers to a message it took (RFC 5321, 4.2.2). */
const TAKEN = 250

/** How long whoever asks whether a server answers waits, in milliseconds. */
const ASKED = 10_000

/** How long a server may take for each step, in milliseconds. */
const PATIENCE = 15_000

/** And in all: one that says a letter each second is never silent. An attempt of a delivery has a little longer. */
const LONGEST = 25_000

/**
 * Hands a message to a server, once, within so many milliseconds. `address` is where it is, if that was looked up and
 * checked; the certificate must carry the server's name all the same. `later`: a repeat may succeed; `account`: it does not
 * let us in.
 */
export async function submit(
  server: SmtpServer,
  message: Message,
  address = server.host,
  longest = LONGEST,
): Promise<SmtpAnswer> {
  const transport = transportTo(server, address)
  try {
    return withoutPassword(await answerOf(transport, message, AbortSignal.timeout(longest)), server)
  } finally {
    transport.close()
  }
}

function transportTo(server: SmtpServer, address: string): Transporter {
  return createTransport({
    host: address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: { servername: server.host },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    socketCloseTimeout: 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Why a server would take no mail now; undefined where it lets us in. Nothing is sent. */
export async function whyUnusable(server: SmtpServer, longest = ASKED): Promise<string | undefined> {
  const transport = transportTo(server, server.host)
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('The mail server took too long.'), longest)
  try {
    return await Promise.race([late.promise, transport.verify().then(() => undefined, reasonOf)])
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

function reasonOf(error: unknown): string | undefined {
  const said = refusalOf(error)
  return said.result === 'taken' ? undefined : said.reason
}

async function answerOf(transport: Transporter, message: Message, signal: AbortSignal): Promise<SmtpAnswer> {
  const { messageId, replies, replyTo, reached, attachments, ...words } = message
  const due = message.to.filter(({ address }) => !reached.includes(address))
  try {
    const sent = await transport.sendMail({
      ...words,
      signal,
      subject: oneLine(message.subject),
      from: asHeader(message.from),
      to: message.to.map(asHeader),
      envelope: { from: message.from.address, to: due.map(({ address }) => address) },
      ...(replyTo && { replyTo: asHeader(replyTo) }),
      messageId: `<${messageId}>`,
      // RFC 3834: nobody's answering machine answers
      headers: {
        'Auto-Submitted': replies ? 'auto-replied' : 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
      },
      attachments: attachments.map((attachment) => ({ ...attachment })),
    })
    const refused = refusedOf(sent.rejectedErrors, due)
    return { result: 'taken', code: TAKEN, answer: String(sent.response), refused }
  } catch (error) {
    const refusal = signal.aborted ? TOO_LONG : refusalOf(error)
    const { rejectedErrors }: { rejectedErrors?: unknown } = Object(error)
    const refused = reached.length > 0 ? refusedOf(rejectedErrors, due) : []
    return refused.length > 0 ? { ...refusal, result: 'taken', refused } : refusal
  }
}

const TOO_LONG: SmtpAnswer = {
  result: 'later',
  reason: 'The mail server took too long.',
  code: 0,
  answer: '',
}

/** Of those who were to get it, whom the server refused: one by one, each for now or for good (RFC 5321, 4.2.1). */
function refusedOf(errors: unknown, due: readonly MailAddress[]): RefusedRecipient[] {
  const codes = new Map<string, number>()
  for (const error of Array.isArray(errors) ? errors : []) {
    const { recipient, responseCode }: Record<string, unknown> = Object(error)
    codes.set(withPlainDomain(String(recipient)), Number(responseCode))
  }
  return due.flatMap(({ address }) => {
    const code = codes.get(withPlainDomain(address))
    return code === undefined ? [] : { address, later: code < 500 }
  })
}

/** The domain in ASCII, as it may be sent. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return address.slice(0, at) + (domainToASCII(domain) || domain)
}

/** A server may repeat what it was told; what it answers is shown and kept. */
function withoutPassword(said: SmtpAnswer, { user = '', password = '' }: SmtpServer): SmtpAnswer {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  // as it is told by AUTH LOGIN and AUTH PLAIN
  const secrets = password === '' ? [] : [password, base64(password), base64(`\0${user}\0${password}`)]
  const answer = maskText(said.answer, secrets)
  return said.result === 'taken'
    ? { ...said, answer }
    : { ...said, answer, reason: maskText(said.reason, secrets) }
}

/** Given as a text, a recipient would be read as a list of them. */
function asHeader({ address, name }: MailAddress): { name: string; address: string } {
  return { address, name: oneLine(name ?? '') }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function refusalOf(error: unknown): SmtpAnswer {
  const { responseCode, response, code, message }: Record<string, unknown> = Object(error)
  const status = typeof responseCode === 'number' ? responseCode : 0
  const answer = typeof response === 'string' ? response : ''
  const said = answer === '' ? '' : ` It said: ${answer}`
  const refusal = (result: 'later' | 'refused' | 'account', words: string): SmtpAnswer => {
    return { result, reason: `${words}${said}`, code: status, answer }
  }
  const untrusted = status === 0 && /certificate|self.signed/i.test(String(message))
  // whatever it answers to STARTTLS: it has not seen the mail
  if (code === 'ETLS' || untrusted) {
    const why = untrusted ? 'its certificate was not accepted' : 'it began no TLS'
    return refusal('later', `No secure connection to the mail server: ${why}.`)
  }
  if (code === 'EAUTH') return refusal('account', 'The mail server does not accept the account.')
  if (status >= 500) return refusal('refused', 'The mail server refused the mail.')
  if (status >= 400) return refusal('later', 'The mail server asks to try again later.')
  return refusal('later', 'The mail server could not be reached.')
}
