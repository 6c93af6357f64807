import type { Condition, Json } from '../engine/document/document.ts'

/** A secret setting: since when it is set, and its last characters where they give nothing away. */
export interface SecretSetting {
  set_at: string
  ends_in: string | null
}

/** A configured receiver of a form's events. Secrets are not part of it: they are shown once, when they are made. */
export interface Integration {
  id: string
  kind: string
  /** false when its plugin is not installed any more, or cannot read what is stored */
  known: boolean
  v: number
  name: string
  settings: Record<string, unknown>
  /** what is set and shown to nobody, by name */
  secret_settings: Record<string, SecretSetting>
  summary: string
  /** whose credential it works with */
  connection_id: string | null
  /** since when deliveries wait for a connection */
  waits_since: string | null
  events: string[]
  condition: Condition | null
  enabled: boolean
  paused: { at: string; reason: string | null; cause: 'gone' | 'reconnect' | 'failing' } | null
  failing_since: string | null
  failed_deliveries: number
  /** that were sent and had no answer: whoever looked there can send them again */
  unsure_deliveries: number
  /** for an attempt that is to come */
  waiting_deliveries: number
  /** of what was made in the last 24 hours, each counted up to 10,000; tests do not count */
  last_day: { delivered: number; failed: number; unsure: number }
  /** when what is the newest of its delivered deliveries was delivered; tests do not count */
  last_delivered_at: string | null
  has_secret: boolean
  /** what its service calls: addresses on this server, without its name */
  hooks: readonly { path: string; method: string; address: string }[]
  /** how its plugin failed over the last request of its service */
  hook_failure: { at: string; reason: string } | null
  created_at: string
  updated_at: string
}

/** An integration that was just made, with its signing secret if its kind has one. */
export interface NewIntegration extends Integration {
  secret: string | null
}

/** An integration that a program made for itself, as it knows it: the address is told to nobody again. */
export interface Subscription {
  /** ends it by itself: `DELETE /api/subscriptions/{id}` */
  id: string
  kind: string
  name: string
  form_id: string
  events: string[]
  /** false when a person switched it off */
  enabled: boolean
  created_at: string
}

/** A subscription that ended because its program wanted no more, until somebody has seen it. */
export interface EndedSubscription {
  id: string
  kind: string
  name: string
  ended_at: string
}

/** An event of a form, as it is told to those who subscribe; what is in it is up to the kind. */
export interface ToldEvent {
  [name: string]: Json
}

/** What can be set of an integration. */
export interface IntegrationInput {
  name?: string
  settings?: Record<string, unknown>
  connection_id?: string | null
  events?: string[]
  condition?: Condition | null
  enabled?: boolean
}

/** A piece of a message that looks alike. */
export interface IntegrationPreviewRun {
  text: string
  look?: 'title' | 'strong' | 'emphasis' | 'link' | 'note'
}

/** What would arrive: as text, code or a message, or why there is none. */
export interface IntegrationPreview {
  preview?: { format: 'text' | 'code'; text: string } | { format: 'message'; runs: IntegrationPreviewRun[] }
  fault?: string
}

/** One thing that a setting can be, at its service. */
export interface IntegrationChoice {
  id: string
  label: string
  hint?: string
  /** of a field that answers are mapped to: its type, in the service's own words */
  type?: string
}

/** Why a service could not be asked; `reconnect` when it does not accept the connection any more. */
export interface ChoiceProblem {
  problem: 'reconnect' | 'failed'
  reason: string
}

/** A page of what a setting can be. */
export type IntegrationChoices =
  { choices: readonly IntegrationChoice[]; cursor: string | null; creates: boolean } | ChoiceProblem

/** What was made for a setting. */
export type NewIntegrationChoice = { choice: IntegrationChoice } | ChoiceProblem

/** A signing secret, in the one answer that holds it. */
export interface NewSecret {
  secret: string
  /** until when the one before signs too */
  previous_until: string | null
}

/** `unsure`: it was sent, no answer came, and a repeat could arrive twice: it is not sent again by itself */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'unsure' | 'cancelled'

/** The hand-over of one event to one integration. */
export interface Delivery {
  id: string
  event: string
  /** null for an example */
  submission_id: string | null
  test: boolean
  /** of a submission that came in before it was sent here by itself */
  earlier: boolean
  status: DeliveryStatus
  reason: string | null
  /** where what was made can be looked at */
  link: string | null
  attempts: number
  /** null while it waits for a connection, and when it is over */
  next_attempt_at: string | null
  occurred_at: string
  created_at: string
  finished_at: string | null
}

/** How many deliveries there are of those asked for, each counted up to 10,000. */
export interface DeliveryCount {
  count: number
  /** those that can be sent again */
  replayable: number
}

/** One attempt of a delivery; secrets in request and response are masked. */
export interface DeliveryAttempt {
  number: number
  started_at: string
  finished_at: string | null
  request: unknown
  response: unknown
  outcome: string | null
  reason: string | null
}

/** A delivery with the body that is sent, and with what was said at each attempt, newest first. */
export interface DeliveryLog extends Delivery {
  body: string | null
  log: DeliveryAttempt[]
}

/** How sending earlier submissions stands. */
export interface Backfill {
  id: string
  status: 'running' | 'paused' | 'done' | 'cancelled'
  /** what it waits for while it runs: its integration is off or paused, or has lost its connection */
  waits_for: 'integration' | 'connection' | null
  /** how many submissions there were to look at in the beginning */
  total: number
  delivered: number
  failed: number
  /** sent, without an answer */
  unsure: number
  /** made, and still to be sent */
  waiting: number
  /** left out because the condition did not hold */
  unmatched: number
  started_at: string
  finished_at: string | null
}

/** The submissions that an integration has not got. */
export interface EarlierSubmissions {
  count: number
  /** those for which the condition holds; null where there are too many to ask each */
  matching: number | null
}
