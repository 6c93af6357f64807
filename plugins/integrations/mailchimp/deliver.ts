import { createHash } from 'node:crypto'
import type {
  ConnectionPower,
  Deliver,
  IntegrationEvent,
  OutboundResponse,
  Outcome,
} from '@formwright/kit/integration'
import { isMailAddress } from '@formwright/kit/mail'
import { drawnValues, type MappedValue, mappedValues } from '@formwright/kit/mapped_setting'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import { audiencePath, call, problemIn } from './api.ts'
import { FieldError, fieldOf } from './fields.ts'
import type { MailchimpSettings } from './integration.ts'
import { audienceChoices, fieldChoices } from './targets.ts'

/** What is told of a submission; nothing more without consent. */
interface Told {
  address: string
  edited: boolean
  values: readonly MappedValue[]
}

const NO_CONSENT = 'No consent was given, so nothing was sent.'

/** Keeps a contact in an audience for whoever consents. */
const mailchimp: Deliver<MailchimpSettings> = {
  body(event, settings) {
    if (!consents(event, settings)) return JSON.stringify({ consent: false })
    const told: Told = {
      address: addressIn(event, settings),
      edited: event.name === 'submission.updated',
      values: mappedValues(event, settings.fields),
    }
    return JSON.stringify({ consent: true, ...told })
  },

  preview: (event, settings) => ({ format: 'code', text: drawn(event, settings) }),

  async deliver({ body, settings }, { connection, now }) {
    const { consent, ...told }: { consent: boolean } & Told = JSON.parse(body)
    if (!consent) return { result: 'skipped', reason: NO_CONSENT }
    if (told.address === '') return { result: 'skipped', reason: 'No address was given.' }
    if (!isMailAddress(told.address))
      return { result: 'skipped', reason: 'What was given is no address that mail can be sent to.' }
    try {
      return await keep(told, settings, connection, now)
    } catch (error) {
      if (error instanceof FieldError) return { result: 'failed', reason: error.message }
      throw error
    }
  },

  choices: (name, { settings, search, cursor }, { connection }) =>
    name === 'audience'
      ? audienceChoices(search, cursor, connection)
      : fieldChoices(settings, search, connection),
}
export default mailchimp

/**
 * Adds a contact, or changes its fields: the address itself is what it is found by, so that a repeat changes nothing. A
 * `status` would subscribe people again who have left. It is sent where Mailchimp bars such a person who has just consented
 * anew, and says that they are to confirm it: repeats send them no further mail.
 */
async function keep(
  { address, edited, values }: Told,
  settings: MailchimpSettings,
  connection: ConnectionPower,
  now: number,
): Promise<Outcome> {
  const { audience, confirm, tags } = settings
  const fields = fieldsOf(values, edited)
  const path = `${audiencePath(audience.id)}/members/${hashOf(address)}`
  const contact = {
    email_address: address,
    status_if_new: confirm ? 'pending' : 'subscribed',
    ...(Object.keys(fields).length > 0 && { merge_fields: fields }),
  }
  const put = (status: object) => call(connection, 'PUT', path, { ...contact, ...status })
  const first = await put({})
  const kept = !edited && isBarred(first) ? await put({ status: 'pending' }) : first
  const said = objectIn(kept.body)
  if (kept.status !== 200 || typeof said.id !== 'string') return outcomeOf(kept, now)
  if (tags.length > 0) {
    // those in the call above would count for new contacts only
    const named = tags.map((name) => ({ name, status: 'active' }))
    const tagged = await call(connection, 'POST', `${path}/tags`, { tags: named })
    if (tagged.status !== 204 && tagged.status !== 200) return outcomeOf(tagged, now)
  }
  const lost = values.find(({ to }) => to.id in fields && !(to.id in Object(said.merge_fields)))
  if (!lost) return { result: 'delivered' }
  const reason = `The contact was kept, but the field “${lost.to.label}” is no longer in the audience. Map the answers again, then send this once more.`
  return { result: 'failed', reason }
}

/** What was answered, by the tags of the fields; an edit also empties what has no answer any more. */
function fieldsOf(values: readonly MappedValue[], edited: boolean): Record<string, string | number> {
  return Object.fromEntries(
    values
      .map((value): [string, string | number] => [value.to.id, fieldOf(value)])
      .filter(([, field]) => edited || field !== ''),
  )
}

/** By what Mailchimp finds a contact. */
function hashOf(address: string): string {
  return createHash('md5').update(address.toLowerCase()).digest('hex')
}

function consents(event: IntegrationEvent, { consent }: MailchimpSettings): boolean {
  return partAt(event, consent)?.value === true
}

/** The respondent's; of a test that of whoever pressed it, for nobody else is written to then. */
function addressIn(event: IntegrationEvent, { email }: MailchimpSettings): string {
  return event.tester?.address ?? partAt(event, email)?.text.trim() ?? ''
}

function partAt({ submission }: IntegrationEvent, address: string) {
  const [id, part = ''] = address.split('.')
  const question = submission.questions.find((one) => one.id === id)
  return question?.parts.find((one) => one.id === part)
}

/** The contact as it will stand in the audience. */
function drawn(event: IntegrationEvent, settings: MailchimpSettings): string {
  if (!consents(event, settings)) return NO_CONSENT
  const values = mappedValues(event, settings.fields)
  const lines = drawnValues(values.map((value) => ({ ...value, texts: [shown(value)] })))
  const tags = settings.tags.map((tag) => `[${tag}]`).join(' ')
  const status = settings.confirm ? 'Pending, until confirmed by email' : 'Subscribed'
  return [addressIn(event, settings), status, tags, '', lines]
    .filter((line, index) => line !== '' || (index === 3 && lines !== ''))
    .join('\n')
}

function shown(value: MappedValue): string {
  try {
    return String(fieldOf(value))
  } catch (error) {
    if (error instanceof FieldError) return error.message
    throw error
  }
}

/** What follows from an answer that is no success (mailchimp.com/developer/marketing/docs/errors). */
function outcomeOf({ status, headers, body }: OutboundResponse, now: number): Outcome {
  const { title, detail } = problemIn(body)
  if (status === 200) return { result: 'retry', reason: 'Mailchimp answered something that cannot be read.' }
  // too many connections are refused by what stands before the API, too, and then not in its words
  if (status === 429 || status >= 500 || (status === 403 && title === '')) {
    const retryAfter = secondsToWait(headers['retry-after'], now)
    const reason = status < 500 ? 'Mailchimp asks to wait.' : `Mailchimp answered ${status}.`
    return { result: 'retry', reason, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (status === 403) {
    const reason = 'The key may not change this audience. Connect with one of a person who may.'
    return { result: 'reconnect', reason }
  }
  if (status === 404 || status === 410) {
    const reason = 'The audience is not there any more. Choose another one.'
    return { result: 'gone', reason }
  }
  return { result: 'failed', reason: refusalOf(status, title, detail) }
}

/** Whether somebody has left the audience, or mail to them came back. */
function isBarred({ status, body }: OutboundResponse): boolean {
  return status === 400 && /compliance state/i.test(problemIn(body).title)
}

function refusalOf(status: number, title: string, detail: string): string {
  if (/compliance state/i.test(title))
    return 'This person left the audience, or mail to them came back. Only they can subscribe again, by a sign-up form of Mailchimp.'
  if (/forgotten email/i.test(title))
    return 'This contact was deleted for good. Only they can subscribe again, by a sign-up form of Mailchimp.'
  if (/looks fake or invalid|valid email/i.test(detail))
    return 'Mailchimp takes the address for one that does not exist. Nobody was added.'
  const why = detail === '' ? '' : `: ${detail}`
  return `Mailchimp refused the contact (${status})${why}.`
}
