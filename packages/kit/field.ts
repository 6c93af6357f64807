import type { BaseIssue, BaseSchema, InferOutput } from 'valibot'
import type { BlockText } from './block_text.ts'
import type { Translate } from './control.ts'
import type { Lifts } from './lift.ts'
import type { Problem } from './problem.ts'
import type { Summary } from './summary.ts'
import type { Operator, ValueType } from './value.ts'

/** Settings whose schema is only known to their plugin. */
export type AnySettings = Record<string, unknown>

/** A Valibot object schema in which every entry has a default, so that `{}` is valid settings. */
export type SettingsSchema = BaseSchema<unknown, AnySettings, BaseIssue<unknown>>

/** A palette entry. `name` is unique among all presets; title and words are keys of the plugin's texts. */
export interface Preset {
  name: string
  /** starting settings, laid over the defaults */
  settings?: Record<string, unknown>
  group: 'text' | 'choice' | 'number' | 'file' | 'computed' | 'layout' | 'other'
  /** place in the palette group, low first */
  order?: number
  /** The plain question: Enter in a label makes one, and lines that are pasted onto a form become some, as their labels. */
  lines?: true
  /**
   * A list of the settings that belongs to it in plain text: copied, the texts of its items stand below the label, each on a
   * line behind the mark; pasted, such lines become the items of a field of the first preset with that mark. `also`: marks
   * that other programs write before such items. `besides`: further lists, whose lines stand below those.
   */
  items?: WrittenList & { also?: readonly string[]; besides?: readonly BesideList[] }
}

/** A list of the settings in plain text: the text of its items that is written, and the mark before each. */
export interface WrittenList {
  list: string
  text: string
  mark: string
}

/**
 * One that is written besides another; `settings`: only while a field has these, which its pasted lines bring along. Of two of
 * the same list that fit, the one with more settings is written.
 */
export interface BesideList extends WrittenList {
  settings?: Readonly<Record<string, string | number | boolean>>
}

/**
 * What a kind finds wrong with settings of its own shape once the form is to be published: a draft may hold it for a
 * while. `error` where no answer can ever fit, `warning` where people would stumble. `path` leads into the block
 * (`settings.options`, `default`).
 */
export interface SettingsProblem {
  severity: 'error' | 'warning'
  code: 'unanswerable' | 'ambiguous' | 'default-refused' | 'undescribed' | 'unfinished'
  path: string
  /** a sentence on what to do */
  message: string
}

/** What a kind may know of the block whose settings it checks. */
export interface CheckedBlock {
  /** an answer is wanted, always or by a rule */
  required: boolean
  /** the fixed answer that stands in the field at first, as it was stored */
  fixed?: unknown
}

export interface Option {
  /** what an answer holds; stays when the label changes */
  id: string
  /** what people choose by */
  label: string
  /** what `value(…)` of a formula makes of it: a price, points */
  value?: number
}

/**
 * What is offered of a list in the settings follows the answer of another field: cities by their country. Each item of
 * `list` names in `by` ids of options of that field, with any of which it is offered; one that names none always is. The
 * id of an item is then the choice that it is (see `Part.at`).
 */
export interface Offered {
  /** the text setting that refers to the field: `{#block}` */
  of: string
  list: string
  by: string
  /** there is something to choose besides, once the other field is answered */
  besides: boolean
}

/** How many answers to a form may have this value, or have it among others. */
export interface Limit {
  /** of the main part */
  value: string
  limit: number
  /** what is wrong with an answer once there are so many; its `params` get the value as `usedUp` */
  problem: Problem
}

/**
 * A part of an answer: what conditions, formulas, texts, filters and columns can speak of. What is one value has one
 * part, the main one.
 */
export interface Part {
  /** unique in the field, `[a-z0-9][a-z0-9_-]{0,39}`; `''` is the main part */
  id: string
  /** appended to the field's label; the main part has none */
  label?: string
  type: ValueType
  /** the comparisons that make sense */
  operators: readonly Operator[]
  /** of choices. An option's id means the same in every part that has it. */
  options?: readonly Option[]
  /** no column of tables and exports */
  column?: false
  /**
   * Where its value lies in the stored answer, for filters in the database: the names that lead to it. Without it, the
   * answer itself is the main part, and another part lies under its id. They lead through members of objects, never into
   * lists, and where the part is empty nothing lies there. A choice is stored as the option's id, or as an object with one
   * text whose key is that id (`{ "other": text }`, an answer of one's own); choices as a list of those, of which each id counts once.
   */
  at?: readonly string[]
  /** its value is the length of the list that lies there */
  measure?: 'length'
}

/** Where the value of a part lies in the stored answer. */
export function pathOf({ id, at }: Part): readonly string[] {
  return at ?? (id === '' ? [] : [id])
}

/**
 * A field type: what it is. How its answers behave is in `answer.ts`, how it looks in `respond.tsx`, `edit.tsx` and
 * `results.tsx` beside it. Members are methods, so that a definition whose settings are known is one whose settings are
 * not: the house calls them with settings that the definition's own schema made, and with nothing else.
 */
export interface FieldDefinition<Schema extends SettingsSchema = SettingsSchema> {
  /** the folder's name */
  kind: string
  /** version of the settings' shape, from 1 */
  version: number
  settings: Schema
  presets: readonly Preset[]
  /**
   * What it asks for, in a word (`[a-z][a-z-]*`) that kinds share which ask for the same in another way: a block of one of
   * them can be turned into any other. Settings of the same name go along where the other's schema takes them. Without
   * it a block turns only into other presets of its own kind.
   */
  asks?: string
  lifts?: Lifts
  /** The parts of an answer; their order is that of columns. At least one. */
  parts(settings: InferOutput<Schema>): readonly Part[]
  /** Settings the browser of a respondent may know. Everything else stays on the server. */
  publicSettings: readonly string[]
  /** What the items of public lists have that stays on the server all the same: `options.amount`. */
  withheldSettings?: readonly string[]
  /** `control`: one control that a <label for> names. `group`: several, in a fieldset with a legend. `none`: nothing to fill in. */
  labelling(settings: InferOutput<Schema>): 'control' | 'group' | 'none'

  // ---- optional capabilities the core asks for ----
  /** false: its control has no place for a placeholder, so none is asked for. Without it: one control has, a group has not. */
  placeholder?(settings: InferOutput<Schema>): boolean
  /**
   * The texts that a creator writes into its settings, in the order in which they are read: labels of options and rows,
   * what stands before a number. They are changed in place, and answers may stand in them where they say so. Texts
   * that respondents read are public settings.
   */
  texts?(settings: InferOutput<Schema>): readonly BlockText[]
  /**
   * Items whose texts its control has no place to write them in, as a dropdown that is closed: the editor lists them below
   * it, to be changed there. Their list in the settings, and which text of them.
   */
  listedBelow?(settings: InferOutput<Schema>): { list: string; text: string } | undefined
  /**
   * Settings of a new block that are words, in the language of its form: `t` reads the plugin's texts `start.…`. They
   * are laid over the defaults, under a preset's own.
   */
  start?(t: Translate): Partial<InferOutput<Schema>>
  /**
   * What the item at this place (from 1) of a list of the settings says until somebody writes something else: its texts,
   * by name. While it still says so, pasted lines take its place.
   */
  startItem?(list: string, number: number, t: Translate): Readonly<Record<string, string>>
  /**
   * What a line that is pasted into a list of the settings says of its item: `S | 12.50` of a label and a price. Without it
   * the line is the text.
   */
  pastedItem?(list: string, line: string): Readonly<Record<string, string | number>>
  /**
   * The same settings with other labels for these options, by id. A kind whose parts have options has it: tables, exports
   * and charts show every answer with the newest published label of its option.
   */
  relabel?(settings: InferOutput<Schema>, labels: ReadonlyMap<string, string>): InferOutput<Schema>
  /**
   * An invented answer, as data, for what shows how answers look before there are any (the test of an integration):
   * plausible, and valid under these settings; undefined where none can be. Without it: something of the main part's type.
   */
  sample?(settings: InferOutput<Schema>): unknown
  /** The answer is computed from this formula (references as `{#blockId}`); the field has no control, and one part. */
  formula?(settings: InferOutput<Schema>): FieldFormula
  /** The computed value must stay on the server (it taints whatever reads it). */
  serverOnly?(settings: InferOutput<Schema>): boolean
  /** false: nothing of the block is on the page, not even its label; it still counts. */
  displayed?(settings: InferOutput<Schema>): boolean
  /** The field takes files; upload routes ask for this before they read a byte. */
  files?(settings: InferOutput<Schema>): FileLimits
  /**
   * What many answers say together, over the values of their parts. Without it: what fits the types of the parts
   * (`summaryOf`).
   */
  summary?(settings: InferOutput<Schema>): Summary
  /**
   * The answer, a text, is where something can be sent, and counts only once whoever gives it has typed a code that was sent
   * there: how it goes there. The house draws the step, sends the code and refuses what is not confirmed; the kind keeps a
   * `Confirmation` in its raw, and lets `parse` say of what a person typed that it is `unconfirmed` (`confirmation.ts`).
   */
  confirms?(settings: InferOutput<Schema>): CodeWay | undefined
  /** The answer must not be kept on the device, in search or in drafts. */
  secret?(settings: InferOutput<Schema>): boolean
  /**
   * The field whose answer decides what this one offers; undefined while the settings name none. A field that offers nothing is
   * not shown. The control is drawn with the settings that are left, and of the answer only that counts which is offered.
   */
  offered?(settings: InferOutput<Schema>): Offered | undefined
  /** Values that may be given so many times only; the control is told how many are left. */
  limits?(settings: InferOutput<Schema>): readonly Limit[]
  /** Creators' patterns in these settings, run by `compilePattern`; publish names those that it refuses. */
  patterns?(settings: InferOutput<Schema>): readonly string[]
  /**
   * What can never work, or not as it is meant, although the schema takes it: said in the check before publishing and at
   * the block. Defaults that the answer module refuses are found without it.
   */
  check?(settings: InferOutput<Schema>, block: CheckedBlock): readonly SettingsProblem[]
  /** Content Security Policy sources its page needs, beyond 'self'. */
  csp?(settings: InferOutput<Schema>): Readonly<Record<string, readonly string[]>>
  /**
   * Features of the browser that its page uses (Permissions-Policy), and the origins of frames that use them, too:
   * `{ camera: [], fullscreen: ['https://player.example'] }`. What no kind of a page asks for is refused.
   */
  permissions?(settings: InferOutput<Schema>): Permissions
}

/**
 * Features of a browser that a page may be given (Permissions-Policy). Chromium knows `bluetooth` and `web-share` where the
 * system has them, and warns of both on Linux: they stay, for telephones, Windows and macOS have them.
 */
export const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'xr-spatial-tracking',
] as const

/** Features that are asked for, each with the origins besides our own that may use it. */
export type Permissions = Readonly<Partial<Record<(typeof PERMISSIONS)[number], readonly string[]>>>

/** What the answer of a field is computed from. */
export interface FieldFormula {
  expression: string
  /** a `date` is a calendar day: of a date and time that the formula gives, its day */
  type: 'number' | 'text' | 'date' | 'boolean'
  /** the setting that holds it */
  path: string
}

/** How codes are sent. */
export type CodeWay = 'mail'

/** What files a field takes. */
export interface FileLimits {
  maxCount: number
  maxBytes: number
  accept: readonly string[]
}

/** Names of settings. A definition itself has plain names, so that one of known settings is one of any. */
export type SettingNames<Schema extends SettingsSchema> = readonly (keyof InferOutput<Schema> & string)[]

/** Identity that gives a field definition its types. */
export function defineField<Schema extends SettingsSchema>(
  definition: FieldDefinition<Schema> & { publicSettings: SettingNames<Schema> },
): FieldDefinition<Schema> {
  return definition
}

/** The settings of a field definition, as its other files use them. */
export type SettingsOf<D> = D extends FieldDefinition<infer Schema> ? InferOutput<Schema> : never
