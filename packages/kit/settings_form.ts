import type { BaseIssue, BaseSchema } from 'valibot'
import type { RichPlace } from './rich/tree.ts'

/** One line of a settings panel, read from a settings schema. */
export interface SettingEntry {
  name: string
  type: 'text' | 'rich' | 'number' | 'boolean' | 'choice' | 'list' | 'object' | 'image' | 'file' | 'other'
  title: string
  description?: string
  /** what the setting is without a value; undefined when it may be absent */
  default: unknown
  /** may be absent altogether */
  optional: boolean
  /** of a choice */
  choices?: readonly { value: string; label: string }[]
  min?: number
  max?: number
  /** fewest items of a list */
  minLength?: number
  /** longest text, most items of a list */
  maxLength?: number
  /** of a file: beginnings of the types that it may have; absent: any */
  types?: readonly string[]
  /** what a rich text may hold */
  rich?: RichPlace
  integer?: boolean
  /** of a list whose items are objects with an `id`: what one of them is called (`v.title` of the item), and what else it has */
  item?: { title: string; entries: readonly SettingEntry[] }
  /** of an object */
  entries?: readonly SettingEntry[]
  /** of a list of ids: the setting that refers to the field whose options they are; `choices` are these once it is known */
  from?: string
  /**
   * A control that fits better than the type's own: `textarea`, `switch`, `date`, `formula` and `question` (a reference to a
   * field that has options) are the panel's, `secret`, `template`, `choices` and `mapping` are the core's for integrations; `own` ones are drawn by the plugin's edit.tsx, so the panel leaves
   * them out.
   */
  control?: string
  /** of what is chosen at a service: what a new one is called that nobody has named */
  newName?: string
  /** of a template: it is one line */
  oneLine?: boolean
  /** of a template: it is JSON, with references inside its texts */
  json?: boolean
  /**
   * Shown only while this switch of the same settings is on, or this picture, file or text is there; `name=choice`: while that is
   * chosen. Of an item in a list: the settings that the list is one of.
   */
  with?: string
  /** folded away at first */
  advanced: boolean
  /** part of a paid plan */
  paid: boolean
}

/** What is read of a schema: Valibot's own objects are plain data, which is looked at carefully. */
interface Facts {
  type: string
  optional: boolean
  default: unknown
  title?: string
  description?: string
  metadata: Record<string, unknown>
  options?: readonly unknown[]
  /** schemas of the members of an object */
  entries?: unknown
  /** schema of an item of a list */
  item?: unknown
  requirements: Record<string, unknown>
}

/** The entries of an object schema as lines of a settings panel, in their order. */
export function settingsForm(schema: BaseSchema<unknown, object, BaseIssue<unknown>>): SettingEntry[] {
  return entriesOf(factsOf(schema).entries)
}

function entriesOf(schemas: unknown): SettingEntry[] {
  return Object.entries(asRecord(schemas)).map(([name, entry]) => entryOf(name, factsOf(entry)))
}

function entryOf(name: string, facts: Facts): SettingEntry {
  const { metadata, requirements } = facts
  const labels = asRecord(metadata.labels)
  const entry: SettingEntry = {
    name,
    type: typeOf(facts.type),
    title: facts.title ?? name,
    default: facts.default,
    optional: facts.optional && facts.default === undefined,
    advanced: metadata.advanced === true,
    paid: metadata.paid === true,
  }
  if (facts.description !== undefined) entry.description = facts.description
  if (typeof metadata.control === 'string') entry.control = metadata.control
  if (metadata.oneLine === true) entry.oneLine = true
  if (metadata.json === true) entry.json = true
  if (typeof metadata.newName === 'string') entry.newName = metadata.newName
  if (typeof metadata.with === 'string') entry.with = metadata.with
  if (typeof metadata.from === 'string') entry.from = metadata.from
  if (facts.type === 'picklist') {
    entry.choices = (facts.options ?? []).map((value) => {
      return { value: String(value), label: String(labels[String(value)] ?? value) }
    })
  }
  if (typeof requirements.min_value === 'number') entry.min = requirements.min_value
  if (typeof requirements.max_value === 'number') entry.max = requirements.max_value
  if (typeof requirements.max_length === 'number') entry.maxLength = requirements.max_length
  if (typeof requirements.min_length === 'number') entry.minLength = requirements.min_length
  if ('integer' in requirements) entry.integer = true
  if (entry.type === 'object') entry.entries = entriesOf(facts.entries)
  const item = entry.type === 'list' ? factsOf(facts.item) : undefined
  const members = entriesOf(item?.entries)
  if (members.some((member) => member.name === 'id')) {
    entry.item = { title: item?.title ?? 'Entry', entries: members.filter((member) => member.name !== 'id') }
  }
  if (metadata.media === 'image' || metadata.media === 'file') {
    entry.type = metadata.media
    delete entry.entries
    if (Array.isArray(metadata.types)) entry.types = metadata.types.map(String)
  }
  if (isRichPlace(metadata.rich)) Object.assign(entry, { type: 'rich', rich: metadata.rich })
  return entry
}

function typeOf(type: string): SettingEntry['type'] {
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'boolean') return type
  if (type === 'picklist') return 'choice'
  if (type === 'array') return 'list'
  return /^(strict_|loose_)?object$/.test(type) ? 'object' : 'other'
}

/** Optional or not, piped or not, in any nesting: what lies further out wins. */
function factsOf(schema: unknown): Facts {
  const { type, default: fallback, wrapped, options, entries, item, pipe } = asRecord(schema)
  const inner =
    type === 'optional' || type === 'nullish' || type === 'undefinedable' ? factsOf(wrapped) : undefined
  const facts: Facts = {
    type: inner?.type ?? String(type),
    optional: inner !== undefined,
    default: inner ? (typeof fallback === 'function' ? fallback() : fallback) : undefined,
    metadata: inner?.metadata ?? {},
    requirements: inner?.requirements ?? {},
  }
  const choices = inner?.options ?? options
  if (Array.isArray(choices)) facts.options = choices
  facts.entries = inner?.entries ?? entries
  facts.item = inner?.item ?? item
  let { title, description } = inner ?? facts
  for (const action of Array.isArray(pipe) ? pipe : []) {
    const step = asRecord(action)
    if (step.type === 'title') title = String(step.title)
    else if (step.type === 'description') description = String(step.description)
    else if (step.type === 'metadata') facts.metadata = { ...facts.metadata, ...asRecord(step.metadata) }
    else if (step.kind === 'validation') {
      facts.requirements = { ...facts.requirements, [String(step.type)]: step.requirement }
    } else if (step.kind === 'schema' && 'pipe' in step) {
      // A piped schema inside a pipe carries its own steps.
      const nested = factsOf({ ...step })
      title ??= nested.title
      description ??= nested.description
      facts.metadata = { ...nested.metadata, ...facts.metadata }
      facts.requirements = { ...nested.requirements, ...facts.requirements }
      facts.entries ??= nested.entries
      facts.item ??= nested.item
    }
  }
  if (title !== undefined) facts.title = title
  if (description !== undefined) facts.description = description
  return facts
}

/** Whether what an entry can be is asked of the service. */
export function asksService({ control }: SettingEntry): boolean {
  return control === 'choices' || control === 'mapping'
}

/** Whether an entry is shown beside these settings. */
export function isWanted(entry: SettingEntry, settings: Readonly<Record<string, unknown>>): boolean {
  if (entry.with === undefined) return true
  const [name = '', choice] = entry.with.split('=')
  const other = settings[name]
  if (choice !== undefined) return other === choice
  return other === true || (typeof other === 'object' && other !== null) || isText(other)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isRichPlace(value: unknown): value is RichPlace {
  return typeof asRecord(value).maxLength === 'number'
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
