import encryption from '@adonisjs/core/services/encryption'
import { operator } from '#app/administration/operator'
import { openCredential } from '#app/connections/credentials'
import { openSecrets } from '#app/integrations/secrets'
import { canOpenSettings } from '#app/integrations/secret_settings'
import { canOpenPassword } from '#app/mail/sender'

/** So many rows of each table are looked at: with another key all that were there before cannot be read. */
const MOST = 100_000
const TOGETHER = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

interface Sealed {
  workspaceId: string
  id: string
  /** its secrets in the order of the columns below */
  sealed: (string | null)[]
}

/** What of all workspaces cannot be read with the key that this server has (`APP_KEY`), in a sentence each. */
export async function unreadSecrets(): Promise<string[]> {
  const connections = await count(
    'select workspace_id, id, array[credentials] as sealed from connections',
    (row) => openCredential(row, row.sealed[0] ?? '') !== undefined,
  )
  const integrations = await count(
    `select workspace_id, id, array[secrets, secret_settings] as sealed from integrations`,
    ({ sealed: [secrets = null, secretSettings = null], ...row }) =>
      openSecrets(encryption, { ...row, secrets }) !== undefined &&
      canOpenSettings({ ...row, secretSettings }),
  )
  const senders = await count(
    'select workspace_id, workspace_id as id, array[password] as sealed from mail_senders',
    ({ workspaceId, sealed: [password = null] }) => canOpenPassword(workspaceId, password),
  )
  return [
    ...sentence(connections, 'connection was', 'connections were', 'have them connected again'),
    ...sentence(
      integrations,
      'integration has secrets that were',
      'integrations have secrets that were',
      'have new signing secrets created, and those with other secrets deleted and added again',
    ),
    ...sentence(
      senders,
      'workspace has a mail server whose password was',
      'workspaces have mail servers whose passwords were',
      'have the passwords typed again',
    ),
  ]
}

async function count(select: string, canRead: (row: Sealed) => boolean): Promise<number> {
  let unread = 0
  let last = { workspaceId: FIRST, id: FIRST }
  for (let looked = 0; looked < MOST; looked += TOGETHER) {
    const { rows } = await operator().rawQuery<{ rows: Sealed[] }>(
      `select workspace_id as "workspaceId", id, sealed from (${select}) found
       where (workspace_id, id) > (?, ?) order by workspace_id, id limit ${TOGETHER}`,
      [last.workspaceId, last.id],
    )
    unread += rows.filter((row) => !canRead(row)).length
    if (rows.length < TOGETHER) return unread
    last = rows[rows.length - 1]
  }
  return unread
}

function sentence(number: number, one: string, several: string, remedy: string): string[] {
  if (number === 0) return []
  const are = number === 1 ? `1 ${one}` : `${number} ${several}`
  return [
    `${are} stored with another key than this one (APP_KEY), and cannot be read. Put that key back, or ${remedy}.`,
  ]
}
