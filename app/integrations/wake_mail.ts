import logger from '@adonisjs/core/services/logger'
import { wakeDeliveries } from '#app/integrations/claimer'
import { onMail } from '#app/mail/announce'
import { instanceSender, SENDER_UNREAD } from '#app/mail/sender'
import { NOBODY_SENDS } from '#app/mail/send_mail'
import { notifyDeliveries } from '#app/outbox/notify'
import { within } from '#app/workspaces/within'

/**
 * What waited for a mail server goes: as this process begins, where the operator has named one meanwhile; and of a
 * workspace as soon as its own works. Answers what ends this.
 */
export function wakeWaitingMail(): () => void {
  const woken = (work: Promise<void>) =>
    void work.then(notifyDeliveries, (error: unknown) =>
      // they look by themselves within the hour
      logger.warn({ err: error }, 'deliveries that waited for mail could not be woken'),
    )
  if (instanceSender()) woken(wakeDeliveries(NOBODY_SENDS))
  return onMail((workspaceId) => woken(wakeIn(workspaceId)))
}

async function wakeIn(workspaceId: string): Promise<void> {
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery(
      `update deliveries set next_attempt_at = now()
       where workspace_id = ? and status = 'pending' and reason = any (?) and next_attempt_at > now()`,
      [workspaceId, [NOBODY_SENDS, SENDER_UNREAD]],
    ),
  )
}
