import encryption from '@adonisjs/core/services/encryption'
import { CodedError } from '#app/http/errors'
import { readMailFrom, readSmtpUrl, type SmtpServer } from '#app/mail/smtp_server'
import type { Scope } from '#app/workspaces/within'
import env from '#start/env'
import type { MailAddress } from '@formwright/kit/mail'

/** Who sends a mail. */
export interface Sender {
  server: SmtpServer
  from: MailAddress
  /** its server was typed by a tenant: only public addresses are dialled */
  own: boolean
}

/** A workspace's own sender, as it is stored. */
export interface SenderRow {
  host: string
  port: number
  security: SmtpServer['security']
  username: string
  password: string | null
  from_address: string
  from_name: string
  verified_at: Date | null
}

/** The sender that the operator named; undefined where there is none. Throws a sentence for them when it cannot be read. */
export function instanceSender(): Sender | undefined {
  const url = env.get('SMTP_URL', '')
  const from = env.get('MAIL_FROM', '')
  if (url === '' && from === '') return undefined
  if (url === '' || from === '') throw new Error('Mail needs both settings, SMTP_URL and MAIL_FROM.')
  return { server: readSmtpUrl(url), from: readMailFrom(from), own: false }
}

/** A workspace's own sender as it was typed, whether or not it was tried; undefined without one. */
export async function readSenderRow({ trx, workspaceId }: Scope): Promise<SenderRow | undefined> {
  const { rows } = await trx.rawQuery<{ rows: SenderRow[] }>(
    `select host, port, security, username, password, from_address, from_name, verified_at
     from mail_senders where workspace_id = ?`,
    [workspaceId],
  )
  return rows[0]
}

/**
 * Who sends for a workspace: its own server once it was tried, else the instance's; undefined where there is neither. Throws
 * `E_SENDER_UNREAD`.
 */
export async function senderOf(scope: Scope): Promise<Sender | undefined> {
  const row = await readSenderRow(scope)
  return row?.verified_at ? ownSender(scope.workspaceId, row) : instanceSender()
}

/** Whether a workspace sends by a server of its own. */
export async function hasOwnSender(scope: Scope): Promise<boolean> {
  const row = await readSenderRow(scope)
  return Boolean(row?.verified_at)
}

/** Whether anybody sends for a workspace: nobody does while the password of its own server cannot be read. */
export async function hasSender(scope: Scope): Promise<boolean> {
  const row = await readSenderRow(scope)
  return row?.verified_at ? canOpenPassword(scope.workspaceId, row.password) : instanceSender() !== undefined
}

/** Why mails of a workspace are not sent whose own server cannot be used. */
export const SENDER_UNREAD =
  'The password of the workspace’s mail server was stored with another key than this server has now (APP_KEY), and cannot be read. Type it again under Settings, Workspace, or whoever runs the server puts that key back.'

/** Whether the password that is kept can be read. */
export function canOpenPassword(workspaceId: string, password: string | null): boolean {
  return openPassword(workspaceId, password) !== undefined
}

/** A stored sender, opened. Throws `E_SENDER_UNREAD` when its password was sealed with another key. */
export function ownSender(workspaceId: string, row: SenderRow): Sender {
  const { host, port, security, username } = row
  const password = openPassword(workspaceId, row.password)
  if (password === undefined) throw new CodedError('E_SENDER_UNREAD', 409, SENDER_UNREAD)
  const account = username === '' ? {} : { user: username, password }
  return {
    server: { host, port, security, ...account },
    from: { address: row.from_address, ...(row.from_name !== '' && { name: row.from_name }) },
    own: true,
  }
}

/** A password as it is stored: sealed for the workspace's row. */
export function sealPassword(workspaceId: string, password: string): string {
  return encryption.encrypt(password, { purpose: purposeOf(workspaceId) })
}

function openPassword(workspaceId: string, sealed: string | null): string | undefined {
  if (sealed === null) return ''
  return encryption.decrypt<string>(sealed, purposeOf(workspaceId)) ?? undefined
}

function purposeOf(workspaceId: string): string {
  return `mail_senders.password:${workspaceId}`
}
