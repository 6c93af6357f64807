import { within } from '#app/workspaces/within'
import type { Place } from '#tests/functional/place'

/** A mail server of the workspace, at an address that does not exist. */
export async function placeSender({ workspaceId }: Place): Promise<Record<string, string>> {
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into mail_senders (workspace_id, host, port, security, username, from_address, from_name)
       values (?, 'mail.invalid', 587, 'starttls', '', 'forms@example.com', '') on conflict do nothing`,
      [workspaceId],
    ),
  )
  return {}
}
