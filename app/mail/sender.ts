import encryption from '@adonisjs/core/services/encryption'
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

/** Who sends for a workspace: its own server once it was tried, else the instance's; undefined where there is neither. */
export async function senderOf(scope: Scope): Promise<Sender | undefined> {
  const row = await readSenderRow(scope)
  return row?.verified_at ? ownSender(scope.workspaceId, row) : instanceSender()
}

/** A stored sender, opened. Throws when its password cannot be opened with this APP_KEY. */
export function ownSender(workspaceId: string, row: SenderRow): Sender {
  const { host, port, security, username } = row
  const account = username === '' ? {} : { user: username, password: openPassword(workspaceId, row.password) }
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

function openPassword(workspaceId: string, sealed: string | null): string {
  if (sealed === null) return ''
  const opened = encryption.decrypt<string>(sealed, purposeOf(workspaceId))
  if (opened === null) throw new Error('The password of a mail server cannot be opened with this APP_KEY.')
  return opened
}

function purposeOf(workspaceId: string): string {
  return `mail_senders.password:${workspaceId}`
}
