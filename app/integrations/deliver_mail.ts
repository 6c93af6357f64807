import type { Exchange } from '#app/integrations/record_outcome'
import { sendMail } from '#app/mail/send_mail'
import type { BoundIntegration } from '#app/plugins/integration'
import type { Outcome } from '@formwright/kit/integration'
import type { Mail } from '@formwright/kit/mail'

/** There is nobody who sends mail: what is to be delivered waits, and no attempt is lost. */
export class MailWaits extends Error {}

/**
 * Sends a mail of a delivery, and says what came of it. What was said is noted in `exchange`. Throws `MailWaits` where
 * there is no mail server, and what the author did wrong where the kind does not say that it sends mail.
 */
export async function deliverMail(
  workspaceId: string,
  bound: BoundIntegration,
  mail: Mail,
  exchange: Exchange,
): Promise<Outcome> {
  if (!bound.mails) throw new Error('it sends mail, and its definition does not say `mail: true`.')
  const sent = await sendMail(workspaceId, mail)
  if (sent.result === 'waiting') throw new MailWaits(sent.reason)
  Object.assign(exchange, sent.exchange)
  if (sent.result === 'delivered') return { result: 'delivered' }
  const { result, reason, retryAfter } = sent
  return result === 'retry' && retryAfter !== undefined ? { result, reason, retryAfter } : { result, reason }
}
