import type { ComponentType } from 'react'
import type { InferOutput } from 'valibot'
import type { Translate } from './control.ts'
import type { SettingsSchema } from './field.ts'
import type { Hook, HookAnswer, HookRequest } from './hook.ts'
import type { Lifts } from './lift.ts'
import type { Mail, MailAddress } from './mail.ts'
import type { ValueType } from './value.ts'

/**
 * What can happen to a submission. An integration is told of the events it lists; one that lists an event which the
 * server does not tell of yet (`submission.partial`) is refused when it is loaded.
 */
export type EventName =
  'submission.created' | 'submission.updated' | 'submission.deleted' | 'submission.partial'

/** One value of an answer: the answer itself, or something in it (the start of a range, a row of a table). */
export interface AnswerPart {
  /** unique in the question; `''` for the answer itself */
  id: string
  /** what a column of it is called */
  label: string
  type: ValueType
  /**
   * null without an answer; a text, a number, a boolean, an id or ids of options, or a list of files. A file has its name,
   * size in bytes and type, and a `url` that leads whoever has it to the file for seven days from when the event was
   * built; absent without a public address, and in tests.
   */
  value: unknown
  /** what a person reads; empty without an answer */
  text: string
  /** of `choices`: each option that was chosen, as a person reads it */
  texts?: readonly string[]
}

/** A question of the form with what was answered, as integrations see it: they never learn field kinds. */
export interface Question {
  id: string
  key: string
  label: string
  /** the whole answer, as a person reads it; empty without an answer */
  text: string
  /** the canonical answer, JSON; of a formatted one the tree (`rich/tree.ts`); absent without an answer */
  value?: unknown
  /** in the order of columns */
  parts: readonly AnswerPart[]
  /**
   * Of a section that repeats: its items in order. Its one part is how many there are, `value` lists for each the answers
   * by key, and `text` tells them all.
   */
  items?: readonly QuestionItem[]
}

/** One item of a section that repeats, with the questions that were asked in it. */
export interface QuestionItem {
  id: string
  title: string
  questions: readonly Question[]
}

/** What happened, as handed to an integration. Built once, from the version the respondent saw. */
export interface IntegrationEvent {
  name: EventName
  /** ISO 8601 UTC */
  occurredAt: string
  /**
   * `language` is that of its texts (BCP 47); `url` leads to the public page, and is absent where the operator set no
   * public address.
   */
  form: { id: string; slug: string; title: string; version: number; language: string; url?: string }
  /** `url` leads its creator to the submission; absent without a public address, and when it is gone */
  submission: { id: string; receivedAt: string; url?: string; questions: readonly Question[] }
  /** true when a creator pressed "Send a test" */
  test: boolean
  /** of a test: who pressed it, for kinds that would write to somebody else */
  tester?: MailAddress
}

export interface OutboundRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE'
  url: string
  headers: Record<string, string>
  body: string
  /**
   * Made twice it does twice what it does, and the service cannot tell: of a delivery whose request was sent and got no
   * answer, or a gateway's (`once.ts`), there is no further attempt, unless somebody asks for one.
   */
  once?: boolean
}
export interface OutboundResponse {
  status: number
  headers: Record<string, string>
  /** at most 64 kB, as text */
  body: string
}

/** The service of the integration's connection. */
export interface ConnectionPower {
  /**
   * A call to an address of the service, with the credential of the connection, which the plugin never sees. Rejects with a
   * coded error, which the plugin lets pass, where there is no connection, or the service does not accept it any more: what
   * is to be delivered then waits until somebody has connected again.
   */
  request(request: OutboundRequest): Promise<OutboundResponse>
}

/** Small JSON (16 kB) that an integration remembers between its deliveries: the column of each question in a sheet. */
export interface State {
  /** undefined at first */
  read(): Promise<unknown>
  /** Changes it while nobody else can, and answers what it is now. */
  change(change: (state: unknown) => unknown): Promise<unknown>
}

/** What the core hands in; an integration reaches the world through nothing else. */
export interface Powers {
  /** The guarded client: public addresses only, no redirects, 15 s, 64 kB. Rejects with a coded error. */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /** For kinds with a `connection`; others are refused. */
  connection: ConnectionPower
  /** What the integration remembers. */
  state: State
  /** The integration's own secrets, newest first (an old one stays valid for a while after rotation). */
  secrets: readonly string[]
  /** milliseconds since the epoch, of this attempt */
  now: number
  /**
   * Kinds with `mail` only: sends a mail, and answers what came of it, to be handed on with its state: by that a repeat is
   * sent to those alone who do not have it. Where the server has nobody that
   * sends its mail, it does not come back: the delivery waits until there is somebody.
   */
  mail(mail: Mail): Promise<Outcome>
  /** The address of a hook, for the service; undefined where the operator set no public address. */
  hookAddress(path: string): string | undefined
}

/** What the core hands in with a request of a service. */
export type HookPowers = Omit<Powers, 'mail'>

/** What the core hands in while a creator chooses. */
export type ChoicePowers = Pick<Powers, 'connection' | 'request' | 'now'>

/** One hand-over of an event. Id and body are the same at each attempt. */
export interface Delivery<S> {
  id: string
  body: string
  settings: S
  /** which one this is, from 1: a later one may repeat what an earlier one has done already */
  attempt: number
  /**
   * What the last attempt said to remember; before the first, what the last delivery of the same submission said. By it
   * a repeat or a later event finds what was made. Undefined where nothing was remembered, or is any more after 30 days.
   */
  state?: unknown
}

/**
 * The outcome of one attempt. `retry` follows the schedule, not before `retryAfter` (seconds); `failed` is final;
 * `gone` (the receiver wants no more) and `reconnect` (it does not accept our credentials any more) pause the
 * integration, one that is a `subscription` is removed when it is `gone`; where the credentials are those of a connection, `reconnect` lets everything wait for it instead.
 * `skipped` is final, too: there was nothing to send. `unsure` was sent without an answer that tells what came of it, and must
 * not be repeated by itself: it stands in the log until a person has looked there. Of a request that says `once` and had no
 * answer the core says so itself.
 * `reason` is a sentence for the creator, of `delivered` where the service
 * says no more than that it took it; what is secret in it is masked. `state` (16 kB of JSON) is
 * handed to the next attempt, of what failed to one by hand, and to later events of the submission; `link` leads the creator to what was made.
 */
export type Outcome =
  | { result: 'delivered'; reason?: string; link?: string; state?: unknown }
  | { result: 'retry'; reason: string; retryAfter?: number; state?: unknown }
  | { result: 'failed' | 'unsure'; reason: string; state?: unknown }
  | { result: 'gone' | 'reconnect' | 'skipped'; reason: string }

/** What an integration is. How it delivers is in `deliver.ts`, its settings' form in `settings.tsx` beside it. */
export interface IntegrationDefinition<Schema extends SettingsSchema = SettingsSchema> {
  /** the folder's name */
  kind: string
  /** version of the settings' shape, from 1 */
  version: number
  /**
   * Every entry has a default. One with `v.metadata({ control: 'secret' })` is a text that is encrypted, shown to nobody
   * and masked in logs. One with `control: 'template'` is a text with references (`{#block}`), of one line with
   * `oneLine: true`, JSON with `json: true` (answers are escaped for it), or a rich text (`richText` with `references`); the core fills it in before `body` sees it. What the
   * service offers (`chosen_setting.ts`, `mapped_setting.ts`) is asked of `choices`. Fields of all of these are drawn by the core, with the
   * entry's title and description.
   */
  settings: Schema
  lifts?: Lifts
  events: readonly EventName[]
  /** The core makes and rotates a signing secret with this prefix. */
  secret?: { prefix: string }
  /**
   * The service whose connections it works with, a folder of `plugins/connections`; `needed` where that depends on its
   * settings.
   */
  connection?: { service: string; needed?(settings: InferOutput<Schema>): boolean }
  /** One line for lists, from the settings ("https://example.com/hook"). */
  summary(settings: InferOutput<Schema>): string
  /** What must still be set before it can work: a sentence for each path. Nobody saves settings that lack something. */
  missing?(settings: InferOutput<Schema>): readonly { path: string; message: string }[]
  /**
   * Of kinds that keep something for each submission (a row, a page): what is wrong where another integration of the same
   * form has these settings, because both would make it in one place. The second one is not saved.
   */
  clash?(
    settings: InferOutput<Schema>,
    other: InferOutput<Schema>,
  ): { path: string; message: string } | undefined
  /**
   * `one-after-the-other`: a delivery waits for those of the same integration that came before it, until they are
   * delivered or have failed; then it has no `endpoint`. Default: any order, several at a time.
   */
  order?: 'one-after-the-other' | 'any'
  /**
   * So many deliveries of one integration (2 to 100) are handed to `deliverBatch` together when they are due. They keep
   * their order, so the kind delivers `one-after-the-other`.
   */
  batch?: number
  /** It delivers by mail (`powers.mail`). */
  mail?: boolean
  /**
   * It writes to the people who filled in the form. Before it sends earlier submissions, which may be long ago, creators are
   * told how many people get something.
   */
  toRespondents?: boolean
  /** Requests that the service makes, which `receive` is handed. Each needs the core's `secret`, or a secret setting. */
  hooks?: readonly Hook[]
  /**
   * Programs add it with an access token, and nobody else: “Add” does not offer it. `address` names the secret setting that has
   * the address they give. People may switch it off, ask for a condition and delete it; when its receiver wants no more
   * (`gone`) it is removed. Its `body` is a JSON object, the same whenever it is made of the same event: programs are shown
   * examples of it, and may ask for what they missed.
   */
  subscription?: { address: string }
  /** Names the receiver (a host), so that a slow one does not hold up the others. Default: each integration for itself. */
  endpoint?(settings: InferOutput<Schema>): string
}

/** One thing that a setting can be. `hint` tells it from others of the same name. */
export interface Choice {
  id: string
  label: string
  hint?: string
  /** of a field that answers are mapped to: its type, in the service's own words; it is kept with the mapping */
  type?: string
}

/** What a creator looks for while they choose. */
export interface ChoicesAsked<S> {
  /** as they stand in the form at the moment, perhaps incomplete; without those that are secret */
  settings: S
  /** empty at first */
  search: string
  /** where the page before said that the next one begins */
  cursor?: string
}

/** A page of what a setting can be. */
export interface Choices {
  choices: readonly Choice[]
  /** where the next page begins; absent at the end */
  cursor?: string
  /** whether `createChoice` can make another one, called as the creator says */
  creates?: boolean
}

/** Why the service could not say or do that, in a sentence for the creator. */
export interface ChoiceProblem {
  problem: string
}

/** A piece of a message that looks alike, with the line feeds in it. */
export interface PreviewRun {
  text: string
  look?: 'title' | 'strong' | 'emphasis' | 'link' | 'note'
}

/** What will arrive, for the creator: `code` keeps its columns, `text` is read as it is, a `message` looks as at its service. */
export type Preview =
  { format: 'text' | 'code'; text: string } | { format: 'message'; runs: readonly PreviewRun[] }

/**
 * The server part: `body` is called once per delivery and kept as it is, so its secret settings are empty; `deliver` is
 * called per attempt with that very body.
 */
export interface Deliver<S> {
  body(event: IntegrationEvent, settings: S): string
  /** What will arrive, drawn as the service shows it, from the same settings as `body` has. Default: the body. */
  preview?(event: IntegrationEvent, settings: S): Preview
  deliver(delivery: Delivery<S>, powers: Powers): Promise<Outcome>
  /** Of kinds with settings that the service offers: what the one called `name` can be. It has ten seconds. */
  choices?(name: string, asked: ChoicesAsked<S>, powers: ChoicePowers): Promise<Choices | ChoiceProblem>
  /** Makes one at the service and answers it. */
  createChoice?(
    name: string,
    made: { label: string; settings: S },
    powers: ChoicePowers,
  ): Promise<Choice | ChoiceProblem>
  /**
   * Kinds with a `batch` only: one attempt of several deliveries, oldest first; answers an outcome for each, in the same
   * order. Two of them may be about one submission. One that is due alone goes to `deliver`.
   */
  deliverBatch?(deliveries: readonly Delivery<S>[], powers: Powers): Promise<readonly Outcome[]>
  /**
   * Kinds with `hooks` only: a request of the service, verified. It has five seconds; what takes longer is remembered in the
   * state. When it throws the service is answered 503, and most send the same again.
   */
  receive?(request: HookRequest<S>, powers: HookPowers): Promise<HookAnswer>
}

export interface IntegrationSettingsProps<S> {
  settings: S
  change(settings: Partial<S>): void
  problems: readonly { path: string; message: string }[]
  /** what can be asked of a submission, by address: questions and their parts, in order */
  questions: readonly SettingsQuestion[]
  t: Translate
}

/** A question of the form, or a part of one, that settings can point to. */
export interface SettingsQuestion {
  /** `block`, `block.part` or `section.block` */
  id: string
  label: string
  /** `whole` is a question that has parts only */
  type: ValueType | 'whole'
  options?: readonly { id: string; label: string }[]
  /** the section that repeats in which it stands: it has an answer for each item */
  section?: string
}

export type IntegrationSettings<S> = ComponentType<IntegrationSettingsProps<S>>

/** Identity that gives an integration its types. */
export function defineIntegration<Schema extends SettingsSchema>(
  definition: IntegrationDefinition<Schema>,
): IntegrationDefinition<Schema> {
  return definition
}
