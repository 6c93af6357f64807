import type {
  ConnectionPower,
  Deliver,
  Delivery,
  Outcome,
  OutboundResponse,
  Powers,
} from '@formwright/kit/integration'
import { type MappedValue, mappedValues } from '@formwright/kit/mapped_setting'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import { call, messageIn, NotionAnswerError, pagePath, sourcePath } from './api.ts'
import { drawn } from './drawn.ts'
import type { NotionSettings } from './integration.ts'
import { PropertyError, propertyOf, textsOf } from './properties.ts'
import { addProperty, answered, propertyChoices, sourceChoices } from './targets.ts'

/** Notion takes 500 kB; what stands around the properties is little. */
const LARGEST_BYTES = 490_000

/** What is told of a submission. */
interface Told {
  submission: string
  /** ISO 8601 UTC */
  receivedAt: string
  what: 'created' | 'updated' | 'deleted'
  values: readonly MappedValue[]
}

/** Where a submission stands. */
interface Place {
  page: string
  trashed: boolean
}

type NotionDelivery = Delivery<NotionSettings>

/** Keeps a page for each submission in a data source of Notion. */
const notion: Deliver<NotionSettings> = {
  body(event, settings) {
    const what = WHAT[event.name] ?? 'created'
    const values = what === 'deleted' ? [] : mappedValues(event, settings.fields)
    const { id: submission, receivedAt } = event.submission
    const told: Told = { submission, receivedAt, what, values }
    return JSON.stringify(told)
  },

  preview: (event, settings) => ({ format: 'code', text: drawn(mappedValues(event, settings.fields)) }),

  async deliver(delivery, powers) {
    const { connection, now } = powers
    const told: Told = JSON.parse(delivery.body)
    try {
      return told.what === 'deleted'
        ? await trash(told, delivery, connection)
        : await keep(told, delivery, powers)
    } catch (error) {
      if (error instanceof PropertyError) return { result: 'failed', reason: error.message }
      if (error instanceof NotionAnswerError) return outcomeOf(error.answer, now)
      throw error
    }
  },

  choices: (name, { settings, search, cursor }, { connection }) =>
    answered(() =>
      name === 'source'
        ? sourceChoices(search, cursor, connection)
        : propertyChoices(name, settings, search, connection),
    ),
  createChoice: (_name, { label, settings }, { connection }) =>
    answered(() => addProperty(settings, label, connection)),
}
export default notion

const WHAT: Readonly<Record<string, Told['what']>> = {
  'submission.updated': 'updated',
  'submission.deleted': 'deleted',
}

/** Changes the page of a submission, or makes it: Notion itself would make another one at each call. */
async function keep(told: Told, delivery: NotionDelivery, powers: Powers): Promise<Outcome> {
  const { settings, attempt } = delivery
  const { connection } = powers
  const properties = propertiesOf(told, settings)
  const known = placeIn(delivery.state)
  if (known && (await changed(known, properties, connection))) return kept(known.page)
  const isFirst = attempt === 1 && told.what === 'created' && !known && (await isNew(told, settings, powers))
  // an attempt of which nobody knows what became of it may have made the page, or another integration
  const found = isFirst ? undefined : await pageOf(told.submission, settings, connection)
  if (found !== undefined && (await changed({ page: found, trashed: false }, properties, connection)))
    return kept(found)
  const parent = { type: 'data_source_id', data_source_id: settings.source.id }
  return kept(pageIn(await call(connection, 'POST', '/pages', { parent, properties })))
}

/** Whether a submission came in since we write to this data source: what came in earlier may stand there already. */
async function isNew(told: Told, { source }: NotionSettings, { state, now }: Powers): Promise<boolean> {
  const known = sinceIn(await state.read(), source.id)
  const since = known ?? sinceIn(await state.change((kept) => begun(kept, source.id, now)), source.id)
  return since !== undefined && Date.parse(told.receivedAt) >= since
}

function begun(kept: unknown, source: string, now: number): unknown {
  return sinceIn(kept, source) === undefined ? { source, since: now } : kept
}

function sinceIn(state: unknown, source: string): number | undefined {
  const { since, ...of }: Record<string, unknown> = Object(state)
  return of.source === source && typeof since === 'number' ? since : undefined
}

/** Moves the page of a submission to the trash of Notion, where it can be restored for 30 days, or leaves it. */
async function trash(told: Told, delivery: NotionDelivery, connection: ConnectionPower): Promise<Outcome> {
  if (delivery.settings.deleted === 'keep')
    return { result: 'skipped', reason: 'Pages of deleted submissions stay, as the settings say.' }
  const known = placeIn(delivery.state)?.page
  const page = known ?? (await pageOf(told.submission, delivery.settings, connection))
  // it never stood there, or somebody has removed it already
  if (page === undefined || !(await patched(page, { in_trash: true }, connection)))
    return { result: 'delivered' }
  return { result: 'delivered', state: { page, trashed: true } satisfies Place }
}

/** Whether a page was changed; false when there is none any more. One that we put in the trash is taken out again. */
async function changed(
  { page, trashed }: Place,
  properties: object,
  connection: ConnectionPower,
): Promise<boolean> {
  if (trashed && !(await patched(page, { in_trash: false }, connection))) return false
  return patched(page, { properties }, connection)
}

async function patched(page: string, change: object, connection: ConnectionPower): Promise<boolean> {
  try {
    await call(connection, 'PATCH', pagePath(page), change)
    return true
  } catch (error) {
    if (error instanceof NotionAnswerError && error.answer.status === 404) return false
    throw error
  }
}

/** The page that keeps the id of a submission; those in the trash are not found. */
async function pageOf(
  submission: string,
  { source, key }: NotionSettings,
  connection: ConnectionPower,
): Promise<string | undefined> {
  const answer = await call(connection, 'POST', `${sourcePath(source.id)}/query`, {
    filter: { property: key.id, rich_text: { equals: submission } },
    page_size: 1,
  })
  const { results } = objectIn(answer.body)
  return Array.isArray(results) && results.length === 0 ? undefined : pageIn(answer)
}

function propertiesOf({ submission, values }: Told, { key }: NotionSettings): Record<string, unknown> {
  const properties = Object.fromEntries([
    [key.id, { rich_text: textsOf(submission) }],
    ...values.map((value): [string, unknown] => [value.to.id, propertyOf(value)]),
  ])
  if (Buffer.byteLength(JSON.stringify(properties)) > LARGEST_BYTES) {
    throw new PropertyError('The answers are longer than the 500 kB that Notion takes. Map fewer of them.')
  }
  return properties
}

/** Of an answer that is longer than what is read of it, its beginning says which page comes first. */
const FIRST_PAGE = /"object":\s*"page",\s*"id":\s*"([\da-f-]{32,36})"/

/** The page that was answered, or the first one of those. Throws a NotionAnswerError where there is none. */
function pageIn(answer: OutboundResponse): string {
  const said = objectIn(answer.body)
  const [first]: unknown[] = Array.isArray(said.results) ? said.results : [said]
  const { id }: Record<string, unknown> = Object(first)
  const page = typeof id === 'string' ? id : FIRST_PAGE.exec(answer.body)?.[1]
  if (page === undefined) throw new NotionAnswerError(answer)
  return page
}

function kept(page: string): Outcome {
  const link = `https://www.notion.so/${encodeURIComponent(page.replaceAll('-', ''))}`
  return { result: 'delivered', link, state: { page, trashed: false } satisfies Place }
}

function placeIn(state: unknown): Place | undefined {
  const { page, trashed }: Record<string, unknown> = Object(state)
  return typeof page === 'string' ? { page, trashed: trashed === true } : undefined
}

/** What follows from an answer that is no success (developers.notion.com/reference/status-codes). */
function outcomeOf({ status, headers, body }: OutboundResponse, now: number): Outcome {
  if (status === 200) return { result: 'retry', reason: 'Notion answered something that cannot be read.' }
  // 409: somebody changes the same just now
  if (status === 429 || status === 409 || status >= 500) {
    const retryAfter = secondsToWait(headers['retry-after'], now)
    const reason = status === 429 ? 'Notion asks to wait.' : `Notion answered ${status}.`
    return { result: 'retry', reason, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (status === 404 || status === 410) {
    const reason =
      'Notion does not show this data source to the connection. Give access to it again, or choose another one.'
    return { result: 'gone', reason }
  }
  if (status === 403) {
    const reason = 'The connection may not write here. It needs the rights to insert and update content.'
    return { result: 'reconnect', reason }
  }
  return { result: 'failed', reason: refusalOf(status, messageIn(body)) }
}

function refusalOf(status: number, message: string): string {
  if (/archived|in trash/i.test(message))
    return 'The page lies in the trash of Notion. Restore it there, then send this once more.'
  if (/not a property that exists|is expected to be/i.test(message))
    return `A property is not as it was when the answers were mapped (${message.replace(/\.$/, '')}). Map them again, then send this once more.`
  const why = message === '' ? '' : `: ${message.replace(/\.$/, '')}`
  return `Notion refused the page (${status})${why}.`
}
