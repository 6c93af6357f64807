import { domainToASCII } from 'node:url'
import { buffer } from 'node:stream/consumers'
import { readFile, type ReadableFile } from '#app/files/read_file'
import { isFileLost } from '#app/files/room_errors'
import { CodedError } from '#app/http/errors'
import { drawMail } from '#app/mail/draw_mail'
import { countMail, type MailRefusal, uncountMail } from '#app/mail/mail_limits'
import { type Sender, SENDER_UNREAD, senderOf } from '#app/mail/sender'
import { type Message, type RefusedRecipient, type SmtpAnswer, submit } from '#app/mail/smtp'
import { allowedRanges } from '#app/outbound/allowed'
import { checkedAddresses } from '#app/outbound/destination'
import { OutboundError } from '#app/outbound/errors'
import { systemResolve } from '#app/outbound/names'
import { within } from '#app/workspaces/within'
import { isMailAddress, type Mail } from '@formwright/kit/mail'

/** What was said to a mail server, and what it answered, for a log. */
export interface MailExchange {
  request: { method: 'SMTP'; url: string; headers: Record<string, string> }
  response?: { status: number; headers: Record<string, string>; body: string; duration_ms: number }
}

/** What came of a mail; `waiting`: there is nobody who could send it. */
export type MailResult =
  | { result: 'delivered'; exchange: MailExchange }
  | {
      result: 'retry' | 'failed' | 'reconnect'
      reason: string
      retryAfter?: number
      exchange?: MailExchange
      /** what is used up */
      limit?: MailRefusal['limit']
      /** who has it already, where some have and others have not */
      reached?: readonly string[]
    }
  | { result: 'waiting'; reason: string }

/** A mail that an earlier attempt may have brought to some of its recipients. */
export type RepeatedMail = Mail & { reached?: readonly string[] }

/** Most people who get one mail. */
const MOST_RECIPIENTS = 50
/** Bytes of files that go along with one mail. */
const LARGEST_ATTACHED = 5 * 1024 * 1024

/** Why mails of a workspace wait. */
export const NOBODY_SENDS =
  'There is no mail server. It waits until the workspace has one of its own, or the operator sets SMTP_URL.'

/** Makes one attempt to send a mail of a workspace. Throws nothing that a mail or a server is to blame for. */
export async function sendMail(workspaceId: string, mail: RepeatedMail): Promise<MailResult> {
  const wrong = mail.to.find(({ address }) => !isMailAddress(address))
  if (wrong) return { result: 'failed', reason: `“${wrong.address}” is no address that mail can be sent to.` }
  if (mail.to.length === 0) return { result: 'failed', reason: 'Nobody is to get this mail.' }
  if (mail.to.length > MOST_RECIPIENTS)
    return { result: 'failed', reason: `A mail goes to up to ${MOST_RECIPIENTS} addresses.` }
  const sender = await usableSender(workspaceId)
  if (sender === 'unread') return { result: 'retry', reason: SENDER_UNREAD }
  if (!sender) return { result: 'waiting', reason: NOBODY_SENDS }
  const refusal = await countMail(workspaceId, mail)
  if (refusal) return refused(refusal)
  const result = await sendBy(sender, mail, await attachmentsOf(workspaceId, mail))
  const went = result.result === 'delivered' || (result.result !== 'waiting' && result.reached)
  if (!went) await uncountMail(workspaceId, mail)
  return result
}

async function usableSender(workspaceId: string): Promise<Sender | 'unread' | undefined> {
  try {
    return await within(workspaceId, senderOf)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'E_SENDER_UNREAD') return 'unread'
    throw error
  }
}

/** Sends a mail by this sender, whatever the limits say. */
export async function sendBy(
  sender: Sender,
  mail: RepeatedMail,
  attachments: Message['attachments'] = [],
): Promise<MailResult> {
  const message = messageOf(sender, mail, attachments)
  const exchange: MailExchange = {
    request: {
      method: 'SMTP',
      url: `smtp${sender.server.security === 'tls' ? 's' : ''}://${sender.server.host}:${sender.server.port}`,
      headers: {
        from: message.from.address,
        to: message.to.map(({ address }) => address).join(', '),
        subject: message.subject,
        'message-id': message.messageId,
      },
    },
  }
  const started = Date.now()
  let answer: SmtpAnswer
  try {
    answer = await submit(sender.server, message, await addressOf(sender))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { result: 'retry', reason: error.message, exchange }
  }
  if (answer.answer !== '') {
    exchange.response = {
      status: answer.code,
      headers: {},
      body: answer.answer,
      duration_ms: Date.now() - started,
    }
  }
  if (answer.result === 'taken') return takenBy(message, answer.refused, exchange)
  return resultOf(answer, sender, exchange)
}

/** Whoever is refused for now is tried again, alone. */
function takenBy({ to }: Message, refused: readonly RefusedRecipient[], exchange: MailExchange): MailResult {
  if (refused.length === 0) return { result: 'delivered', exchange }
  const among = (later: boolean) =>
    refused.flatMap((one) => (one.later === later ? one.address : [])).join(', ')
  const [later, forGood] = [among(true), among(false)]
  const said = [
    ...(forGood === '' ? [] : [`refused ${forGood}`]),
    ...(later === '' ? [] : [`asks to try again later for ${later}`]),
  ]
  return {
    result: later === '' ? 'failed' : 'retry',
    reason: `The mail server ${said.join(', and ')}. The others got the mail.`,
    exchange,
    reached: to
      .map(({ address }) => address)
      .filter((one) => !refused.some(({ address }) => address === one)),
  }
}

function resultOf(
  answer: Exclude<SmtpAnswer, { result: 'taken' }>,
  { own }: Sender,
  exchange: MailExchange,
): MailResult {
  const { reason } = answer
  if (answer.result === 'refused') return { result: 'failed', reason, exchange }
  // the account of the instance is the operator's: its mails wait for them by the schedule
  const result = answer.result === 'account' && own ? 'reconnect' : 'retry'
  return { result, reason, exchange }
}

function refused({ limit, seconds }: MailRefusal): MailResult {
  return limit === 'workspace'
    ? {
        result: 'retry',
        reason: 'The workspace has sent as many mails in an hour as it may.',
        retryAfter: seconds,
        limit,
      }
    : { result: 'failed', reason: 'This address has got as many mails of forms in a day as one may.', limit }
}

/** Where the server is: checked where a tenant named it, so that nobody talks to what only we can reach. */
async function addressOf({ server, own }: Sender): Promise<string> {
  if (!own) return server.host
  const [first] = await checkedAddresses({ hostname: server.host }, systemResolve, allowedRanges())
  return first?.toString() ?? server.host
}

function messageOf(sender: Sender, mail: RepeatedMail, attachments: Message['attachments']): Message {
  const domain = sender.from.address.slice(sender.from.address.lastIndexOf('@') + 1)
  return {
    messageId: `${mail.id}@${domainToASCII(domain) || domain}`,
    replies: mail.typedAddress === true,
    from: { address: sender.from.address, name: mail.sender || sender.from.name },
    to: mail.to,
    reached: mail.reached ?? [],
    ...(mail.replyTo && isMailAddress(mail.replyTo.address) && { replyTo: mail.replyTo }),
    subject: mail.subject.trim() || '…',
    ...drawMail(mail),
    attachments,
  }
}

/** Files of the workspace that go along, as long as there is room: the mail has links to them all. */
async function attachmentsOf(workspaceId: string, { attach = [] }: Mail): Promise<Message['attachments']> {
  const attachments: { filename: string; contentType: string; content: Buffer }[] = []
  let room = LARGEST_ATTACHED
  for (const id of attach) {
    const file = await readFile(workspaceId, id)
    if (!file || file.size > room) continue
    const content = await contentOf(file)
    if (!content) continue
    room -= file.size
    attachments.push({ filename: file.name, contentType: file.type, content })
  }
  return attachments
}

/** Undefined where the disk has lost it: the mail goes all the same. */
async function contentOf(file: ReadableFile): Promise<Buffer | undefined> {
  try {
    return await buffer(await file.open())
  } catch (error) {
    if (isFileLost(error)) return undefined
    throw error
  }
}
