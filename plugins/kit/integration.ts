import type { ComponentType } from 'react'
import type { InferOutput } from 'valibot'
import type { Cell } from './answer.ts'
import type { Translate } from './control.ts'
import type { SettingsSchema } from './field.ts'
import type { Lifts } from './lift.ts'

export type EventName = 'submission.created' | 'submission.updated' | 'submission.deleted'

/** One answered question as integrations see it: they never learn field kinds. */
export interface AnsweredField {
  id: string
  key: string
  label: string
  text: string
  cells: readonly { label: string; value: Cell }[]
  /** the canonical answer, JSON */
  value: unknown
}

/** What happened, as handed to an integration. Built once, from the version the respondent saw. */
export interface IntegrationEvent {
  name: EventName
  /** ISO 8601 UTC */
  occurredAt: string
  form: { id: string; slug: string; title: string; version: number }
  submission: { id: string; receivedAt: string; fields: readonly AnsweredField[] }
  /** true when a creator pressed "Send a test" */
  test: boolean
}

export interface OutboundRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE'
  url: string
  headers: Record<string, string>
  body: string
}
export interface OutboundResponse {
  status: number
  headers: Record<string, string>
  /** at most 64 kB, as text */
  body: string
}

/** What the core hands in; an integration reaches the world through nothing else. */
export interface Powers {
  /** The guarded client: public addresses only, no redirects, 15 s, 64 kB. Rejects with a coded error. */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /** The integration's own secrets, newest first (an old one stays valid for a while after rotation). */
  secrets: readonly string[]
  /** milliseconds since the epoch, of this attempt */
  now: number
}

/** The outcome of one attempt. `gone` pauses the integration (HTTP 410); `retry` follows the schedule, not before `retryAfter` (seconds). */
export type Outcome =
  | { result: 'delivered' }
  | { result: 'retry'; reason: string; retryAfter?: number }
  | { result: 'failed'; reason: string }
  | { result: 'gone'; reason: string }

export interface IntegrationDefinition<Schema extends SettingsSchema = SettingsSchema> {
  kind: string
  version: number
  settings: Schema
  lifts?: Lifts
  events: readonly EventName[]
  /** The core makes and rotates a signing secret with this prefix. */
  secret?: { prefix: string }
  /** One line for lists, from the settings ("https://example.com/hook"). */
  summary: (settings: InferOutput<Schema>) => string
  /** What must still be set before it can work: a sentence for each path. Nobody saves settings that lack something. */
  missing?: (settings: InferOutput<Schema>) => readonly { path: string; message: string }[]
  /** Names the receiver (a host), so that a slow one does not hold up the others. Default: each integration for itself. */
  endpoint?: (settings: InferOutput<Schema>) => string
}

/** The server part: `body` is called once per delivery and kept; `deliver` is called per attempt with that very body. */
export interface Deliver<S> {
  body(event: IntegrationEvent, settings: S): string
  deliver(delivery: { id: string; body: string; settings: S }, powers: Powers): Promise<Outcome>
}

export interface IntegrationSettingsProps<S> {
  settings: S
  change(settings: Partial<S>): void
  problems: readonly { path: string; message: string }[]
  t: Translate
}
export type IntegrationSettings<S> = ComponentType<IntegrationSettingsProps<S>>

/** Identity that gives an integration its types. */
export function defineIntegration<Schema extends SettingsSchema>(
  definition: IntegrationDefinition<Schema>,
): IntegrationDefinition<Schema> {
  return definition
}

/** A definition whose types were forgotten at the registry. */
export type AnyIntegrationDefinition = Omit<IntegrationDefinition, 'summary' | 'missing' | 'endpoint'> & {
  summary: (settings: never) => string
  missing?: (settings: never) => readonly { path: string; message: string }[]
  endpoint?: (settings: never) => string
}
