import logger from '@adonisjs/core/services/logger'
import { connected } from '#app/connections/announce'
import { unreadConnection } from '#app/connections/errors'
import { wakeDeliveries } from '#app/integrations/claimer'
import { notUsable, secretsUnread, signingSecretUnread } from '#app/integrations/errors'
import { mailWorks } from '#app/mail/announce'
import { instanceSender, SENDER_UNREAD } from '#app/mail/sender'
import { NOBODY_SENDS } from '#app/mail/send_mail'
import { notifyDeliveries } from '#app/outbox/notify'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'

const CONNECTION_UNREAD = unreadConnection().message

/** Why deliveries wait that nobody can send but with another key of the server. */
const FOR_ANOTHER_KEY = [CONNECTION_UNREAD, signingSecretUnread().message, secretsUnread().message]

/**
 * What waited for a mail server, for another key of the server or for a plugin that could not be used, goes: as this process
 * begins, where the operator has set it meanwhile; and of a workspace as soon as its own mail server works, or somebody connects again. Answers what
 * ends this.
 */
export function wakeWaiting(): () => void {
  const woken = (work: Promise<void>) =>
    void work.then(notifyDeliveries, (error: unknown) =>
      // they look by themselves within the hour
      logger.warn({ err: error }, 'deliveries that waited could not be woken'),
    )
  const wakenIn = (workspaceId: string, reasons: readonly string[]) =>
    woken(within(workspaceId, (scope) => wakeIn(scope, reasons)))
  const usable = plugins.integrationKinds().map(notUsable)
  woken(wakeDeliveries([...(instanceSender() ? [NOBODY_SENDS] : []), ...FOR_ANOTHER_KEY, ...usable]))
  const ends = [
    mailWorks.on((id) => wakenIn(id, [NOBODY_SENDS, SENDER_UNREAD])),
    connected.on((id) => wakenIn(id, [CONNECTION_UNREAD])),
  ]
  return () => ends.forEach((end) => end())
}

/** Deliveries of an integration that waited for another key look again, now that something of it was set anew. */
export async function wakeSetAnew(scope: Scope, integrationId: string): Promise<void> {
  await wakeIn(scope, FOR_ANOTHER_KEY, integrationId)
}

async function wakeIn(
  { trx, workspaceId }: Scope,
  reasons: readonly string[],
  integrationId = '',
): Promise<void> {
  await trx.rawQuery(
    `update deliveries set next_attempt_at = now()
     where workspace_id = ? and status = 'pending' and reason = any (?) and next_attempt_at > now()
       and (? = '' or integration_id = nullif(?, '')::uuid)`,
    [workspaceId, [...reasons], integrationId, integrationId],
  )
}
