// Made of the reference of the API by scripts/client_types.ts; see README.md. Changes here are lost.

/** Settings whose schema is only known to their plugin. */
export type AnySettings = {
  [name: string]: unknown
}

/** How sending earlier submissions stands. */
export type Backfill = {
  /** of this one */
  id: string
  /** how it stands */
  status: "running" | "done" | "cancelled" | "paused"
  /** what it waits for while it runs: its integration is off or paused, or has lost its connection */
  waits_for: "integration" | "connection" | null
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
  finished_at: null | string
}

/** One item of a form. Texts may hold references `{#blockId}` (piping) and a literal `{{`. What is absent has its default: `state` shown, `width` full, `required` false, no rules. */
export type Block = {
  /** stable, `[a-z][a-z0-9]{5,31}`, made by the client */
  id: string
  /** the field type or layout block: the folder of its plugin */
  kind: string
  /** id of the section that it stands in: its blocks stand directly behind it, in order; absent at the top */
  parent?: string
  /** version of the plugin's settings shape */
  v: number
  /** what its kind can be set to, by name */
  settings: {
    [name: string]: unknown
  }
  /** what it does when conditions hold, in order */
  rules?: Array<Rule>
  /** short machine name, `[a-z][a-z0-9_]{0,63}`, unique in the form */
  key?: string
  /** the question, a text with references */
  label?: string
  /** what is said with it */
  help?: RichText
  /** the help stands below the control */
  helpBelow?: boolean
  /** what is seen with it */
  media?: BlockMedia
  /** what stands in its empty control */
  placeholder?: string
  /** it must be answered */
  required?: boolean
  /** no two submissions give the same answer */
  unique?: boolean
  /** how it begins, before any rule */
  state?: "shown" | "hidden" | "disabled"
  /** of the line that it stands in */
  width?: "full" | "3/4" | "2/3" | "1/2" | "1/3" | "1/4"
  /** the label is there for those alone who have it read to them */
  hideLabel?: boolean
  /** canonical answer, the name of a URL parameter to take it from, or a text with references */
  default?: {
    /** a canonical answer */
    value: unknown
  } | {
    /** the name of the URL parameter that it is taken from */
    param: string
  } | {
    /** a text with references */
    text: string
  }
  /** when this ending is shown; without one it is the fallback */
  condition?: {
    /** each of them holds; of none that is so */
    all: Array<Condition>
  } | {
    /** one of them holds at least */
    any: Array<Condition>
  } | {
    /** it does not hold */
    not: Condition
  } | {
    /** is true */
    formula: string
  } | Comparison
}

/** A picture or a film with a question. */
export type BlockMedia = {
  /** the picture or film */
  file: MediaFile
  /** what it says to people who cannot see it; absent: it is decoration */
  alt?: string
  /** where it stands; absent: at the end of the line, where there is room */
  place?: "start" | "above"
}

export type Break = {
  /** the line ends here, and the paragraph goes on */
  type: "hardBreak"
}

/** What a cell of a table or an export holds. */
export type Cell = boolean | null | string | number

/** A block that differs, and what of it. */
export type ChangedBlock = {
  /** what of it is different */
  parts: Array<ChangedPart>
  /** of the block */
  block_id: string
  /** what it is called in the form */
  label: string
}

/** What of something differs, as creators call that, and its words where it has some; long ones are shortened. */
export type ChangedPart = {
  /** what it is called */
  name: string
  /** what it said; an empty text for nothing */
  before?: string
  /** what it says; an empty text for nothing */
  after?: string
}

/** A group of settings of a form that differs, and what of it. */
export type ChangedSettings = {
  /** `general`, `access`, `appearance` or `sending`; `order` when blocks only changed places */
  group: string
  /** what of it is different; nothing of `order` */
  parts: Array<ChangedPart>
}

/** What publishing would change, against the version that is published now; everything is new without one. */
export type Changes = {
  /** blocks that are new */
  added: Array<NamedBlock>
  /** blocks that are different */
  changed: Array<ChangedBlock>
  /** blocks that are gone */
  removed: Array<NamedBlock>
  /** groups of settings that differ */
  settings: Array<ChangedSettings>
}

/** What publishing would do, and what stands in its way. */
export type Check = {
  /** of the draft that was checked */
  revision: number
  /** the number of the version that would be made */
  version: number
  /** what keeps it from being published, and warnings */
  problems: Array<DocumentProblem>
  /** how it differs from what is published */
  changes: Changes
}

/** Why a service could not be asked; `reconnect` when it does not accept the connection any more. */
export type ChoiceProblem = {
  /** `reconnect`: the connection is not accepted any more */
  problem: "failed" | "reconnect"
  /** a sentence that says what to do */
  reason: string
}

export type Comparison = {
  /** what is compared */
  left: Operand
  /** how: which there are depends on the type of the left side */
  op: Operator
  /** with what; absent where the operator needs nothing */
  right?: {
    /** the address of a block, or of a part of its answer */
    field: string
  } | {
    /** as it is written here */
    value: unknown
  } | {
    /** the name of a URL parameter of the visit */
    param: string
  } | {
    /** today, or this moment: whatever the other side is */
    now: true
  }
  /** upper bound of `between` */
  to?: {
    /** the address of a block, or of a part of its answer */
    field: string
  } | {
    /** as it is written here */
    value: unknown
  } | {
    /** the name of a URL parameter of the visit */
    param: string
  } | {
    /** today, or this moment: whatever the other side is */
    now: true
  }
}

/** `formula` holds an expression with references as `{#blockId}`; it must be boolean. */
export type Condition = {
  /** each of them holds; of none that is so */
  all: Array<Condition>
} | {
  /** one of them holds at least */
  any: Array<Condition>
} | {
  /** it does not hold */
  not: Condition
} | {
  /** is true */
  formula: string
} | Comparison

/** What a control holds besides an answer that a code is to confirm (`confirms` of the definition). The house draws the inputs, `${name}.code` and so on, and fills all of it in; a kind keeps it in its raw, which is an object. */
export type Confirmation = {
  /** the answer that all of it is about: for another one it says nothing */
  to?: string
  /** says which code was sent, and is given back with the code that was typed */
  sent?: string
  /** the code that was typed */
  code?: string
  /** the server's word that the code was right */
  proof?: string
}

/** A credential of a workspace at a service, without anything of the credential. */
export type Connection = {
  /** names it in paths and settings */
  id: string
  /** its service, see `services` */
  service: string
  /** false when its plugin is not installed any more */
  known: boolean
  /** whose account it is, in the service's words */
  account: string
  /** since when the service does not accept it any more; null while it does */
  lost: null | {
    /** when that was noticed */
    at: string
    /** why, where the service said so */
    reason: null | string
  }
  /** true where it was stored with another key than the server has now: to be connected again, or the key put back */
  unread: boolean
  /** when somebody connected it last */
  connected_at: string
  /** the integrations that work with it */
  used_by: Array<ConnectionUse>
}

/** A service that connections can be made to. */
export type ConnectionService = {
  /** the folder of its plugin */
  kind: string
  /** `oauth`: people agree at the service; `token`: they enter what the service gave them */
  by: "oauth" | "token"
  /** false where the operator has not registered this server there */
  configured: boolean
  /** of OAuth: where the service sends people back to, and what the operator sets */
  callback?: string
  /** what its operator has to set, by the names of the environment */
  settings?: Array<string>
  /** what its plugin failed in on the last day, in a sentence; null when all is well */
  fault: null | string
}

/** An integration that uses a connection. */
export type ConnectionUse = {
  /** of the integration */
  id: string
  /** of the integration */
  name: string
  /** the integration's service */
  kind: string
  /** the form's slug and title */
  form: string
  /** the form it is of */
  form_title: string
}

/** What there is, and what can be. */
export type Connections = {
  /** what can be connected */
  services: Array<ConnectionService>
  /** what is connected */
  connections: Array<Connection>
}

/** What a row holds: a block without id and kind, or a group of form settings. */
export type Content = {
  [name: string]: unknown
}

/** The access token that a request came with. */
export type CurrentAccessToken = {
  /** the one it is of */
  workspace: {
    /** names it in paths */
    id: string
    /** what its members call it */
    name: string
  }
  /** names it in paths */
  id: string
  /** as whoever made it calls it */
  name: string
  /** the first characters of the token */
  begins: string
  /** what it may do */
  scopes: Array<Scope>
  /** who made it, with whose rights it acts */
  person: NamedPerson
  /** when it was made */
  created_at: string
  /** null for never */
  expires_at: null | string
  /** to the minute; null for never */
  last_used_at: null | string
}

/** A form in the bin of its workspace. */
export type DeletedForm = {
  /** names it in paths */
  id: string
  /** its address, which it gets back */
  slug: string
  /** what it was called */
  title: string
  /** how many are deleted with it */
  submissions: number
  /** when it was deleted */
  deleted_at: string
  /** who deleted it, null where they are no more */
  deleted_by: null | NamedPerson
  /** when it goes for good, unless it is restored */
  gone_at: string
}

/** The next submissions of a view, up to 500, that are deleted now. */
export type DeletedMatching = {
  /** by id, the newest first */
  data: Array<string>
  /** `cursor` of the next request; null where all are deleted */
  next_cursor: null | string
}

/** A submission in the bin of its form. */
export type DeletedSubmission = {
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** what the first question that was answered says, shortened; null when that tells nothing */
  title: null | string
  /** when it was deleted */
  deleted_at: string
  /** who deleted it, null where they are no more */
  deleted_by: null | NamedPerson
  /** when it goes for good, unless it is restored */
  gone_at: string
}

/** What became of submissions that were to be deleted. What is in neither list was too much for one request: ask again. */
export type DeletedTogether = {
  /** those that are deleted now, by id */
  deleted: Array<string>
  /** those that were not there, by id: somebody else was faster */
  missing: Array<string>
}

/** The hand-over of one event to one integration. */
export type Delivery = {
  /** the same at each attempt */
  id: string
  /** what it tells of */
  event: string
  /** null for an example */
  submission_id: null | string
  /** whether somebody pressed “Send a test” */
  test: boolean
  /** of a submission that came in before it was sent here by itself */
  earlier: boolean
  /** how it stands */
  status: DeliveryStatus
  /** why it stands so, in a sentence */
  reason: null | string
  /** where what was made can be looked at */
  link: null | string
  /** how many were made */
  attempts: number
  /** null while it waits for a connection, and when it is over */
  next_attempt_at: null | string
  /** when that happened of which it tells */
  occurred_at: string
  /** when it was made */
  created_at: string
  /** when it was over; null while it is not */
  finished_at: null | string
}

/** One attempt of a delivery; secrets in request and response are masked. */
export type DeliveryAttempt = {
  /** from 1 */
  number: number
  /** when it began */
  started_at: string
  /** when it was over; null where the server stopped in between */
  finished_at: null | string
  /** what was sent, with its address, headers and body; null where nothing was */
  request: unknown
  /** what was answered: status, headers and body; null where nothing was */
  response: unknown
  /** what followed: `delivered`, `retry`, `failed`, `unsure`, `gone`, `reconnect`, `skipped`, `cancelled`, or `stopped` with the server */
  outcome: null | string
  /** in a sentence */
  reason: null | string
}

/** How many deliveries there are of those asked for, each counted up to 10,000. */
export type DeliveryCount = {
  /** all of them */
  count: number
  /** those that can be sent again */
  replayable: number
}

/** A delivery with the body that is sent, and with what was said at each attempt, newest first. */
export type DeliveryLog = {
  /** what each attempt sends; null until it is made, and after its submission was deleted */
  body: null | string
  /** its attempts, newest first */
  log: Array<DeliveryAttempt>
  /** the same at each attempt */
  id: string
  /** what it tells of */
  event: string
  /** null for an example */
  submission_id: null | string
  /** whether somebody pressed “Send a test” */
  test: boolean
  /** of a submission that came in before it was sent here by itself */
  earlier: boolean
  /** how it stands */
  status: DeliveryStatus
  /** why it stands so, in a sentence */
  reason: null | string
  /** where what was made can be looked at */
  link: null | string
  /** how many were made */
  attempts: number
  /** null while it waits for a connection, and when it is over */
  next_attempt_at: null | string
  /** when that happened of which it tells */
  occurred_at: string
  /** when it was made */
  created_at: string
  /** when it was over; null while it is not */
  finished_at: null | string
}

/** `unsure`: it was sent, no answer came, and a repeat could arrive twice: it is not sent again by itself */
export type DeliveryStatus = "failed" | "pending" | "delivered" | "unsure" | "cancelled"

/** Something wrong with a document, found by the check before publishing. `error` blocks; `warning` explains. `path` leads into the block (`rules.0.when`, `settings.formula`), or, without one, to a setting of the form (`settings.access.closesAt`); `at` is an offset in a formula. */
export type DocumentProblem = {
  /** `error` keeps the form from being published */
  severity: "error" | "warning"
  /** what is wrong, for programs */
  code: "unknown-kind" | "faulty-kind" | "invalid-settings" | "duplicate-id" | "duplicate-key" | "unknown-reference" | "unknown-target" | "type" | "syntax" | "cycle" | "unreachable-page" | "unreachable-ending" | "no-fields" | "no-label" | "no-title" | "never-open" | "unsafe-pattern" | "unanswerable" | "ambiguous" | "default-refused" | "undescribed" | "unfinished" | "never-holds" | "unknown-name" | "too-large" | "newer-version" | "misplaced" | "no-key" | "left-out" | "unreadable" | "host-not-allowed" | "no-mail" | "no-room"
  /** the id of the block that it is about; absent where it is about the form */
  block?: string
  /** the id of the integration that it is about, which has a page of its own */
  integration?: string
  /** leads into the block, or without one to a setting of the form */
  path?: string
  /** where in the formula, in characters from its beginning */
  at?: number
  /** block ids on the circle, for `cycle` */
  cycle?: Array<string>
  /** a sentence a creator can act on; labels are in quotes */
  message: string
}

/** A draft, or what changed in it since a revision. */
export type Draft = {
  /** counts the changes of the draft */
  revision: number
  /** the blocks */
  rows: Array<DraftRow>
  /** what keeps it from being published, and warnings */
  problems: Array<DocumentProblem>
  /** keys that published fields have had, with the ids of these fields; comes with all of a draft */
  former_keys?: {
    [name: string]: string
  }
  /** what removed blocks were called, by id; comes with all of a draft */
  former_names?: {
    [name: string]: string
  }
}

/** One change of a draft. `base` is the revision on which its author made it. Without a `parent` the block stands at the top. */
export type DraftOp = {
  /** makes a block, or makes it anew */
  op: "put"
  /** of the block; a new one has an id of the client's making */
  block_id: string
  /** the field type or layout block, or `settings.<group>` */
  kind: string
  /** the section that it is to stand in; null at the top */
  parent?: null | string
  /** among the blocks of the same section, or of the top: they are sorted by it, as text */
  position: string
  /** all of the block, as it is to be */
  content: Content
  /** the revision that its author saw, where it is not that of the whole request: is the block newer, the change is refused */
  base?: number
} | {
  /** removes a block */
  op: "remove"
  /** of the block */
  block_id: string
  /** as of `put` */
  base?: number
} | {
  /** puts a block elsewhere */
  op: "move"
  /** of the block */
  block_id: string
  /** the section that it is to stand in; null at the top */
  parent?: null | string
  /** among the blocks of the same section, or of the top */
  position: string
  /** as of `put` */
  base?: number
}

/** One row of a draft: a block, or a group of form settings (kind `settings.<group>`). */
export type DraftRow = {
  /** of the block */
  block_id: string
  /** the field type or layout block */
  kind: string
  /** the change that made it what it is */
  revision: number
  /** the section that it stands in; null at the top */
  parent: null | string
  /** among the blocks of the same section, or of the top */
  position: string
  /** null once removed */
  content: null | Content
}

/** What became of a save; `rows` are those that others changed. */
export type DraftSaved = {
  /** ids of the blocks whose change was made */
  applied: Array<string>
  /** changes that were not made, because somebody else had changed the block since their base */
  refused: Array<{
    /** as it was sent */
    op: DraftOp
    /** the block as it is; null where it is gone */
    current: null | DraftRow
  }>
  /** counts the changes of the draft */
  revision: number
  /** the blocks */
  rows: Array<DraftRow>
  /** what keeps it from being published, and warnings */
  problems: Array<DocumentProblem>
  /** keys that published fields have had, with the ids of these fields; comes with all of a draft */
  former_keys?: {
    [name: string]: string
  }
  /** what removed blocks were called, by id; comes with all of a draft */
  former_names?: {
    [name: string]: string
  }
}

/** The submissions that an integration has not got. */
export type EarlierSubmissions = {
  /** all of them */
  count: number
  /** those for which the condition holds; null where there are too many to ask each */
  matching: null | number
}

/** A submission as it is now that it was edited. */
export type EditedSubmission = {
  /** answers to questions that its version does not ask any more */
  ignored: Array<string>
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** by key, or by id where a field has none; of a section that repeats an array of objects */
  answers: {
    [name: string]: unknown
  }
}

/** What became of a bin that was to be emptied. */
export type EmptiedBin = {
  /** `cursor` of the next request; null where all is gone */
  next_cursor: null | string
}

/** A subscription that ended because its program wanted no more, until somebody has seen it. */
export type EndedSubscription = {
  /** that it had */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** what it was called */
  name: string
  /** when its program wanted no more */
  ended_at: string
}

/** An answer that is no success. */
export type ErrorAnswer = {
  /** `E_…`, stable */
  code: string
  /** a sentence that says what to do */
  message: string
  /** where fields of the request are at fault: messages by path */
  errors?: {
    [name: string]: Array<string>
  }
  /** for programs, by code */
  details?: unknown
  /** by which the log of the server finds the request */
  request_id?: string
}

/** Where a page turn leads. */
export type Evaluation = {
  /** ids of the pages that these answers lead through, in order */
  pages: Array<string>
  /** where Next leads from the page that was named */
  turn: Turn
  /** what depends on what only the server knows; absent where nothing does */
  serverState?: ServerState
  /** answers to questions that the version does not ask any more */
  ignored: Array<string>
}

/** A stored file as an answer holds it. Bytes never travel with it. */
export type FileReference = {
  /** names it in answers and in paths */
  id: string
  /** as it was called where it came from */
  name: string
  /** bytes */
  size: number
  /** judged by content, not by name */
  type: string
}

/** How the table can be narrowed by a part of a field: as its newest version has it, with every option it ever had. */
export type FilterField = {
  /** what the part is called besides its field */
  label?: string
  /** of what is compared */
  type: ValueType
  /** how it can be compared */
  operators: Array<Operator>
  /** what can be chosen, where it is a choice */
  options?: Array<Option>
}

/** A form as lists and its own page show it to a member. */
export type Form = {
  /** names it in paths */
  id: string
  /** the workspace it is of */
  workspace_id: string
  /** its address, which names it in paths, too */
  slug: string
  /** what it is called */
  title: string
  /** what it says of itself, null where it says nothing */
  description: null | string
  /** the colors of its page */
  look: FormLook
  /** `draft` was never published, or is not any more; `closed` takes no submissions */
  state: "draft" | "published" | "closed"
  /** the version that people see, null while there is none */
  published_version: null | number
  /** whether the draft differs from what is published */
  has_unpublished_changes: boolean
  /** whether people must enter a password */
  has_password: boolean
  /** how many there are */
  submissions: number
  /** when the newest came in, null where there is none */
  last_submission_at: null | string
  /** when it was changed last */
  updated_at: string
  /** when it was made */
  created_at: string
  /** the asking person's role in the form's workspace */
  role: Role
}

/** A form, as it is published: immutable. Blocks in order; a page-break begins a page, the first page is `start`. */
export type FormDocument = {
  /** of this document: 1 */
  format: 1
  /** what belongs to the whole form */
  settings: FormSettings
  /** in order; those of a section stand directly behind it */
  blocks: Array<Block>
  /** keys that fields had before, still accepted by API, prefill and import */
  aliases: {
    [name: string]: string
  }
}

/** What of a form's appearance its miniature in lists shows. */
export type FormLook = {
  /** what all the rest is a change of */
  theme: "default" | "simple" | "notion"
  /** the color of what is chosen and pressed, `#rrggbb` */
  accent: string
  /** the color of the page, `#rrggbb`; absent: the theme's */
  ground?: string
  /** the color of texts, `#rrggbb`; absent: the theme's */
  ink?: string
  /** absent: as the accent */
  button?: string
}

/** A question of a form, for programs that answer it or look for its answers. */
export type FormQuestion = {
  /** the block, by which filters name it */
  id: string
  /** by which answers name it */
  key: string
  /** the question */
  label: string
  /** whether it must be answered */
  required: boolean
  /** `uploaded`: files are sent before the submission that names them */
  comes: "given" | "uploaded" | "computed"
  /** what an answer to it consists of */
  parts: Array<QuestionPart>
  /** of a section that repeats: what is asked in each of its items; its answer is an array of objects */
  items?: Array<FormQuestion>
}

/** Form settings. In the draft each group is a row of kind `settings.<group>` whose content is the group. */
export type FormSettings = {
  /** what it is called, what it says of itself, its language */
  general: {
    /** what it is called */
    title: string
    /** stands below the title */
    description?: string
    /** of its texts, and of the words of the house on its page (BCP 47) */
    language: string
  }
  /** from when to when, and how many may answer */
  access: {
    /** from when it takes submissions, an ISO 8601 instant in UTC; absent: as soon as it is published */
    opensAt?: string
    /** until when it takes submissions, an ISO 8601 instant in UTC; absent: for ever */
    closesAt?: string
    /** so many it takes; absent: any number */
    maxSubmissions?: number
    /** said in the place of our own words while the form is closed */
    closedText?: string
    /** said while it has as many submissions as it takes */
    fullText?: string
    /** said while it is not open yet */
    earlyText?: string
  }
  /** what its page looks like */
  appearance: {
    /** what all the rest is a change of */
    theme: "default" | "simple" | "notion"
    /** of texts and controls */
    size: "sm" | "md" | "lg"
    /** how round corners are */
    radius: "none" | "small" | "full"
    /** the color of what is chosen and pressed, `#rrggbb` */
    accent: string
    /** the color of the page, `#rrggbb`; absent: the theme's */
    ground?: string
    /** the color of texts, `#rrggbb`; absent: the theme's */
    ink?: string
    /** absent: as the accent */
    button?: string
    /** absent: as the device has it */
    scheme?: "auto" | "light" | "dark"
    /** absent: sans */
    typeface?: "sans" | "serif" | "serif-headings" | "rounded" | "mono"
    /** questions in capital letters */
    uppercase?: boolean
    /** the creator's own CSS, as it was written */
    css?: string
    /** the mark of whoever asks */
    logo?: Logo
    /** what stands over the form */
    cover?: {
      /** the name of a drawing */
      drawn: "arcs" | "steps" | "dots" | "weave" | "hills" | "blocks"
    } | {
      /** a picture of the creator's */
      picture: MediaFile
      /** from the left, in percent of its width */
      x: number
      /** from the top, in percent of its height */
      y: number
    }
  }
  /** how it is sent */
  sending: {
    /** what the button says that sends it; absent: our own word */
    submitLabel?: string
    /** whether people see how far they are */
    progress: boolean
  }
}

/** What many submissions say together. */
export type FormSummary = {
  /** what there is to say of each question */
  data: {
    /** how many were taken in, the newest first */
    submissions: number
    /** false where there are more than a request can take in */
    complete: boolean
    /** in the order of the form; those that are asked no more come last */
    questions: Array<QuestionSummary>
  }
}

export type Heading = {
  /** a heading */
  type: "heading"
  /** how it is set */
  attrs: {
    /** 2 is the larger one */
    level: 2 | 3
  }
  /** its line; absent: it is empty */
  content?: Array<Inline>
}

export type Inline = Text | Break | Reference

/** A configured receiver of a form's events. Secrets are not part of it: they are shown once, when they are made. */
export type Integration = {
  /** names it in paths */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** false when its plugin is not installed any more */
  known: boolean
  /** why what is stored of it cannot be read, in a sentence; null when all is well */
  unread: null | string
  /** version of the shape of its settings */
  v: number
  /** what its creator calls it */
  name: string
  /** what is set, by name; without what is secret */
  settings: {
    [name: string]: unknown
  }
  /** what is set and shown to nobody, by name */
  secret_settings: {
    [name: string]: SecretSetting
  }
  /** what it is set to, in a line */
  summary: string
  /** whose credential it works with */
  connection_id: null | string
  /** since when deliveries wait for a connection */
  waits_since: null | string
  /** what it is told of */
  events: Array<string>
  /** which submissions it gets; null: all */
  condition: null | {
    /** each of them holds; of none that is so */
    all: Array<Condition>
  } | {
    /** one of them holds at least */
    any: Array<Condition>
  } | {
    /** it does not hold */
    not: Condition
  } | {
    /** is true */
    formula: string
  } | Comparison
  /** false when somebody switched it off */
  enabled: boolean
  /** since when and why nothing is sent until somebody resumes it; null while it is not paused */
  paused: null | {
    /** since when */
    at: string
    /** in a sentence */
    reason: null | string
    /** `gone`: the receiver wants no more; `reconnect`: it does not accept its credentials; `failing`: all has failed for three days */
    cause: "gone" | "reconnect" | "failing"
  }
  /** since when nothing has arrived that was sent; null when the last one did */
  failing_since: null | string
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
  last_delivered_at: null | string
  /** whether it signs what it sends */
  has_secret: boolean
  /** that its signing secret was stored with another key of the server: nothing is sent until there is a new one */
  secret_unread: boolean
  /** what its service calls: addresses on this server, without its name */
  hooks: Array<{
    /** what the kind calls it, the last part of its address */
    path: string
    /** with which the service calls */
    method: string
    /** begins with a slash: the name of this server goes before it */
    address: string
  }>
  /** how its plugin failed over the last request of its service */
  hook_failure: null | {
    /** when that was */
    at: string
    /** in a sentence, with plugin and version */
    reason: string
  }
  /** when it was made */
  created_at: string
  /** when its settings were changed last */
  updated_at: string
}

/** One thing that a setting can be, at its service. */
export type IntegrationChoice = {
  /** what is kept in the settings */
  id: string
  /** what people call it */
  label: string
  /** tells it from others of the same name */
  hint?: string
  /** of a field that answers are mapped to: its type, in the service's own words */
  type?: string
}

/** A page of what a setting can be. */
export type IntegrationChoices = {
  /** in the order of the service, those that fit the search */
  choices: Array<IntegrationChoice>
  /** `cursor` of the request for the next page; null where there is none */
  cursor: null | string
  /** whether another one can be made at the service, called as one likes */
  creates: boolean
} | ChoiceProblem

/** What would arrive: as text, code or a message, or why there is none. */
export type IntegrationPreview = {
  /** what would arrive */
  preview?: {
    /** `code` keeps its columns, `text` is read as it is */
    format: "text" | "code"
    /** with its line feeds */
    text: string
  } | {
    /** it looks as at its service */
    format: "message"
    /** piece by piece, each with its look */
    runs: Array<IntegrationPreviewRun>
  }
  /** why there is none */
  fault?: string
}

/** A piece of a message that looks alike. */
export type IntegrationPreviewRun = {
  /** with its line feeds */
  text: string
  /** how it looks; plain where nothing is said */
  look?: "link" | "title" | "strong" | "emphasis" | "note"
}

/** What a program reads of a submission: answers by the keys that fields had in the version that was answered. */
export type KeyedSubmission = {
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** by key, or by id where a field has none; of a section that repeats an array of objects */
  answers: {
    [name: string]: unknown
  }
}

/** A media file of a form, for who chooses among them. */
export type LibraryFile = {
  /** names it in documents */
  id: string
  /** a published version of the form shows it */
  in_versions: boolean
  /** another form of the workspace shows it */
  elsewhere: boolean
  /** its address, from the root of the instance: for `src` and `href` as it is */
  src: string
  /** as it was called where it came from */
  name: string
  /** MIME type, judged by the content */
  type: string
  /** in bytes */
  size: number
  /** in pixels; of pictures that have a size */
  width?: number
  /** in pixels; of pictures that have a size */
  height?: number
}

export type List = {
  /** with points, or with numbers */
  type: "bulletList" | "orderedList"
  /** its items, in order */
  content: Array<ListItem>
}

/** Begins with a paragraph; behind it paragraphs and lists. */
export type ListItem = {
  /** an item of a list */
  type: "listItem"
  /** begins with a paragraph */
  content: Array<Paragraph | List>
}

/** The mark of whoever asks, and what it is read as. */
export type Logo = {
  /** a picture of the creator's */
  picture: MediaFile
  /** what it says to people who cannot see it; absent: it is decoration */
  alt?: string
}

/** What of a form's appearance can be kept as a theme: not the pictures, which are the form's own. */
export type Look = {
  /** what all the rest is a change of */
  theme: "default" | "simple" | "notion"
  /** the color of what is chosen and pressed, `#rrggbb` */
  accent: string
  /** the color of the page, `#rrggbb`; absent: the theme's */
  ground?: string
  /** the color of texts, `#rrggbb`; absent: the theme's */
  ink?: string
  /** absent: as the accent */
  button?: string
  /** of texts and controls */
  size: "sm" | "md" | "lg"
  /** how round corners are */
  radius: "none" | "small" | "full"
  /** absent: as the device has it */
  scheme?: "auto" | "light" | "dark"
  /** absent: sans */
  typeface?: "sans" | "serif" | "serif-headings" | "rounded" | "mono"
  /** questions in capital letters */
  uppercase?: boolean
  /** the creator's own CSS, as it was written */
  css?: string
}

export type Mark = {
  /** it leads somewhere */
  type: "link"
  /** where to */
  attrs: {
    /** an address of the web, a mail address or a telephone number */
    href: string
  }
} | {
  /** it looks like this */
  type: "bold" | "italic" | "underline" | "strike" | "code"
}

/** A picture or another file that a creator put into a form: public, and never changed. */
export type MediaFile = {
  /** its address, from the root of the instance: for `src` and `href` as it is */
  src: string
  /** as it was called where it came from */
  name: string
  /** MIME type, judged by the content */
  type: string
  /** in bytes */
  size: number
  /** in pixels; of pictures that have a size */
  width?: number
  /** in pixels; of pictures that have a size */
  height?: number
}

/** Media files that were uploaded into a form, or that it shows, newest first. */
export type MediaLibrary = {
  /** how much of it is taken */
  room: MediaRoom
  /** a page of the list */
  data: Array<LibraryFile>
  /** `?cursor=` of the next page; null where there is none */
  next_cursor: null | string
}

/** What the workspace of a form stores of media files, and may store. */
export type MediaRoom = {
  /** that are taken */
  bytes: number
  /** that there are */
  files: number
  /** that may be taken */
  max_bytes: number
  /** that there may be */
  max_files: number
}

/** A block by what a person knows it by. */
export type NamedBlock = {
  /** of the block */
  block_id: string
  /** what it is called in the form */
  label: string
}

/** A person, as others of a workspace know them. */
export type NamedPerson = {
  /** of their account */
  id: string
  /** what they call themselves */
  name: string
}

/** An integration that was just made, with its signing secret if its kind has one. */
export type NewIntegration = {
  /** shown this once; null where its kind signs nothing */
  secret: null | string
  /** names it in paths */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** false when its plugin is not installed any more */
  known: boolean
  /** why what is stored of it cannot be read, in a sentence; null when all is well */
  unread: null | string
  /** version of the shape of its settings */
  v: number
  /** what its creator calls it */
  name: string
  /** what is set, by name; without what is secret */
  settings: {
    [name: string]: unknown
  }
  /** what is set and shown to nobody, by name */
  secret_settings: {
    [name: string]: SecretSetting
  }
  /** what it is set to, in a line */
  summary: string
  /** whose credential it works with */
  connection_id: null | string
  /** since when deliveries wait for a connection */
  waits_since: null | string
  /** what it is told of */
  events: Array<string>
  /** which submissions it gets; null: all */
  condition: null | {
    /** each of them holds; of none that is so */
    all: Array<Condition>
  } | {
    /** one of them holds at least */
    any: Array<Condition>
  } | {
    /** it does not hold */
    not: Condition
  } | {
    /** is true */
    formula: string
  } | Comparison
  /** false when somebody switched it off */
  enabled: boolean
  /** since when and why nothing is sent until somebody resumes it; null while it is not paused */
  paused: null | {
    /** since when */
    at: string
    /** in a sentence */
    reason: null | string
    /** `gone`: the receiver wants no more; `reconnect`: it does not accept its credentials; `failing`: all has failed for three days */
    cause: "gone" | "reconnect" | "failing"
  }
  /** since when nothing has arrived that was sent; null when the last one did */
  failing_since: null | string
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
  last_delivered_at: null | string
  /** whether it signs what it sends */
  has_secret: boolean
  /** that its signing secret was stored with another key of the server: nothing is sent until there is a new one */
  secret_unread: boolean
  /** what its service calls: addresses on this server, without its name */
  hooks: Array<{
    /** what the kind calls it, the last part of its address */
    path: string
    /** with which the service calls */
    method: string
    /** begins with a slash: the name of this server goes before it */
    address: string
  }>
  /** how its plugin failed over the last request of its service */
  hook_failure: null | {
    /** when that was */
    at: string
    /** in a sentence, with plugin and version */
    reason: string
  }
  /** when it was made */
  created_at: string
  /** when its settings were changed last */
  updated_at: string
}

/** What was made for a setting. */
export type NewIntegrationChoice = ChoiceProblem | {
  /** to be put into the settings */
  choice: IntegrationChoice
}

/** A signing secret, in the one answer that holds it. */
export type NewSecret = {
  /** shown this once */
  secret: string
  /** until when the one before signs too */
  previous_until: null | string
}

/** One side of a comparison. `field` reads the value of a block (a field or a calculation). */
export type Operand = {
  /** the address of a block, or of a part of its answer */
  field: string
} | {
  /** as it is written here */
  value: unknown
} | {
  /** the name of a URL parameter of the visit */
  param: string
} | {
  /** today, or this moment: whatever the other side is */
  now: true
}

/** The comparisons the engine knows. A kind lists those that make sense for it. */
export type Operator = "is" | "is-not" | "contains" | "not-contains" | "starts-with" | "ends-with" | "matches" | "eq" | "neq" | "lt" | "lte" | "gt" | "gte" | "between" | "before" | "after" | "is-any-of" | "is-none-of" | "contains-all" | "contains-any" | "is-empty" | "is-not-empty"

export type Option = {
  /** what an answer holds; stays when the label changes */
  id: string
  /** what people choose by */
  label: string
  /** what `value(…)` of a formula makes of it: a price, points */
  value?: number
}

/** What the scripts and styles of a form's public page weigh, in bytes as they travel (gzip). */
export type PageWeight = {
  /** of the scripts and styles that every visitor loads */
  bytes: number
  /** what of that each kind of block adds, and what comes only once a question of it is used; heaviest first */
  kinds: Array<{
    /** the field type or layout block */
    kind: string
    /** what it adds to what every visitor loads */
    bytes: number
    /** what comes once a question of it is used */
    later: number
  }>
}

export type Paragraph = {
  /** a paragraph */
  type: "paragraph"
  /** its line; absent: it is empty */
  content?: Array<Inline>
}

/** What publishing made, and of which revision of the draft. */
export type Publication = {
  /** the number of the version that was made */
  version: number
  /** of the draft it was made of */
  revision: number
}

/** What anyone may know of a published form. */
export type PublishedForm = {
  /** its address, which names it in paths */
  slug: string
  /** the version that people see, without what only its members may know */
  form: {
    /** of this document: 1 */
    format: 1
    /** to be sent along with answers, so that they are read as it asked for them */
    version: number
    /** what it is called, what it says of itself, its language */
    general: {
      /** what it is called */
      title: string
      /** stands below the title */
      description?: string
      /** of its texts, and of the words of the house on its page (BCP 47) */
      language: string
    }
    /** the colors, measures and pictures of its page */
    appearance: {
      [name: string]: unknown
    }
    /** the button that sends it, and whether progress is shown */
    sending: {
      /** what the button says that sends it; absent: our own word */
      submitLabel?: string
      /** whether people see how far they are */
      progress: boolean
    }
    /** what is asked, in order; a field by its key */
    blocks: Array<{
      [name: string]: unknown
    }>
    /** what a browser computes with */
    plan: {
      [name: string]: unknown
    }
  }
}

/** A value in the answer to a question. */
export type QuestionPart = {
  /** `''` is the answer itself */
  id: string
  /** null of the answer itself */
  label: null | string
  /** of its values */
  type: ValueType
  /** the names that lead to it in the answer; none: it is the answer */
  path: Array<string>
  /** the comparisons of filters, with `block` or `block.part` as their field */
  operators: Array<Operator>
  /** of choices */
  options?: Array<{
    /** what an answer holds */
    id: string
    /** what people choose by */
    label: string
  }>
}

/** What was answered to one question, part by part. */
export type QuestionSummary = {
  /** the question */
  block: string
  /** by which programs know it */
  key: null | string
  /** its field type */
  kind: string
  /** the question */
  label: string
  /** what the section is called in whose items it is asked, each item by itself */
  section: null | string
  /** the newest version asks it no more */
  removed: boolean
  /** how many answers there are */
  answered: number
  /** why nobody can say what they say: its kind is not installed, or failed */
  fault: null | string
  /** what an answer to it consists of, each with its figures */
  parts: Array<{
    /** id; `''` is the main one */
    part: string
    /** what the part is called besides its question; null of the main one */
    label: null | string
    /** of its values; null where its kind does not say */
    type: "number" | "boolean" | "text" | "date" | "time" | "datetime" | "choice" | "choices" | "file" | null
    /** how many answers have a value there */
    answered: number
    /** how often each was given: of choices every option that ever was, of yes and no `true` and `false` */
    counts?: Array<{
      /** the id of the option, or what was given */
      value: string
      /** what the option is called now, or what was given */
      label: string
      /** of answers that have it */
      count: number
    }>
    /** of numbers: what they are together */
    numbers?: {
      /** the smallest */
      min: number
      /** the largest */
      max: number
      /** their arithmetic mean */
      mean: number
    }
    /** of days, times and files: between which they lie, in the order of their texts */
    range?: {
      /** the earliest; of files the first by name */
      first: string
      /** the latest; of files the last by name */
      last: string
    }
    /** what its kind works out besides, by name */
    figures?: {
      [name: string]: number
    }
  }>
}

/** Holds paragraphs and lists. */
export type Quote = {
  /** a quote */
  type: "blockquote"
  /** what is quoted */
  content: Array<Paragraph | List>
}

/** The value at an address, filled in when the text is shown. */
export type Reference = {
  /** an answer in the text */
  type: "reference"
  /** whose it is */
  attrs: {
    /** of a block, or of a part of its answer */
    address: string
  }
  /** how it looks; absent: plain */
  marks?: Array<Mark>
}

/** What became of submissions that were to be restored. What is in neither list took too long for one request: ask again. */
export type RestoredTogether = {
  /** those that are back, by id */
  restored: Array<string>
  /** those that are not, and why */
  refused: Array<{
    /** of the submission */
    id: string
    /** `E_NOT_IN_BIN`, `E_NOT_FOUND` where its version cannot be read, or `E_USED_UP` where somebody else has by now what it had */
    code: string
    /** why, as a sentence */
    message: string
  }>
}

export type RichBlock = Paragraph | Heading | List | Quote

/** A rich text: what creators write as help, paragraphs and endings, and what respondents answer with formatting. It is data, never markup (docs/decisions.md: Rich text is a tree), in the shape of a ProseMirror document. */
export type RichText = {
  /** a document */
  type: "doc"
  /** paragraphs, headings, lists and quotes, in order */
  content: Array<RichBlock>
}

/** What a member may do in a workspace. */
export type Role = "owner" | "admin" | "editor" | "viewer"

/** What a block does when its condition holds. Order matters: the last matching show/hide wins, as does the last matching enable/disable; of skips (read when the block's page is left) and of errors the first. `to` of a skip is the id of a page-break (the page it begins) or of an ending; `message` is what an error says at its field, a text with references. */
export type Rule = {
  /** when it does so */
  when: Condition
  /** what the block does: be seen or not, be open or closed to answers, ask for one */
  do: "show" | "hide" | "enable" | "disable" | "require"
} | {
  /** when it does so, read when the block's page is left */
  when: Condition
  /** leads elsewhere than to the next page */
  do: "skip"
  /** the id of a page-break, for the page that it begins, or of an ending */
  to: string
} | {
  /** when it does so */
  when: Condition
  /** refuses the answer */
  do: "error"
  /** what is said at the field, a text with references */
  message: string
}

/** What a program may do with an access token, within the rights of the person who made it. */
export type Scope = "forms:read" | "forms:write" | "submissions:read" | "submissions:write" | "integrations:manage" | "workspaces:read"

/** A secret setting: since when it is set, and its last characters where they give nothing away. */
export type SecretSetting = {
  /** when it was set */
  set_at: string
  /** its last characters, null where they would tell too much */
  ends_in: null | string
}

/** How many deliveries are made again. */
export type SentAgain = {
  /** that were over, and are due now */
  replayed: number
}

/** How many deliveries do not wait for their turn any more. */
export type SentNow = {
  /** that waited, and are due now */
  sent: number
}

/** What a server tells a browser of that which depends on what only the server knows: outcomes, never values. Made by `serverStateFor`, true for the answers the server was asked with. */
export type ServerState = {
  /** by id, those of which the server alone knows something */
  blocks: {
    [name: string]: {
      /** whether it is shown */
      relevant?: boolean
      /** whether it can be read only */
      disabled?: boolean
      /** whether it must be answered */
      required?: boolean
    }
  }
  /** ids of all relevant pages */
  pages: Array<string>
}

/** A field as it was asked, and what was answered: null for nothing. */
export type ShownAnswer = {
  /** the question, as it was asked */
  label: string
  /** canonical; null where there is none */
  answer: unknown
  /** the question */
  block: string
  /** by which programs know it */
  key: null | string
  /** its field type */
  kind: string
  /** those it had when it was answered */
  settings: {
    [name: string]: unknown
  }
}

/** What is the same of a field in every item. */
export type ShownField = {
  /** the question */
  block: string
  /** by which programs know it */
  key: null | string
  /** its field type */
  kind: string
  /** those it had when it was answered */
  settings: {
    [name: string]: unknown
  }
}

/** A section that repeats: its fields once, and for each item what they were called there and what was answered. */
export type ShownItems = {
  /** the section */
  block: string
  /** by which programs know it */
  key: null | string
  /** what the section is called */
  label: string
  /** so many items it has at least */
  least: number
  /** and so many at most */
  most: number
  /** what its fields are called in a new item */
  labels: Array<string>
  /** the questions of each item */
  fields: Array<ShownField>
  /** in order, each with an answer for each field */
  items: Array<{
    /** stays the same when items change places */
    id: string
    /** by its own title, else by that of the section and its number */
    title: string
    /** what its fields are called in it, in the order of `fields` */
    labels: Array<string>
    /** canonical, in the order of `fields`; null where there is none */
    answers: Array<unknown>
  }>
}

/** One submission in full, as the version it answered asked for it. */
export type Submission = {
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** what the first question that was answered says, shortened; null when that tells nothing */
  title: null | string
  /** the one that came in next among all of the form, by id; null for the newest */
  newer: null | string
  /** the one that came in before it, by id; null for the oldest */
  older: null | string
  /** in the order of the form */
  answers: Array<ShownAnswer | ShownItems>
  /** addresses of questions that were gone on without, because their plugin failed while they were shown */
  excused: Array<string>
  /** what has no value because its text would have been too long, as it is called; empty where rules made it, null for none */
  too_long: null | Array<string>
  /** names of its files that are not where the server keeps its files: opening one is answered with E_FILE_LOST */
  lost_files: Array<string>
  /** the last ones first */
  edits: Array<SubmissionEdit>
  /** names this state: with it as `If-Match` an edit is made of exactly that, or not at all */
  etag: string
}

/** A column of the table and of exports: one of those that a field's answer fills. */
export type SubmissionColumn = {
  /** the question */
  block: string
  /** id of the part; empty for the main one */
  part: string
  /** its head */
  label: string
  /** what the field is called; the label names the part besides */
  heading: string
  /** of its cells */
  type: "number" | "boolean" | "text" | "date" | "time" | "datetime"
  /** the field type of the question */
  kind: string
  /** of a section that repeats: the number says how many items it has */
  counts?: "items"
}

/** That somebody changed answers of a submission. What they were is not kept. */
export type SubmissionEdit = {
  /** when it was changed */
  edited_at: string
  /** null for whoever has no account any more */
  edited_by: null | NamedPerson
  /** what the questions are called, shortened */
  labels: Array<string>
}

/** A file of submissions that the server writes while one does something else. */
export type SubmissionExport = {
  /** names it in paths */
  id: string
  /** how it stands */
  status: "waiting" | "running" | "done" | "failed" | "expired"
  /** why it failed, as a sentence */
  reason: null | string
  /** the view as it was asked for */
  search: string
  /** as it was asked for */
  filter: string
  /** how many are written */
  rows: number
  /** of the file, once it is done: a form in which a section repeats has several files in one ZIP */
  format: "csv" | "zip"
  /** how large it is */
  bytes: number
  /** about how many rows there were when it was asked for, where that is known */
  total: null | number
  /** when it was asked for */
  created_at: string
  /** until when it can be read; null while it is not done */
  expires_at: null | string
  /** where it is had, once it is done */
  file: null | string
}

/** One page of the table. */
export type SubmissionPage = {
  /** a page of the table */
  data: {
    /** what columns, labels and fields are of */
    newest_version: number
    /** in their order; each row has a cell for each */
    columns: Array<SubmissionColumn>
    /** by address; the same on every page, so it comes with the first only */
    fields: null | {
      [name: string]: FilterField
    }
    /** the submissions of this page, the newest first */
    rows: Array<SubmissionRow>
    /** of the versions that the rows answer */
    settings: VersionSettings
    /** null where it would have to be counted: of a narrowed view that has more pages */
    total: null | number
    /** only the newest were searched */
    limited: boolean
    /** where a page ends that could not be filled in the time there is for one: nothing newer is missing */
    looked_back_to: null | string
  }
  /** `?cursor=` of the next page; null where there is none */
  next_cursor: null | string
}

export type SubmissionRow = {
  /** of the submission */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** one for each column */
  cells: Array<Cell>
  /** by block, those of which a cell does not say everything */
  answers: {
    [name: string]: unknown
  }
}

/** An integration that a program made for itself, as it knows it: the address is told to nobody again. */
export type Subscription = {
  /** ends it by itself: `DELETE /api/subscriptions/{id}` */
  id: string
  /** its service: the folder of its plugin */
  kind: string
  /** what it is called among the integrations of the form */
  name: string
  /** the form it is told of */
  form_id: string
  /** what it is told of */
  events: Array<string>
  /** false when a person switched it off */
  enabled: boolean
  /** when it was made */
  created_at: string
}

/** A submission that is stored, and what its respondent sees then. */
export type TakenSubmission = {
  /** names it in paths */
  id: string
  /** when it came in: it is on the disk */
  received_at: string
  /** what is shown after sending */
  ending: {
    /** the creator's own; absent: ours */
    block?: {
      /** of the block */
      id: string
      /** its layout block */
      kind: string
      /** as they were written, with their addresses filled in */
      settings: {
        [name: string]: unknown
      }
    }
    /** its texts with the answers in them, by the name of the setting */
    texts: {
      [name: string]: string
    }
    /** an address to go to instead */
    redirect?: string
  }
  /** answers to questions that the version does not ask any more */
  ignored: Array<string>
}

export type Text = {
  /** words that look alike */
  type: "text"
  /** in one line, without control characters */
  text: string
  /** how it looks, and where it leads; absent: plain */
  marks?: Array<Mark>
}

/** A look that a workspace keeps by name, to be taken over by its forms. */
export type Theme = {
  /** names it in paths */
  id: string
  /** what its workspace calls it */
  name: string
  /** its colors and measures */
  look: Look
}

/** An event of a form, as it is told to those who subscribe; what is in it is up to the kind. */
export type ToldEvent = {
  [name: string]: unknown
}

/** Where Next leads from a page. `server`: a browser cannot know, because it depends on what stays on the server. */
export type Turn = {
  /** to a page */
  to: "page"
  /** its id */
  page: string
} | {
  /** it was the last page: the form can be sent */
  to: "end"
} | {
  /** the server has to be asked */
  to: "server"
}

/** The type of a value in logic. `choice` and `choices` hold option ids; `date` is an ISO calendar day (`2024-02-29`), `time` a time of day (`17:30` or `17:30:05`), `datetime` a local date-time of the two with `T` between; `file` is a list of file ids. */
export type ValueType = "number" | "boolean" | "text" | "date" | "time" | "datetime" | "choice" | "choices" | "file"

/** How a version differs from an earlier one. */
export type VersionChanges = {
  /** the earlier one; null where there is none, and everything is new */
  since: null | number
  /** blocks that are new */
  added: Array<NamedBlock>
  /** blocks that are different */
  changed: Array<ChangedBlock>
  /** blocks that are gone */
  removed: Array<NamedBlock>
  /** groups of settings that differ */
  settings: Array<ChangedSettings>
}

/** A version in the history of a form. */
export type VersionItem = {
  /** counts from 1 */
  number: number
  /** what members wrote of it, with the publication or later */
  note: null | string
  /** whether its form was taken back while it was the newest */
  withdrawn: boolean
  /** who published it; null when the account is gone */
  created_by: null | NamedPerson
  /** when it was published */
  created_at: string
}

/** A version as the rows of a draft that is like it, in today's shapes. */
export type VersionRows = {
  /** of the version */
  number: number
  /** its blocks */
  rows: Array<{
    /** of the block */
    block_id: string
    /** the field type or layout block */
    kind: string
    /** the section that it stands in; null at the top */
    parent: null | string
    /** among the blocks of the same section, or of the top */
    position: string
    /** the block, or the group of form settings, as today's plugins have it */
    content: Content
  }>
}

/** Whole settings of fields as versions had them, options called what they are called now: by version, then by block. */
export type VersionSettings = {
  [name: string]: {
    [name: string]: AnySettings
  }
}

/** A workspace the person belongs to. */
export type Workspace = {
  /** names it in paths */
  id: string
  /** what its members call it */
  name: string
  /** null where there is none */
  icon: null | string
  /** of whoever asks */
  role: Role
}

export interface Paths {
  "/api/access-tokens/current": {
    /** The access token that asks. Open to every token. */
    GET: {
      asks: object
      answers: {
        200: {
          /** what was asked for */
          data: CurrentAccessToken
        }
      }
    }
  }
  "/api/open/workspaces": {
    /** The workspace of the token. Needs `workspaces:read`. */
    GET: {
      asks: object
      answers: {
        200: {
          /** what was asked for */
          data: Array<Workspace>
        }
      }
    }
  }
  "/api/workspaces/{workspaceId}/forms": {
    /** Forms of a workspace, the one worked on last first. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 100; 50 when it is left out. Anything else is refused (422). */
          limit?: number
          /** Words that all occur in the title or the address, whatever their case and accents. */
          search?: string
          /** By what the list goes; `changed` when it is left out. Titles go up, all others down. */
          sort?: "changed" | "title" | "submissions" | "answered" | "created"
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<Form>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Make a form of a title and blocks, or of a whole document. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** What the form is called. */
          title?: string
          /** Of a document. */
          format?: 1
          /** What stands in the form, in order. */
          blocks?: Array<Block>
          /** Settings by group, as a document says them; those left out are as usual. */
          settings?: {
            general?: {
              [name: string]: unknown
            }
            access?: {
              [name: string]: unknown
            }
            appearance?: {
              [name: string]: unknown
            }
            sending?: {
              [name: string]: unknown
            }
          }
          /** Keys that fields had before, as a document says them. */
          aliases?: {
            [name: string]: unknown
          }
          /** Begins with the blocks and the title of the example. */
          example?: true
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Form
        }
      }
    }
  }
  "/api/forms/{form}": {
    /** One form. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Form
        }
      }
    }
    /** Move a form to the bin. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/copies": {
    /** Make another form like this one. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Form
        }
      }
    }
  }
  "/api/forms/{form}/slug": {
    /** Give a form another address. Needs `forms:write`. */
    PUT: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        body: {
          /** 3 to 80 small letters, digits and hyphens. */
          slug: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Form
        }
      }
    }
  }
  "/api/workspaces/{workspaceId}/bin": {
    /** Deleted forms. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<DeletedForm>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Delete all forms of the bin for good. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/workspaces/{workspaceId}/bin/{id}": {
    /** Delete a form of the bin for good. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/workspaces/{workspaceId}/bin/{id}/restoration": {
    /** Restore a form from the bin. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
          /** Its id. */
          id: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Form
        }
      }
    }
  }
  "/api/forms/{form}/password": {
    /** Ask visitors for a password. Needs `forms:write`. */
    PUT: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        body: {
          /** What visitors are asked for. */
          password: string
        }
      }
      answers: {
        204: undefined
      }
    }
    /** Ask visitors for no password. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/draft": {
    /** The draft in rows, with what is wrong with it. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Draft
        }
      }
    }
    /** Change blocks and settings of the draft. Needs `forms:write`. */
    PATCH: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** The ETag of the draft: it is changed at exactly that revision, or not at all. */
          "If-Match"?: string
        }
        body: {
          /** The revision that the operations were made on. */
          base: number
          /** What changes: `put` a block, `move` it, `remove` it. */
          ops: Array<DraftOp>
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: DraftSaved
        }
      }
    }
  }
  "/api/forms/{form}/document": {
    /** The draft as one document. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** The ETag of a document that is known. */
          "If-None-Match"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: FormDocument
        }
        304: undefined
      }
    }
  }
  "/api/forms/{form}/draft/changes": {
    /** What changed in the draft after a revision. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** The revision. */
          since?: number
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Draft
        }
      }
    }
  }
  "/api/workspaces/{workspaceId}/themes": {
    /** Themes of a workspace. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<Theme>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Keep a look as a theme. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** What people call it. */
          name: string
          /** Theme, colours, sizes: as `appearance` of a document says them. */
          look: {
            [name: string]: unknown
          }
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Theme
        }
      }
    }
  }
  "/api/workspaces/{workspaceId}/themes/{id}": {
    /** Change a theme. Needs `forms:write`. */
    PATCH: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
          /** Its id. */
          id: string
        }
        body: {
          /** What people call it. */
          name?: string
          /** Theme, colours, sizes: as `appearance` of a document says them. */
          look?: {
            [name: string]: unknown
          }
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Theme
        }
      }
    }
    /** Remove a theme. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/check": {
    /** What publishing would say and change. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Check
        }
      }
    }
  }
  "/api/forms/{form}/weight": {
    /** What the public page weighs. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: null | PageWeight
        }
      }
    }
  }
  "/api/forms/{form}/publication": {
    /** Publish the draft at a revision. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
          /** The ETag of the draft: it is changed at exactly that revision, or not at all. */
          "If-Match"?: string
        }
        body: {
          /** The revision of the draft that is published: as it was read, and not a later one. */
          revision: number
          /** What changed, for the people of the workspace. */
          note?: string
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Publication
        }
      }
    }
    /** Take the form back: it is a draft again. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/closure": {
    /** Close the form. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        204: undefined
      }
    }
    /** Open the form again. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/questions": {
    /** What the form asks: keys, types, and options of its newest version. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<FormQuestion>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
  }
  "/api/forms/{form}/versions": {
    /** Versions, newest first. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 100; 50 when it is left out. Anything else is refused (422). */
          limit?: number
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<VersionItem>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
  }
  "/api/forms/{form}/versions/{number}": {
    /** A version, in rows like a draft. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The number of the version. */
          number: number
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: VersionRows
        }
      }
    }
    /** Change the note of a version; the rest of it stays. Needs `forms:write`. */
    PATCH: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The number of the version. */
          number: number
        }
        body: {
          /** What changed, for the people of the workspace. */
          note?: string | null
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: VersionItem
        }
      }
    }
  }
  "/api/forms/{form}/versions/{number}/changes": {
    /** How a version differs from an earlier one. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The number of the version. */
          number: number
        }
        query?: {
          /** The earlier one; the one before by default. */
          since?: number
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: VersionChanges
        }
      }
    }
  }
  "/api/forms/{form}/submissions.csv": {
    /** A view as CSV, with sections that repeat as ZIP. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** Words that all occur in a submission. */
          search?: string
          /** Comparisons that all hold, as JSON: `{"all": [{"field": "seats", "op": "gte", "value": 2}]}`. `field` is the key or the id of a field; which `op` it knows, `questions` says. `$received` is the time it came in, with `eq`, `before`, `after` and `between`: a day (`2031-05-31`, of the `zone` beside it, else of UTC), or a time (`2031-05-31T12:00:00Z`). `$version` is the number of the version, once there are two. */
          filter?: string
        }
      }
      answers: {
        200: Blob
      }
    }
  }
  "/api/forms/{form}/submissions": {
    /** Submissions as the table of the app, with its columns. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 500; 50 when it is left out. Anything else is refused (422). */
          limit?: number
          /** Words that all occur in a submission. */
          search?: string
          /** Comparisons that all hold, as JSON: `{"all": [{"field": "seats", "op": "gte", "value": 2}]}`. `field` is the key or the id of a field; which `op` it knows, `questions` says. `$received` is the time it came in, with `eq`, `before`, `after` and `between`: a day (`2031-05-31`, of the `zone` beside it, else of UTC), or a time (`2031-05-31T12:00:00Z`). `$version` is the number of the version, once there are two. */
          filter?: string
        }
      }
      answers: {
        200: SubmissionPage
      }
    }
    /** Send answers. Open to everybody; a token needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** A UUID of yours: the same one is the same submission, for good. */
          submission_key: string
          /** The version that was answered; the newest when it is left out. */
          version?: number
          /** Answers by the key of each field; a section that repeats is a list of objects. */
          answers: {
            [name: string]: unknown
          }
          /** What controls hold, by key, as the live page sends it. Programs send `answers`. */
          raws?: {
            [name: string]: unknown
          }
          /** The time zone of whoever answers, as `Europe/Berlin`. */
          time_zone?: string
          /** The language of whoever answers, as `de`: for texts, and how numbers and days are read. */
          locale?: string
          /** When somebody began (`started_on`, a day), and with which parameters of the address (`params`). */
          context?: {
            started_on?: string
            params?: {
              [name: string]: string
            }
          }
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: TakenSubmission
        }
      }
    }
  }
  "/api/forms/{form}/answers": {
    /** Submissions, newest first, with answers by key. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 500; 50 when it is left out. Anything else is refused (422). */
          limit?: number
          /** Words that all occur in a submission. */
          search?: string
          /** Comparisons that all hold, as JSON: `{"all": [{"field": "seats", "op": "gte", "value": 2}]}`. `field` is the key or the id of a field; which `op` it knows, `questions` says. `$received` is the time it came in, with `eq`, `before`, `after` and `between`: a day (`2031-05-31`, of the `zone` beside it, else of UTC), or a time (`2031-05-31T12:00:00Z`). `$version` is the number of the version, once there are two. */
          filter?: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<KeyedSubmission>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
  }
  "/api/forms/{form}/answers/{id}": {
    /** One submission, with answers by key. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
        headers?: {
          /** The ETag of a submission that is known. */
          "If-None-Match"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: KeyedSubmission
        }
        304: undefined
      }
    }
    /** Change answers of a submission, by key; null takes one out, what is not named stays. Needs `submissions:write`. */
    PATCH: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
        headers?: {
          /** The ETag of the submission: exactly that is changed, or nothing. */
          "If-Match"?: string
        }
        body: {
          /** What changes, by key; `null` takes an answer out, what is not named stays. */
          answers: {
            [name: string]: unknown
          }
          /** The key under which new files were sent. */
          submission_key?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: EditedSubmission
        }
      }
    }
  }
  "/api/forms/{form}/subscription-events": {
    /** Events as they are told to subscribers, newest first. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query: {
          /** Of the integration: which service subscribes, as `zapier`. */
          kind: string
          /** Which event. */
          event: "submission.created" | "submission.updated" | "submission.deleted"
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 100; 25 when it is left out. Anything else is refused (422). */
          limit?: number
          /** Words that all occur in a submission. */
          search?: string
          /** Comparisons that all hold, as JSON: `{"all": [{"field": "seats", "op": "gte", "value": 2}]}`. `field` is the key or the id of a field; which `op` it knows, `questions` says. `$received` is the time it came in, with `eq`, `before`, `after` and `between`: a day (`2031-05-31`, of the `zone` beside it, else of UTC), or a time (`2031-05-31T12:00:00Z`). `$version` is the number of the version, once there are two. */
          filter?: string
          /** The id of a submission: of it alone. */
          submission?: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<ToldEvent>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
  }
  "/api/forms/{form}/subscription-sample": {
    /** An event as it is told, with invented answers. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query: {
          /** Of the integration: which service subscribes, as `zapier`. */
          kind: string
          /** Which event. */
          event: "submission.created" | "submission.updated" | "submission.deleted"
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: ToldEvent
        }
      }
    }
  }
  "/api/forms/{form}/summary": {
    /** What submissions say together. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** Words that all occur in a submission. */
          search?: string
          /** Comparisons that all hold, as JSON: `{"all": [{"field": "seats", "op": "gte", "value": 2}]}`. `field` is the key or the id of a field; which `op` it knows, `questions` says. `$received` is the time it came in, with `eq`, `before`, `after` and `between`: a day (`2031-05-31`, of the `zone` beside it, else of UTC), or a time (`2031-05-31T12:00:00Z`). `$version` is the number of the version, once there are two. */
          filter?: string
        }
      }
      answers: {
        200: FormSummary
      }
    }
  }
  "/api/forms/{form}/submissions/{id}": {
    /** One submission as it was asked. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Submission
        }
      }
    }
    /** Move a submission to the bin. Needs `submissions:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/deletions": {
    /** Move several submissions to the bin. Needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which submissions, by id: up to 500. */
          ids: Array<string>
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: DeletedTogether
        }
      }
    }
  }
  "/api/forms/{form}/deletions/matching": {
    /** Move what a search or filter finds to the bin, page by page. Needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Up to which time of arrival, to the millisecond: what comes later stays. */
          until: string
          /** Words that all occur. */
          search?: string
          /** Comparisons that all hold, as JSON, as the list of submissions takes them. */
          filter?: string
          /** `next_cursor` of the answer before. */
          cursor?: string
        }
      }
      answers: {
        200: DeletedMatching
      }
    }
  }
  "/api/forms/{form}/submissions/{id}/files/{fileId}": {
    /** A file of a submission. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
          /** The id of the file, as the answer has it. */
          fileId: string
        }
      }
      answers: {
        200: Blob
      }
    }
  }
  "/api/forms/{form}/bin": {
    /** Deleted submissions. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<DeletedSubmission>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Delete all submissions of the bin for good. Needs `submissions:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: EmptiedBin
        }
      }
    }
  }
  "/api/forms/{form}/bin/{id}": {
    /** One submission of the bin as it was asked. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Submission
        }
      }
    }
    /** Delete a submission of the bin for good. Needs `submissions:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/bin/{id}/files/{fileId}": {
    /** A file of a submission of the bin. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
          /** The id of the file, as the answer has it. */
          fileId: string
        }
      }
      answers: {
        200: Blob
      }
    }
  }
  "/api/forms/{form}/bin/deletions": {
    /** Delete several submissions of the bin for good. Needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which submissions, by id: up to 500. */
          ids: Array<string>
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: DeletedTogether
        }
      }
    }
  }
  "/api/forms/{form}/bin/{id}/restoration": {
    /** Restore a submission from the bin. Needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/bin/restorations": {
    /** Restore several submissions from the bin. Needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which submissions, by id: up to 500. */
          ids: Array<string>
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: RestoredTogether
        }
      }
    }
  }
  "/api/forms/{form}/exports": {
    /** Exports that its person asked for. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<SubmissionExport>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Have a view written to a file. Needs `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Words that all occur. */
          search?: string
          /** Comparisons that all hold, as JSON, as the list of submissions takes them. */
          filter?: string
        }
      }
      answers: {
        202: {
          /** what was asked for */
          data: SubmissionExport
        }
      }
    }
  }
  "/api/forms/{form}/exports/{id}": {
    /** How far an export is. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: SubmissionExport
        }
      }
    }
    /** End an export, or remove its file. Needs `submissions:read`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/exports/{id}/file": {
    /** The file of an export. Needs `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        200: Blob
      }
    }
  }
  "/api/forms/{form}/integrations": {
    /** Integrations of a form. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<Integration>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Add an integration. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which integration: `webhook`, `email`, `slack` and so on. */
          kind: string
          /** What people call it. */
          name?: string
          /** Its settings, as its kind has them. */
          settings?: {
            [name: string]: unknown
          }
          /** The connection that it uses, where its service needs one. */
          connection_id?: string | null
          /** Of what it is told: `submission.created`, `submission.updated`, `submission.deleted`. */
          events?: Array<string>
          /** Of which submissions it is told: as `condition` of a block; `null` for all. */
          condition?: {
            [name: string]: unknown
          } | null
          /** Whether it is on. */
          enabled?: boolean
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: NewIntegration
        }
      }
    }
  }
  "/api/forms/{form}/integration-previews": {
    /** What would arrive with these settings. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which integration: `webhook`, `email`, `slack` and so on. */
          kind: string
          /** Its settings, as its kind has them. */
          settings?: {
            [name: string]: unknown
          }
          /** The submission whose answers are used; invented ones when it is left out. */
          submission_id?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: IntegrationPreview
        }
      }
    }
  }
  "/api/forms/{form}/integration-choices": {
    /** What a setting can be, at its service. Needs `integrations:manage`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which integration: `webhook`, `email`, `slack` and so on. */
          kind: string
          /** The connection that it uses, where its service needs one. */
          connection_id?: string | null
          /** The setting that is to be chosen. */
          name: string
          /** Its settings, as its kind has them. */
          settings?: {
            [name: string]: unknown
          }
          /** Words that all occur. */
          search?: string
          /** `cursor` of the page before. */
          cursor?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: IntegrationChoices
        }
      }
    }
  }
  "/api/forms/{form}/integration-choices/new": {
    /** Make something at a service for a setting. Needs `integrations:manage`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Which integration: `webhook`, `email`, `slack` and so on. */
          kind: string
          /** The connection that it uses, where its service needs one. */
          connection_id?: string | null
          /** The setting that it is made for. */
          name: string
          /** Its settings, as its kind has them. */
          settings?: {
            [name: string]: unknown
          }
          /** What it is to be called. */
          label: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: NewIntegrationChoice
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}": {
    /** One integration. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Integration
        }
      }
    }
    /** Change an integration, or switch it on or off. Needs `integrations:manage` and `submissions:read`. */
    PATCH: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        body: {
          /** What people call it. */
          name?: string
          /** Its settings, as its kind has them. */
          settings?: {
            [name: string]: unknown
          }
          /** The connection that it uses, where its service needs one. */
          connection_id?: string | null
          /** Of what it is told: `submission.created`, `submission.updated`, `submission.deleted`. */
          events?: Array<string>
          /** Of which submissions it is told: as `condition` of a block; `null` for all. */
          condition?: {
            [name: string]: unknown
          } | null
          /** Whether it is on. */
          enabled?: boolean
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Integration
        }
      }
    }
    /** Remove an integration. Needs `integrations:manage`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/test": {
    /** Send an example: invented answers, or those of a submission. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** The submission whose answers are used; invented ones when it is left out. */
          submission_id?: string
        }
      }
      answers: {
        202: {
          /** what was asked for */
          data: DeliveryLog
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/secret": {
    /** A new signing secret, shown once. Needs `integrations:manage`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: NewSecret
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/earlier-submissions": {
    /** How many earlier submissions an integration has not got. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: EarlierSubmissions
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/backfill": {
    /** How sending earlier submissions stands. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: null | Backfill
        }
      }
    }
    /** Send earlier submissions. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Backfill
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/backfill/pause": {
    /** Pause sending earlier submissions. Needs `integrations:manage`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Backfill
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/backfill/resume": {
    /** Go on with sending earlier submissions. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Backfill
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/backfill/cancel": {
    /** End sending earlier submissions. Needs `integrations:manage`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Backfill
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/delivery-count": {
    /** How many deliveries there are, up to 10,000, and how many can be sent again. Needs `integrations:manage` and `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        query?: {
          /** How they stand. */
          status?: "pending" | "delivered" | "failed" | "unsure" | "cancelled"
          /** `submission.created` and so on. */
          event?: string
          /** Why they were made. */
          origin?: "new" | "earlier" | "test"
          /** Made at this time or later: `2026-05-03T00:00:00Z`. */
          from?: string
          /** Made before this time. */
          to?: string
          /** The id of their submission. */
          submission?: string
          /** A part of the reason. */
          text?: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: DeliveryCount
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/deliveries": {
    /** Deliveries of an integration, newest first. Needs `integrations:manage` and `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 100; 50 when it is left out. Anything else is refused (422). */
          limit?: number
          /** How they stand. */
          status?: "pending" | "delivered" | "failed" | "unsure" | "cancelled"
          /** `submission.created` and so on. */
          event?: string
          /** Why they were made. */
          origin?: "new" | "earlier" | "test"
          /** Made at this time or later: `2026-05-03T00:00:00Z`. */
          from?: string
          /** Made before this time. */
          to?: string
          /** The id of their submission. */
          submission?: string
          /** A part of the reason. */
          text?: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<Delivery>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/deliveries/{deliveryId}": {
    /** A delivery with its attempts. Needs `integrations:manage` and `submissions:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
          /** The id of the delivery. */
          deliveryId: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: DeliveryLog
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/deliveries/{deliveryId}/replay": {
    /** Send a delivery again. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
          /** The id of the delivery. */
          deliveryId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        202: {
          /** what was asked for */
          data: Delivery
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/deliveries/{deliveryId}/send": {
    /** Send a delivery that waits now. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
          /** The id of the delivery. */
          deliveryId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        202: {
          /** what was asked for */
          data: Delivery
        }
      }
    }
  }
  "/api/forms/{form}/subscriptions": {
    /** What programs have subscribed to. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<Subscription>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
    /** Be told of events at an address, until it answers 410. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Who subscribes, as `zapier`. */
          kind: string
          /** Where events are posted to. */
          url: string
          /** Of what it is told: `submission.created`, `submission.updated`, `submission.deleted`. */
          events: Array<string>
          /** What people call it. */
          name?: string
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Subscription
        }
      }
    }
  }
  "/api/forms/{form}/ended-subscriptions": {
    /** What ended because its program answered 410, until somebody has dismissed it. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** a page of the list */
          data: Array<EndedSubscription>
          /** `?cursor=` of the next page; null where there is none */
          next_cursor: null | string
        }
      }
    }
  }
  "/api/forms/{form}/ended-subscriptions/{endedId}": {
    /** Dismiss one that ended. Needs `integrations:manage`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the subscription that ended. */
          endedId: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/subscriptions/{subscription}": {
    /** End a subscription. Needs `integrations:manage`. */
    DELETE: {
      asks: {
        path: {
          /** The id of the subscription. */
          subscription: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/sends": {
    /** Send all that waits now. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
      }
      answers: {
        202: {
          /** what was asked for */
          data: SentNow
        }
      }
    }
  }
  "/api/forms/{form}/integrations/{integrationId}/replays": {
    /** Send deliveries again: all that failed, or those of a state, a time, or with an error. Needs `integrations:manage` and `submissions:read`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** The id of the integration. */
          integrationId: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** Only those that stand so; those that failed when it is left out. */
          status?: "delivered" | "failed" | "unsure" | "cancelled"
          /** Only those of this event: `submission.created` and so on. */
          event?: string
          /** Only those made for what came (`new`), for earlier submissions, or as a test. */
          origin?: "new" | "earlier" | "test"
          /** Only those made at this time or later. */
          from?: string
          /** Only those made before this time. */
          to?: string
          /** Only those of this submission. */
          submission?: string
          /** Only those with this in their reason. */
          text?: string
        }
      }
      answers: {
        202: {
          /** what was asked for */
          data: SentAgain
        }
      }
    }
  }
  "/api/workspaces/{workspaceId}/connections": {
    /** Connections to services, and services there are. Needs `integrations:manage`. */
    GET: {
      asks: {
        path: {
          /** The id of the workspace. */
          workspaceId: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Connections
        }
      }
    }
  }
  "/api/forms/{form}/media": {
    /** Pictures and files that a form offers to choose from. Needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string
          /** At most so many, from 1 to 200; 50 when it is left out. Anything else is refused (422). */
          limit?: number
          /** A part of the name. */
          name?: string
          /** What it is for; `file` when it is left out. */
          use?: "image" | "file"
          /** MIME types. */
          types?: string
        }
      }
      answers: {
        200: MediaLibrary
      }
    }
    /** Upload a picture or file. Needs `forms:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query: {
          /** What the file is called. */
          name: string
          /** What it is for. */
          use: "image" | "file"
        }
        body: Blob
      }
      answers: {
        201: {
          /** what was asked for */
          data: MediaFile
        }
      }
    }
  }
  "/api/forms/{form}/media/{id}": {
    /** Offer a picture or file no more. Needs `forms:write`. */
    DELETE: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
          /** Its id. */
          id: string
        }
      }
      answers: {
        204: undefined
      }
    }
  }
  "/api/forms/{form}/public": {
    /** What anyone may know of a published form. Open to everybody; a token needs `forms:read`. */
    GET: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: PublishedForm
        }
      }
    }
  }
  "/api/forms/{form}/evaluation": {
    /** Where a page turn leads; nothing is stored. Open to everybody; a token needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        body: {
          /** The version that was answered; the newest when it is left out. */
          version?: number
          /** The id of the page that is left; empty for the first. */
          page: string
          /** What controls hold, by key, as the live page sends it. Programs send `answers`. */
          raws: {
            [name: string]: unknown
          }
          /** The time zone of whoever answers, as `Europe/Berlin`. */
          time_zone?: string
          /** The language of whoever answers, as `de`: for texts, and how numbers and days are read. */
          locale?: string
          /** Parameters of the address that was opened. */
          params?: {
            [name: string]: string
          }
        }
      }
      answers: {
        200: {
          /** what was asked for */
          data: Evaluation
        }
      }
    }
  }
  "/api/forms/{form}/codes": {
    /** Send the code that confirms an answer. Open to everybody; a token needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** The key of the field; in a section `section.item.key`. */
          block: string
          /** The version that was answered; the newest when it is left out. */
          version?: number
          /** The answer that a code is to confirm. */
          answer: string | number | boolean | unknown[] | {
            [name: string]: unknown
          }
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Confirmation
        }
      }
    }
  }
  "/api/forms/{form}/confirmations": {
    /** Turn a code that was typed into the proof that goes along with the answer. Open to everybody; a token needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        headers?: {
          /** A key of yours: a repeat with it and the same token within 24 hours gets the first answer. */
          "Idempotency-Key"?: string
        }
        body: {
          /** The key of the field; in a section `section.item.key`. */
          block: string
          /** The version that was answered; the newest when it is left out. */
          version?: number
          /** The answer that a code is to confirm. */
          answer: string | number | boolean | unknown[] | {
            [name: string]: unknown
          }
          /** `sent` of the answer to `codes`. */
          sent: string
          /** The code that was typed. */
          code: string
        }
      }
      answers: {
        201: {
          /** what was asked for */
          data: Confirmation
        }
      }
    }
  }
  "/api/forms/{form}/files": {
    /** Upload a file for an answer. Open to everybody; a token needs `submissions:write`. */
    POST: {
      asks: {
        path: {
          /** The id or address of the form. */
          form: string
        }
        query: {
          /** What the file is called. */
          name: string
          /** The key or id of the field. */
          block: string
          /** A key of yours: the same one is the same file. */
          key: string
          /** The version of the form. */
          version: number
        }
        body: Blob
      }
      answers: {
        201: {
          /** what was asked for */
          data: FileReference
        }
      }
    }
  }
}
