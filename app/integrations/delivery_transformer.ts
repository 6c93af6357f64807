import type { Delivery, DeliveryAttempt, DeliveryStatus } from '#api_types/integrations'

/** A row of `deliveries`, without its body. */
export interface DeliveryRow {
  id: string
  event: string
  submission_id: string
  test: boolean
  earlier: boolean
  status: DeliveryStatus
  reason: string | null
  link: string | null
  attempts: number
  /** null while it waits for a connection */
  next_attempt_at: Date | null
  occurred_at: Date
  created_at: Date
  finished_at: Date | null
}

/** A row of `delivery_attempts`. Request and response were masked when they were written. */
export interface AttemptRow {
  number: number
  started_at: Date
  finished_at: Date | null
  request: object | null
  response: unknown
  outcome: string | null
  reason: string | null
}

/** A delivery in the log. */
export function deliveryJson(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event: row.event,
    submission_id: row.test ? null : row.submission_id,
    test: row.test,
    earlier: row.earlier,
    status: row.status,
    reason: row.reason,
    /** where what was made can be looked at */
    link: row.link,
    attempts: row.attempts,
    next_attempt_at: row.status === 'pending' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** One attempt in the log. */
export function attemptJson(row: AttemptRow, body: string | null): DeliveryAttempt {
  return {
    number: row.number,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    request: row.request && { ...row.request, body },
    response: row.response,
    outcome: row.outcome,
    reason: row.reason,
  }
}
