import logger from '@adonisjs/core/services/logger'
import { takeDueNotices } from '#app/integrations/claimer'
import { jobs } from '#app/jobs/jobs'
import { type RepeatedMail, sendMail } from '#app/mail/send_mail'
import { type Scope, within } from '#app/workspaces/within'
import type { Mail } from '@formwright/kit/mail'

/** The work that writes notices and sends what is due. */
export const TELLING = 'tell-failing'

/**
 * Writes what admins are told of an integration, a mail for each language, to be sent. One that waits says what is not true
 * any more: it goes.
 */
export async function writeNotices(
  scope: Scope,
  about: { formId: string; integrationId: string },
  mails: readonly Omit<Mail, 'id'>[],
): Promise<void> {
  await dropNotices(scope, about.integrationId)
  for (const mail of mails) {
    await scope.trx.rawQuery(
      'insert into integration_notices (workspace_id, form_id, integration_id, body) values (?, ?, ?, ?)',
      [scope.workspaceId, about.formId, about.integrationId, JSON.stringify(mail)],
    )
  }
}

/** Forgets what was not sent yet about an integration that is well again. */
export async function dropNotices({ trx, workspaceId }: Scope, integrationId: string): Promise<void> {
  await trx.rawQuery(
    `delete from integration_notices where workspace_id = ? and integration_id = ? and status <> 'delivered'`,
    [workspaceId, integrationId],
  )
}

/** So many notices are sent at a time, one of each workspace: a mail server that hangs holds up no other workspace. */
const AT_ONCE = 20

/** Sends what is due, `asked` first. A workspace whose server took none waits for the next round with what it has left. */
export async function sendNotices(asked: string, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const passedOver = new Set<string>()
  try {
    for (;;) {
      signal.throwIfAborted()
      const due = await takeDueNotices({ limit: AT_ONCE - underWay.size, asked, passedOver })
      for (const { workspaceId, id } of due) {
        passedOver.add(workspaceId)
        const sending = trySending(workspaceId, id).then((goesOn) => {
          underWay.delete(sending)
          if (goesOn) passedOver.delete(workspaceId)
        })
        underWay.add(sending)
      }
      if (underWay.size === 0) return
      await Promise.race(underWay)
    }
  } finally {
    await Promise.all(underWay)
  }
}

/** Answers whether its workspace may send the next one. */
async function trySending(workspaceId: string, id: string): Promise<boolean> {
  try {
    return await sendNotice(workspaceId, id)
  } catch (error) {
    logger.warn({ err: error, id }, 'nobody could be told of an integration that fails')
    return true
  }
}

/** Makes one attempt to send a notice, and records what came of it. Answers false where the mail server takes none for now. */
async function sendNotice(workspaceId: string, id: string): Promise<boolean> {
  const body = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { body: string }[] }>(
      'select body from integration_notices where workspace_id = ? and id = ?',
      [workspaceId, id],
    )
    return rows[0]?.body
  })
  if (body === undefined) return true
  const written: Omit<RepeatedMail, 'id'> = JSON.parse(body)
  const sent = await sendMail(workspaceId, { id, ...written })
  const reached = 'reached' in sent ? sent.reached : undefined
  const over = sent.result === 'delivered' || sent.result === 'failed'
  const status = over ? sent.result : 'pending'
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `update integration_notices
       set status = ?, reason = nullif(?, ''), finished_at = case when ? then now() end, body = ?
       where workspace_id = ? and id = ?`,
      [
        status,
        sent.result === 'delivered' ? '' : sent.reason,
        over,
        // a repeat is for whoever does not have it
        reached ? JSON.stringify({ ...written, reached }) : body,
        workspaceId,
        id,
      ],
    ),
  )
  if (sent.result !== 'delivered') logger.warn({ mail: id, status }, 'a notice was not sent')
  return sent.result !== 'retry' && sent.result !== 'reconnect'
}

/** Takes a notice up again that failed, or does not let it wait any longer. */
export async function sendNoticeAgain(workspaceId: string, id: string): Promise<void> {
  await within(workspaceId, async ({ trx }) => {
    await trx.rawQuery(
      `update integration_notices set status = 'pending', next_attempt_at = now(), finished_at = null
       where workspace_id = ? and id = ? and status <> 'delivered'`,
      [workspaceId, id],
    )
    await jobs().enqueue(TELLING, { id }, trx)
  })
  jobs().wake(TELLING)
}

/** Forgets a notice that was not sent. */
export async function deleteNotice({ trx, workspaceId }: Scope, id: string): Promise<void> {
  await trx.rawQuery(
    `delete from integration_notices where workspace_id = ? and id = ? and status <> 'delivered'`,
    [workspaceId, id],
  )
}
