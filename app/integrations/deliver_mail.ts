import * as v from 'valibot'
import type { Exchange } from '#app/integrations/exchange'
import { sendMail } from '#app/mail/send_mail'
import type { BoundIntegration } from '#app/plugins/integration'
import type { Outcome } from '@formwright/kit/integration'
import type { Mail } from '@formwright/kit/mail'

/** There is nobody who sends mail: what is to be delivered waits, and no attempt is lost. */
export class MailWaits extends Error {}

/** What a delivery remembers of a mail that some of its recipients have: a repeat is for the others. */
const partly = v.object({ mail: v.string(), reached: v.array(v.string()) })

/**
 * Sends a mail of a delivery to whoever does not have it by its state, and says what came of it. What was said is noted in
 * `exchange`. Throws `MailWaits` where there is no mail server, and what the author did wrong where the kind does not say
 * that it sends mail.
 */
export async function deliverMail(
  workspaceId: string,
  bound: BoundIntegration,
  mail: Mail,
  { exchange, state }: { exchange: Exchange; state: unknown },
): Promise<Outcome> {
  if (!bound.mails) throw new Error('it sends mail, and its definition does not say `mail: true`.')
  const before = v.safeParse(partly, state)
  // the state of another event of the submission is of another mail
  const reached = before.success && before.output.mail === mail.id ? before.output.reached : []
  const sent = await sendMail(workspaceId, { ...mail, reached })
  if (sent.result === 'waiting') throw new MailWaits(sent.reason)
  Object.assign(exchange, sent.exchange)
  if (sent.result === 'delivered') return { result: 'delivered' }
  const { result, reason, retryAfter } = sent
  if (result === 'reconnect') return { result, reason }
  const kept = sent.reached && { state: { mail: mail.id, reached: sent.reached } }
  if (result === 'failed') return { result, reason, ...kept }
  return { result, reason, ...(retryAfter !== undefined && { retryAfter }), ...kept }
}
