import type {
  ConnectionPower,
  Deliver,
  Delivery,
  Outcome,
  OutboundResponse,
  Powers,
} from '@formwright/kit/integration'
import { drawnValues, type MappedValue, mappedValues } from '@formwright/kit/mapped_setting'
import { secondsToWait } from '@formwright/kit/retry_after'
import { objectIn } from '@formwright/kit/service'
import { call, errorIn, tablePath } from './api.ts'
import { CellError, cellOf } from './cells.ts'
import type { AirtableSettings } from './integration.ts'
import { baseChoices, tableChoices } from './targets.ts'

/** Whoever calls within half a minute of a 429 is refused for another half (support.airtable.com, API call limits). */
const LEAST_WAIT = 30

/** What is told of a submission. */
interface Told {
  submission: string
  deleted: boolean
  values: readonly MappedValue[]
}

/** Keeps a record for each submission in a table of Airtable. */
const airtable: Deliver<AirtableSettings> = {
  body(event, settings) {
    const deleted = event.name === 'submission.deleted'
    const values = deleted ? [] : mappedValues(event, settings.fields)
    const told: Told = { submission: event.submission.id, deleted, values }
    return JSON.stringify(told)
  },

  preview: (event, settings) => ({ format: 'code', text: drawnValues(mappedValues(event, settings.fields)) }),

  async deliver(delivery, powers) {
    const [outcome] = await write([delivery], powers)
    return outcome ?? { result: 'failed', reason: 'Nothing was written.' }
  },
  deliverBatch: write,

  choices: (name, { settings, search, cursor }, { connection }) =>
    name === 'base'
      ? baseChoices(search, cursor, connection)
      : tableChoices(name, settings, search, connection),
}
export default airtable

/** Writes a batch in one call; where Airtable refuses that for one of them, each for itself. */
async function write(deliveries: readonly Delivery<AirtableSettings>[], powers: Powers): Promise<Outcome[]> {
  const told = deliveries.map(({ body }): Told => JSON.parse(body))
  const last = new Map(told.map((one) => [one.submission, one]))
  const settings = deliveries[0]?.settings
  if (!settings) return []
  const outcomes = new Map<string, Outcome>()
  const kept = [...last.values()].filter(({ deleted }) => !deleted)
  for (const [submission, outcome] of await upsert(kept, settings, powers)) outcomes.set(submission, outcome)
  const records = new Map(deliveries.map(({ state }, index) => [told[index]?.submission, recordIn(state)]))
  for (const { submission, deleted } of last.values())
    if (deleted) outcomes.set(submission, await remove(submission, records.get(submission), settings, powers))
  return told.map(
    ({ submission }): Outcome =>
      outcomes.get(submission) ?? { result: 'retry', reason: 'Airtable did not say what became of it.' },
  )
}

/** Makes or changes the records of these; an outcome for each submission. */
async function upsert(
  told: readonly Told[],
  settings: AirtableSettings,
  powers: Powers,
): Promise<[string, Outcome][]> {
  const outcomes: [string, Outcome][] = []
  const records: { submission: string; fields: Record<string, unknown> }[] = []
  for (const one of told) {
    try {
      records.push({ submission: one.submission, fields: fieldsOf(one, settings) })
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      outcomes.push([one.submission, { result: 'failed', reason: error.message }])
    }
  }
  if (records.length === 0) return outcomes
  const response = await send(records, settings, powers.connection)
  if (response.status === 422 && records.length > 1) {
    // one of them is wrong, and none was written
    for (const record of records) {
      const alone = await send([record], settings, powers.connection)
      outcomes.push([record.submission, outcomeOf(alone, settings, powers)[0] ?? unread()])
    }
    return outcomes
  }
  const written = outcomeOf(response, settings, powers)
  const [all = unread()] = written
  return [
    ...outcomes,
    ...records.map(({ submission }, index): [string, Outcome] => [submission, written[index] ?? all]),
  ]
}

function fieldsOf({ submission, values }: Told, { key }: AirtableSettings): Record<string, unknown> {
  return Object.fromEntries([
    [key.id, submission],
    ...values.map((value): [string, unknown] => [value.to.id, cellOf(value)]),
  ])
}

/** Finds each record by the submission's id and changes it, or makes it. A repeat changes nothing. */
function send(
  records: readonly { fields: Record<string, unknown> }[],
  { base, table, key, addOptions, fields }: AirtableSettings,
  connection: ConnectionPower,
): Promise<OutboundResponse> {
  // with `typecast` attachments were seen to be lost
  const attaches = fields.some(({ to }) => to.type === 'multipleAttachments')
  return call(connection, 'PATCH', tablePath(base.id, table.id), {
    performUpsert: { fieldsToMergeOn: [key.id] },
    typecast: addOptions && !attaches,
    records: records.map(({ fields: cells }) => ({ fields: cells })),
  })
}

/** Removes the record of a submission, or leaves it, as is set. */
async function remove(
  submission: string,
  known: string | undefined,
  settings: AirtableSettings,
  powers: Powers,
): Promise<Outcome> {
  const { base, table, deleted } = settings
  if (deleted === 'keep')
    return { result: 'skipped', reason: 'Records of deleted submissions stay, as the settings say.' }
  const found = known ?? (await recordOf(submission, settings, powers))
  if (typeof found === 'object') return found
  // it never stood there, or somebody has removed it already
  if (found === '') return { result: 'delivered' }
  const path = `${tablePath(base.id, table.id)}/${encodeURIComponent(found)}`
  const gone = await call(powers.connection, 'DELETE', path)
  // somebody was quicker
  if (gone.status === 200 || gone.status === 404) return { result: 'delivered' }
  return outcomeOf(gone, settings, powers)[0] ?? unread()
}

/** The id of the record of a submission, empty where there is none; or what follows where Airtable does not say. */
async function recordOf(
  submission: string,
  settings: AirtableSettings,
  powers: Powers,
): Promise<string | Outcome> {
  const { base, table, key } = settings
  const query = new URLSearchParams({
    filterByFormula: `{${key.label.replace(/[\\{}]/g, '\\$&')}}='${submission}'`,
    maxRecords: '1',
  })
  const found = await call(powers.connection, 'GET', `${tablePath(base.id, table.id)}?${query}`)
  if (found.status !== 200) return outcomeOf(found, settings, powers)[0] ?? unread()
  const { records } = objectIn(found.body)
  if (!Array.isArray(records)) return unread()
  const { id }: Record<string, unknown> = Object(records[0])
  return typeof id === 'string' ? id : ''
}

function recordIn(state: unknown): string | undefined {
  const { record }: Record<string, unknown> = Object(state)
  return typeof record === 'string' ? record : undefined
}

/** What follows from an answer: an outcome for each record that was written, else one for all. */
function outcomeOf(
  { status, headers, body }: OutboundResponse,
  { base, table }: AirtableSettings,
  { now }: Powers,
): Outcome[] {
  const said = objectIn(body)
  if (status === 200) {
    return (Array.isArray(said.records) ? said.records : []).flatMap((record: unknown): Outcome[] => {
      const { id }: Record<string, unknown> = Object(record)
      if (typeof id !== 'string') return []
      const link = `https://airtable.com${tablePath(base.id, table.id)}/${encodeURIComponent(id)}`
      return [{ result: 'delivered', link, state: { record: id } }]
    })
  }
  if (status === 429 || status >= 500) {
    const wait = secondsToWait(headers['retry-after'], now) ?? 0
    return [
      {
        result: 'retry',
        reason: `Airtable answered ${status}.`,
        ...(status === 429 && { retryAfter: Math.max(LEAST_WAIT, wait) }),
      },
    ]
  }
  return [refusalOf(status, errorIn(said))]
}

const GONE =
  'Airtable does not show this table to the token. Choose the base and the table again, or give the token access to them.'

function refusalOf(status: number, { type, message }: { type: string; message: string }): Outcome {
  if (status === 404 || status === 410 || type === 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND')
    return { result: 'gone', reason: GONE }
  if (status === 403) {
    const reason = 'The token may not write here. Give it the scope data.records:write, then connect again.'
    return { result: 'reconnect', reason }
  }
  if (type === 'UNKNOWN_FIELD_NAME') {
    const reason = `A field is no longer in the table${message === '' ? '' : ` (${message})`}. Map the answers again, then send this once more.`
    return { result: 'failed', reason }
  }
  if (type === 'INVALID_MULTIPLE_CHOICE_OPTIONS') {
    const reason =
      'An answer is no option of its field. Add the option in Airtable, or let options be made here; then send this once more.'
    return { result: 'failed', reason }
  }
  const why = message === '' ? '' : `: ${message.replace(/\.$/, '')}`
  return { result: 'failed', reason: `Airtable refused the record (${status})${why}.` }
}

function unread(): Outcome {
  return { result: 'retry', reason: 'Airtable answered something that cannot be read.' }
}
