import encryption from '@adonisjs/core/services/encryption'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emailKey } from '#app/accounts/email_key'
import { type AccountMailKind, wordsFor } from '#app/accounts/mail_words'
import { makeReset } from '#app/accounts/password_resets'
import User from '#app/accounts/user'
import { jobs, type Work } from '#app/jobs/jobs'
import { instanceSender } from '#app/mail/sender'
import { type MailResult, sendBy } from '#app/mail/send_mail'
import { transaction } from '#app/workspaces/transaction'
import env from '#start/env'
import type { Mail } from '@formwright/kit/mail'
import { richTextOf } from '@formwright/kit/rich/from_text'

type Client = Pick<TransactionClientContract, 'rawQuery'>

interface MailRow {
  id: string
  kind: AccountMailKind
  email: string
  sealed: string | null
  /** of an invitation */
  language: string | null
  attempts: number
  created_at: Date
}

const QUEUE = 'account-mails'
/** So many go at a time. */
const TOGETHER = 4
/** A mail is tried so often: after 1, 2, 4 minutes and so on, up to an hour; for about eight hours. */
const MOST_ATTEMPTS = 13

const INVITATION_UNREAD = {
  result: 'failed',
  reason:
    'The link of this invitation was stored with another key than this server has now (APP_KEY), and cannot be read. Put that key back and send it again, or delete it and invite once more (node ace account:invite).',
} satisfies MailResult

/** Sends what is due: at once what somebody asked for, each minute what is to be tried again. */
export const sendAccountMails: Work = {
  queue: QUEUE,
  cron: '* * * * *',
  retries: 3,
  pollSeconds: 2,
  run: (_ids, signal) => sendDue(signal),
}

/** Whether links go by mail: there is a mail server, and an address for them to begin with. */
export function linksGoByMail(): boolean {
  try {
    return env.get('APP_URL', '') !== '' && instanceSender() !== undefined
  } catch {
    return false
  }
}

/**
 * Somebody asks for a link to choose a new password. Nobody looks here whether there is such an account: that is found when
 * the mail is written.
 */
export async function askForReset(email: string): Promise<void> {
  await transaction((trx) => ask(trx, 'password-reset', email))
  jobs().wake(QUEUE)
}

/** Tells a person that their password is another one, as part of the transaction that makes it so, where mail goes. */
export async function tellPasswordChanged(trx: TransactionClientContract, email: string): Promise<void> {
  if (linksGoByMail()) await ask(trx, 'password-changed', email)
}

async function ask(trx: TransactionClientContract, kind: AccountMailKind, email: string): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    'insert into account_mails (kind, email) values (?, ?) returning id',
    [kind, email],
  )
  await jobs().enqueue(QUEUE, { id: rows[0].id }, trx)
}

/** Puts the mail of an invitation where the server finds it within a minute. */
export async function mailInvitation(
  client: Client,
  { email, token, language }: { email: string; token: string; language: string },
): Promise<void> {
  const { rows } = await client.rawQuery<{ rows: { id: string }[] }>('select uuidv7() as id')
  const { id } = rows[0]
  await client.rawQuery(
    `insert into account_mails (id, kind, email, sealed, language) values (?, 'invitation', ?, ?, ?)`,
    [id, email, encryption.encrypt(token, { purpose: purposeOf(id) }), language],
  )
}

/** Takes a mail up again that failed, or does not let it wait any longer. */
export async function sendAgain(id: string): Promise<void> {
  await transaction(async (trx) => {
    await trx.rawQuery(
      `update account_mails set status = 'pending', attempts = 0, next_attempt_at = now(), finished_at = null
       where id = ? and status <> 'delivered'`,
      [id],
    )
    await jobs().enqueue(QUEUE, { id }, trx)
  })
  jobs().wake(QUEUE)
}

/** Forgets a mail that was not sent. */
export async function deleteAccountMail(id: string): Promise<void> {
  await db.rawQuery(`delete from account_mails where id = ? and status <> 'delivered'`, [id])
}

async function sendDue(signal: AbortSignal): Promise<void> {
  for (let taken = TOGETHER; taken === TOGETHER;) {
    const due = await takeDue()
    taken = due.length
    await Promise.all(due.map(send))
    // what is not sent now is due again in a minute
    signal.throwIfAborted()
  }
}

/**
 * Those that were tried least come first, so that new ones do not wait behind others that the mail server lets wait. Each is
 * due again later from here on: a process that dies while it sends loses none.
 */
async function takeDue(): Promise<MailRow[]> {
  const { rows } = await db.rawQuery<{ rows: MailRow[] }>(
    `update account_mails
     set attempts = attempts + 1, next_attempt_at = now() + make_interval(mins => least(60, 2 ^ attempts)::int)
     where id in (select id from account_mails where status = 'pending' and next_attempt_at <= now()
                  order by attempts, next_attempt_at limit ${TOGETHER} for no key update skip locked)
     returning id, kind, email, sealed, language, attempts, created_at`,
  )
  return rows
}

async function send(row: MailRow): Promise<void> {
  const mail = await writeMail(row)
  if (!mail) {
    await db.rawQuery('delete from account_mails where id = ?', [row.id])
    return
  }
  const sent = mail === 'unread' ? INVITATION_UNREAD : await sendOnce(mail)
  const over = sent.result === 'delivered' || sent.result === 'failed' || row.attempts >= MOST_ATTEMPTS
  const status = sent.result === 'delivered' ? 'delivered' : over ? 'failed' : 'pending'
  await db.rawQuery(
    `update account_mails set status = ?, reason = nullif(?, ''),
       finished_at = case when ? then now() end, sealed = case when ? = 'delivered' then null else sealed end
     where id = ?`,
    [status, sent.result === 'delivered' ? '' : sent.reason, over, status, row.id],
  )
  if (status !== 'delivered') logger.warn({ mail: row.id, kind: row.kind, status }, 'a mail was not sent')
}

async function sendOnce(mail: Mail): Promise<MailResult> {
  try {
    const sender = instanceSender()
    if (sender) return await sendBy(sender, mail)
    return { result: 'waiting', reason: 'There is no mail server. Set SMTP_URL and MAIL_FROM.' }
  } catch (error) {
    logger.error({ err: error, mail: mail.id }, 'a mail could not be sent')
    return { result: 'retry', reason: 'The mail could not be sent on our side. The log says why.' }
  }
}

/** The mail itself; undefined where there is nobody to get it, `unread` where its link cannot be read any more. */
async function writeMail(row: MailRow): Promise<Mail | 'unread' | undefined> {
  const origin = new URL(env.get('APP_URL', '') || `http://${env.get('HOST')}:${env.get('PORT')}`).origin
  const addressed = row.kind === 'invitation' ? invitation(row, origin) : await aboutPassword(row, origin)
  if (!addressed || addressed === 'unread') return addressed
  const { to, language, url } = addressed
  const { subject, message, link, footer } = wordsFor(row.kind, language, { origin, at: row.created_at })
  const text = richTextOf(message)
  return { id: row.id, to, subject, message: text, link: { label: link, url }, footer, language }
}

/** Whom a mail goes to, in which language, and where its link leads. */
type Addressed = Pick<Mail, 'to' | 'language'> & { url: string }

function invitation(row: MailRow, origin: string): Addressed | 'unread' | undefined {
  const { id, email, sealed, language } = row
  if (sealed === null) return undefined
  const token = encryption.decrypt<string>(sealed, purposeOf(id))
  if (token === null) return 'unread'
  const url = `${origin}/register?invitation=${token}`
  return { to: [{ address: email }], language: language ?? 'en', url }
}

/** It goes to the address of the account, not to the typed one. */
async function aboutPassword({ kind, email }: MailRow, origin: string): Promise<Addressed | undefined> {
  const user = await User.query()
    .where({ emailKey: emailKey(email) })
    .first()
  if (!user || user.suspendedAt) return undefined
  const to = [{ address: user.email, name: user.name }]
  const url = kind === 'password-changed' ? `${origin}/password/email` : await makeReset(db, user.id, origin)
  return { to, language: user.language ?? 'en', url }
}

function purposeOf(id: string): string {
  return `account_mails.sealed:${id}`
}
