import type { Condition, Json } from '../engine/document/document.ts'

/** A secret setting: since when it is set, and its last characters where they give nothing away. */
export interface SecretSetting {
  /** when it was set */
  set_at: string
  /** its last characters, null where they would tell too much */
  ends_in: string | null
}

/** A configured receiver of a form's events. Secrets are not part of it: they are shown once, when they are made. */
export interface Integration {
  /** names it in paths */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** false when its plugin is not installed any more */
  known: boolean
  /** why what is stored of it cannot be read, in a sentence; null when all is well */
  unread: string | null
  /** version of the shape of its settings */
  v: number
  /** what its creator calls it */
  name: string
  /** what is set, by name; without what is secret */
  settings: Record<string, unknown>
  /** what is set and shown to nobody, by name */
  secret_settings: Record<string, SecretSetting>
  /** what it is set to, in a line */
  summary: string
  /** whose credential it works with */
  connection_id: string | null
  /** since when deliveries wait for a connection */
  waits_since: string | null
  /** what it is told of */
  events: string[]
  /** which submissions it gets; null: all */
  condition: Condition | null
  /** false when somebody switched it off */
  enabled: boolean
  /** since when and why nothing is sent until somebody resumes it; null while it is not paused */
  paused: {
    /** since when */
    at: string
    /** in a sentence */
    reason: string | null
    /** `gone`: the receiver wants no more; `reconnect`: it does not accept its credentials; `failing`: all has failed for three days */
    cause: 'gone' | 'reconnect' | 'failing'
  } | null
  /** since when nothing has arrived that was sent; null when the last one did */
  failing_since: string | null
  /** that failed for good and can be sent again */
  failed_deliveries: number
  /** that were sent and had no answer: whoever looked there can send them again */
  unsure_deliveries: number
  /** for an attempt that is to come */
  waiting_deliveries: number
  /** of what was made in the last 24 hours, each counted up to 10,000; tests do not count */
  last_day: {
    /** that arrived */
    delivered: number
    /** that failed for good */
    failed: number
    /** that were sent and had no answer */
    unsure: number
  }
  /** when what is the newest of its delivered deliveries was delivered; tests do not count */
  last_delivered_at: string | null
  /** whether it signs what it sends */
  has_secret: boolean
  /** that its signing secret was stored with another key of the server: nothing is sent until there is a new one */
  secret_unread: boolean
  /** what its service calls: addresses on this server, without its name */
  hooks: readonly {
    /** what the kind calls it, the last part of its address */
    path: string
    /** with which the service calls */
    method: string
    /** begins with a slash: the name of this server goes before it */
    address: string
  }[]
  /** how its plugin failed over the last request of its service */
  hook_failure: {
    /** when that was */
    at: string
    /** in a sentence, with plugin and version */
    reason: string
  } | null
  /** when it was made */
  created_at: string
  /** when its settings were changed last */
  updated_at: string
}

/** An integration that was just made, with its signing secret if its kind has one. */
export interface NewIntegration extends Integration {
  /** shown this once; null where its kind signs nothing */
  secret: string | null
}

/** An integration that a program made for itself, as it knows it: the address is told to nobody again. */
export interface Subscription {
  /** ends it by itself: `DELETE /api/subscriptions/{id}` */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** what it is called among the integrations of the form */
  name: string
  /** the form it is told of */
  form_id: string
  /** what it is told of */
  events: string[]
  /** false when a person switched it off */
  enabled: boolean
  /** when it was made */
  created_at: string
}

/** A subscription that ended because its program wanted no more, until somebody has seen it. */
export interface EndedSubscription {
  /** that it had */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** what it was called */
  name: string
  /** when its program wanted no more */
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
  /** with its line feeds */
  text: string
  /** how it looks; plain where nothing is said */
  look?: 'title' | 'strong' | 'emphasis' | 'link' | 'note'
}

/** What would arrive: as text, code or a message, or why there is none. */
export interface IntegrationPreview {
  /** what would arrive */
  preview?:
    | {
        /** `code` keeps its columns, `text` is read as it is */
        format: 'text' | 'code'
        /** with its line feeds */
        text: string
      }
    | {
        /** it looks as at its service */
        format: 'message'
        /** piece by piece, each with its look */
        runs: IntegrationPreviewRun[]
      }
  /** why there is none */
  fault?: string
}

/** One thing that a setting can be, at its service. */
export interface IntegrationChoice {
  /** what is kept in the settings */
  id: string
  /** what people call it */
  label: string
  /** tells it from others of the same name */
  hint?: string
  /** of a field that answers are mapped to: its type, in the service's own words */
  type?: string
}

/** Why a service could not be asked; `reconnect` when it does not accept the connection any more. */
export interface ChoiceProblem {
  /** `reconnect`: the connection is not accepted any more */
  problem: 'reconnect' | 'failed'
  /** a sentence that says what to do */
  reason: string
}

/** A page of what a setting can be. */
export type IntegrationChoices =
  | {
      /** in the order of the service, those that fit the search */
      choices: readonly IntegrationChoice[]
      /** `cursor` of the request for the next page; null where there is none */
      cursor: string | null
      /** whether another one can be made at the service, called as one likes */
      creates: boolean
    }
  | ChoiceProblem

/** What was made for a setting. */
export type NewIntegrationChoice =
  | {
      /** to be put into the settings */
      choice: IntegrationChoice
    }
  | ChoiceProblem

/** A signing secret, in the one answer that holds it. */
export interface NewSecret {
  /** shown this once */
  secret: string
  /** until when the one before signs too */
  previous_until: string | null
}

/** `unsure`: it was sent, no answer came, and a repeat could arrive twice: it is not sent again by itself */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'unsure' | 'cancelled'

/** The hand-over of one event to one integration. */
export interface Delivery {
  /** the same at each attempt */
  id: string
  /** what it tells of */
  event: string
  /** null for an example */
  submission_id: string | null
  /** whether somebody pressed “Send a test” */
  test: boolean
  /** of a submission that came in before it was sent here by itself */
  earlier: boolean
  /** how it stands */
  status: DeliveryStatus
  /** why it stands so, in a sentence */
  reason: string | null
  /** where what was made can be looked at */
  link: string | null
  /** how many were made */
  attempts: number
  /** null while it waits for a connection, and when it is over */
  next_attempt_at: string | null
  /** when that happened of which it tells */
  occurred_at: string
  /** when it was made */
  created_at: string
  /** when it was over; null while it is not */
  finished_at: string | null
}

/** How many deliveries there are of those asked for, each counted up to 10,000. */
export interface DeliveryCount {
  /** all of them */
  count: number
  /** those that can be sent again */
  replayable: number
}

/** One attempt of a delivery; secrets in request and response are masked. */
export interface DeliveryAttempt {
  /** from 1 */
  number: number
  /** when it began */
  started_at: string
  /** when it was over; null where the server stopped in between */
  finished_at: string | null
  /** what was sent, with its address, headers and body; null where nothing was */
  request: unknown
  /** what was answered: status, headers and body; null where nothing was */
  response: unknown
  /** what followed: `delivered`, `retry`, `failed`, `unsure`, `gone`, `reconnect`, `skipped`, `cancelled`, or `stopped` with the server */
  outcome: string | null
  /** in a sentence */
  reason: string | null
}

/** A delivery with the body that is sent, and with what was said at each attempt, newest first. */
export interface DeliveryLog extends Delivery {
  /** what each attempt sends; null until it is made, and after its submission was deleted */
  body: string | null
  /** its attempts, newest first */
  log: DeliveryAttempt[]
}

/** How sending earlier submissions stands. */
export interface Backfill {
  /** of this one */
  id: string
  /** how it stands */
  status: 'running' | 'paused' | 'done' | 'cancelled'
  /** what it waits for while it runs: its integration is off or paused, or has lost its connection */
  waits_for: 'integration' | 'connection' | null
  /** how many submissions there were to look at in the beginning */
  total: number
  /** how many arrived */
  delivered: number
  /** how many failed for good */
  failed: number
  /** sent, without an answer */
  unsure: number
  /** made, and still to be sent */
  waiting: number
  /** left out because the condition did not hold */
  unmatched: number
  /** when it began */
  started_at: string
  /** when it was over; null while it is not */
  finished_at: string | null
}

/** The submissions that an integration has not got. */
export interface EarlierSubmissions {
  /** all of them */
  count: number
  /** those for which the condition holds; null where there are too many to ask each */
  matching: number | null
}
