import vine from '@vinejs/vine'
import { FieldErrors } from '#app/http/errors'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z$/

/** What the log of an integration can be narrowed to, besides the state. */
const others = {
  event: vine.string().maxLength(50).optional(),
  /** what brought them: an event, a backfill, or somebody who tests */
  origin: vine.enum(['new', 'earlier', 'test']).optional(),
  /** when they were made: from here on, and before there */
  from: vine.string().regex(TIME).optional(),
  to: vine.string().regex(TIME).optional(),
  submission: vine.string().uuid().optional(),
  /** a part of the reason why it stands so */
  text: vine.string().trim().maxLength(200).optional(),
}

/** Deliveries that are looked at. */
export const shownDeliveries = {
  status: vine.enum(['pending', 'delivered', 'failed', 'unsure', 'cancelled']).optional(),
  ...others,
}

/** Deliveries that are sent again; without a state those that failed. What waits cannot be. */
export const replayedDeliveries = vine.create({
  status: vine.enum(['delivered', 'failed', 'unsure', 'cancelled']).optional(),
  ...others,
})

export interface DeliveryFilter {
  status?: string
  event?: string
  origin?: 'new' | 'earlier' | 'test'
  from?: string
  to?: string
  submission?: string
  text?: string
}

/** SQL that deliveries `d` fulfil; 422 for a time that there is not. */
export function filterSql(filter: DeliveryFilter): { sql: string; bindings: (string | number)[] } {
  const conditions = ['true']
  const bindings: (string | number)[] = []
  const add = (sql: string, value: string | number | undefined) => {
    if (value === undefined || value === '') return
    conditions.push(sql)
    bindings.push(value)
  }
  add('d.status = ?', filter.status)
  add('d.event = ?', filter.event)
  if (filter.origin === 'test') conditions.push('d.test')
  if (filter.origin === 'earlier') conditions.push('d.earlier')
  if (filter.origin === 'new') conditions.push('not d.test and not d.earlier')
  add('d.created_at >= to_timestamp(?)', seconds('from', filter.from))
  add('d.created_at < to_timestamp(?)', seconds('to', filter.to))
  add('d.submission_id = ?', filter.submission)
  // said once more for the index of those that have one
  add(`d.reason is not null and strpos(lower(d.reason), lower(?)) > 0`, filter.text)
  return { sql: conditions.join(' and '), bindings }
}

function seconds(name: string, time: string | undefined): number | undefined {
  if (time === undefined) return undefined
  const at = Date.parse(time) / 1000
  if (Number.isFinite(at)) return at
  const message = 'There is no such time.'
  throw new FieldErrors('E_VALIDATION', message, { [name]: [message] })
}
