import { randomUUID } from 'node:crypto'
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

/** A mail that has failed, of an integration that is switched off: parameters of its paths. */
export async function placeMail({ workspaceId, formId }: Place): Promise<{ mailId: string }> {
  const [integrationId, mailId] = [randomUUID(), randomUUID()]
  const mail = {
    to: [{ address: 'ada@example.com' }],
    subject: 'Hello',
    footer: '',
    message: { type: 'doc', content: [] },
  }
  await within(workspaceId, async ({ trx }) => {
    await trx.rawQuery(
      `insert into integrations (workspace_id, form_id, id, kind, v, name, settings, events, enabled)
       values (?, ?, ?, 'email', 1, 'Mail', '{}', '{submission.created}', false)`,
      [workspaceId, formId, integrationId],
    )
    await trx.rawQuery(
      `insert into deliveries (workspace_id, id, form_id, integration_id, event, outbox_id, submission_id, test, status, body, mail)
       values (?, ?, ?, ?, 'submission.created', ?, ?, true, 'failed', ?, true)`,
      [workspaceId, mailId, formId, integrationId, randomUUID(), randomUUID(), JSON.stringify(mail)],
    )
  })
  return { mailId }
}
