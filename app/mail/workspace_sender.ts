import { sealPassword, type SenderRow } from '#app/mail/sender'
import type { SmtpServer } from '#app/mail/smtp_server'
import type { Scope } from '#app/workspaces/within'

/** A sender as somebody typed it; without `password` the one that is kept stays. */
interface TypedSender {
  host: string
  port: number
  security: SmtpServer['security']
  username: string
  password?: string
  from_address: string
  from_name: string
}

/**
 * Keeps a workspace's own sender, to be tried. A password that is kept goes to no other server or account than the one
 * it was typed for.
 */
export async function keepSender({ trx, workspaceId }: Scope, typed: TypedSender): Promise<void> {
  const { host, port, security, username, password, from_address: address, from_name: name } = typed
  const sealed = password === undefined || password === '' ? '' : sealPassword(workspaceId, password)
  await trx.rawQuery(
    `insert into mail_senders as kept (workspace_id, host, port, security, username, password, from_address, from_name)
     values (?, ?, ?, ?, ?, nullif(?, ''), ?, ?)
     on conflict (workspace_id) do update set
       host = excluded.host, port = excluded.port, security = excluded.security, username = excluded.username,
       password = case
         when excluded.password is not null then excluded.password
         when (kept.host, kept.port, kept.security, kept.username)
           = (excluded.host, excluded.port, excluded.security, excluded.username) then kept.password
       end,
       from_address = excluded.from_address, from_name = excluded.from_name, verified_at = null, updated_at = now()`,
    [workspaceId, host, port, security, username, sealed, address, name],
  )
}

/** Forgets a workspace's own sender: the instance's sends for it again. */
export async function removeSender({ trx, workspaceId }: Scope): Promise<void> {
  await trx.rawQuery('delete from mail_senders where workspace_id = ?', [workspaceId])
}

/** A test mail went out by this sender: it is used, unless somebody changed it meanwhile. */
export async function markVerified({ trx, workspaceId }: Scope, tried: SenderRow): Promise<void> {
  await trx.rawQuery(
    `update mail_senders set verified_at = now()
     where workspace_id = ? and host = ? and port = ? and username = ? and from_address = ?
       and password is not distinct from nullif(?, '')`,
    [workspaceId, tried.host, tried.port, tried.username, tried.from_address, tried.password ?? ''],
  )
}
