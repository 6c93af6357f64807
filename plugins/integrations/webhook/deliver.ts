import { createHmac } from 'node:crypto'
import type {
  Deliver,
  IntegrationEvent,
  Outcome,
  OutboundResponse,
  Question,
} from '@formwright/kit/integration'
import { secondsToWait } from '@formwright/kit/retry_after'
import type { WebhookSettings } from './integration.ts'

/** Posts events as https://www.standardwebhooks.com specifies. */
const webhook: Deliver<WebhookSettings> = {
  body: (event, settings) => own(settings) ?? JSON.stringify(content(event, settings)),

  preview: (event, settings) => ({
    format: 'code',
    text: [
      `POST ${settings.url}`,
      'content-type: application/json',
      ...settings.headers.map(({ name, value }) => `${name.toLowerCase()}: ${value}`),
      ...(settings.secretHeader === '' ? [] : [`${settings.secretHeader.toLowerCase()}: ••••`]),
      '',
      own(settings) ?? JSON.stringify(content(event, settings), null, 2),
    ].join('\n'),
  }),

  async deliver({ id, body, settings }, { request, secrets, now }) {
    if (settings.url === '') return { result: 'failed', reason: 'No address is set.' }
    const timestamp = String(Math.floor(now / 1000))
    const response = await request({
      method: 'POST',
      url: settings.url,
      headers: {
        ...ownHeaders(settings),
        'content-type': 'application/json; charset=utf-8',
        ...(settings.authorization === '' ? {} : { authorization: settings.authorization }),
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        // one signature per secret that is valid: a receiver that knows the old or the new one is content
        'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
      },
      body,
    })
    return outcome(response, now)
  },
}
export default webhook

/** JSON of the creator's own, filled in by now, as they wrote it: a number of twenty digits stays one. */
function own({ body }: WebhookSettings): string | undefined {
  return body.trim() === '' ? undefined : body
}

/** The message that the standard describes. */
function content(event: IntegrationEvent, { only }: WebhookSettings): object {
  const { submission } = event
  if (only.length === 0) return message(event)
  const questions = submission.questions.filter(({ id }) => only.includes(id))
  return message({ ...event, submission: { ...submission, questions } })
}

/** Headers by name in small letters, so that none is there twice. */
function ownHeaders({ headers, secretHeader, secretValue }: WebhookSettings): Record<string, string> {
  const named = headers.map(({ name, value }) => [name.toLowerCase(), value])
  if (secretHeader !== '') named.push([secretHeader.toLowerCase(), secretValue])
  return Object.fromEntries(named)
}

function message(event: IntegrationEvent) {
  const { form, submission } = event
  return {
    type: event.name,
    timestamp: event.occurredAt,
    data: {
      ...(event.test ? { test: true } : {}),
      form,
      submission: {
        id: submission.id,
        received_at: submission.receivedAt,
        ...(submission.url === undefined ? {} : { url: submission.url }),
      },
      /** by key, for programs */
      answers: Object.fromEntries(submission.questions.map(({ key, value }) => [key, value])),
      /** in the form's order, for people */
      questions: submission.questions.map(told),
    },
  }
}

/** A question without its value, which stands among the answers; of a section its items in the same way. */
function told({ id, key, label, text, parts, items }: Question): object {
  const inItems = items?.map((item) => ({ ...item, questions: item.questions.map(told) }))
  return { id, key, label, text, parts, ...(inItems && { items: inItems }) }
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

function outcome(response: OutboundResponse, now: number): Outcome {
  const { status } = response
  if (status >= 200 && status < 300) return { result: 'delivered' }
  if (status === 410)
    return { result: 'gone', reason: 'The receiver answered 410: it wants no more deliveries.' }
  const redirect =
    status >= 300 && status < 400 ? ' Redirects are not followed: enter the final address.' : ''
  const reason = `The receiver answered ${status}.${redirect}`
  const retryAfter = secondsToWait(response.headers['retry-after'], now)
  return retryAfter === undefined ? { result: 'retry', reason } : { result: 'retry', reason, retryAfter }
}
