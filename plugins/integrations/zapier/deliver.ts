import type { Deliver, Outcome, OutboundResponse } from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import type { ZapierSettings } from './integration.ts'
import { payloadOf } from './payload.ts'

/** Starts Zaps: posts to the address that Zapier gave when it subscribed. */
const zapier: Deliver<ZapierSettings> = {
  body: (event) => JSON.stringify(payloadOf(event)),

  preview: (event) => ({ format: 'code', text: JSON.stringify(payloadOf(event), null, 2) }),

  async deliver({ body, settings: { address } }, { request, now }) {
    if (address === '') return { result: 'failed', reason: 'The Zap has no address.' }
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    return outcome(await request({ method: 'POST', url: address, headers, body, once: true }), now)
  },
}
export default zapier

function outcome({ status, headers }: OutboundResponse, now: number): Outcome {
  if (status >= 200 && status < 300) return { result: 'delivered' }
  if (status === 410) return { result: 'gone', reason: 'Zapier answered 410: the Zap is off or was deleted.' }
  const reason = `Zapier answered ${status}.`
  if (status !== 429 && status < 500) return { result: 'failed', reason }
  const retryAfter = secondsToWait(headers['retry-after'], now)
  return retryAfter === undefined ? { result: 'retry', reason } : { result: 'retry', reason, retryAfter }
}
