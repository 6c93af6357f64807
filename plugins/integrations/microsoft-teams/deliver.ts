import type { Deliver, Outcome, OutboundResponse } from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import { cardMessage, drawn } from './card.ts'
import type { MicrosoftTeamsSettings } from './integration.ts'

const ACCEPTED =
  'Teams accepted the card. If it is not in the channel, look at the run history of the workflow in Teams.'

/** Posts cards by a workflow of Microsoft Teams. */
const microsoftTeams: Deliver<MicrosoftTeamsSettings> = {
  body: (event, settings) => JSON.stringify(cardMessage(event, settings)),

  preview: (event, settings) => drawn(cardMessage(event, settings)),

  async deliver({ body, settings }, { request, now }) {
    if (settings.address === '') return { result: 'failed', reason: 'No address of a workflow is set.' }
    const response = await request({
      method: 'POST',
      url: settings.address,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
      once: true,
    })
    return outcomeOf(response, now)
  },
}
export default microsoftTeams

/** That a workflow took it is all there is to know: whether it posts it stands in its own history alone. */
function outcomeOf({ status, headers, body }: OutboundResponse, now: number): Outcome {
  if (status === 202 || (status === 200 && !tellsOfFailure(body)))
    return { result: 'delivered', reason: ACCEPTED }
  const reason = `Teams answered ${status}.`
  const retryAfter = secondsToWait(headers['retry-after'], now)
  if (status === 200)
    return { result: 'retry', reason: 'Teams took the message and said that it could not be delivered.' }
  if (status === 429 || status >= 500)
    return { result: 'retry', reason, ...(retryAfter !== undefined && { retryAfter }) }
  if (status === 401 || status === 403)
    return { result: 'reconnect', reason: 'Teams refused the address. Copy it from the workflow again.' }
  if (status === 404 || status === 410)
    return { result: 'gone', reason: 'The workflow was removed or turned off in Teams. Make another one.' }
  return { result: 'failed', reason }
}

/** Teams was seen to answer 200 with the error in the body (github.com/MicrosoftDocs/msteams-docs/issues/1810). */
function tellsOfFailure(body: string): boolean {
  return /delivery failed|HTTP error \d/i.test(body) || objectIn(body).error !== undefined
}
