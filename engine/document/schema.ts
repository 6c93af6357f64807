import * as v from 'valibot'
import { refusalsOf } from '@formwright/kit/refusals'
import { image, imageOrVideo } from '@formwright/kit/media'
import { operatorsOf, type Operator } from '@formwright/kit/value'
import { richText } from '@formwright/kit/rich/setting'
import type { RichPlace } from '@formwright/kit/rich/tree'
import { DRAWN_COVERS } from './cover.ts'
import type { Condition, Json } from './document.ts'

/** Deeper conditions are refused before they are read: reading is recursive. */
export const DEEPEST_JSON = 64

const OPERATORS = new Set<string>(Object.values(operatorsOf).flat())
const TEXT_LIMIT = 20_000

/** Whether JSON is nested deeper than this; looks no deeper. */
export function deeperThan(value: unknown, limit: number): boolean {
  if (limit < 0) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((inner) => deeperThan(inner, limit - 1))
}

/** What the help of a question may hold. */
export const HELP: RichPlace = { lists: true, links: true, references: true, maxLength: TEXT_LIMIT }

const text = v.pipe(v.string(), v.maxLength(TEXT_LIMIT, 'A text has up to 20,000 characters. Shorten it.'))
const name = v.pipe(v.string(), v.maxLength(200))

/** Any JSON, seen in one look: a form may hold a hundred thousand options. */
export const anyJson = v.custom<Json>(isJson)

function isJson(value: unknown): boolean {
  if (typeof value === 'object') return value === null || Object.values(value).every(isJson)
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

const operand = v.union([
  v.strictObject({ field: name }),
  v.strictObject({ value: anyJson }),
  v.strictObject({ param: name }),
  v.strictObject({ now: v.literal(true) }),
])

const operator = v.custom<Operator>(
  (input) => typeof input === 'string' && OPERATORS.has(input),
  'This is no comparison there is.',
)

const inner: v.GenericSchema<Condition> = v.lazy(() => condition)
const condition: v.GenericSchema<Condition> = v.union([
  v.strictObject({ all: v.array(inner) }),
  v.strictObject({ any: v.array(inner) }),
  v.strictObject({ not: inner }),
  v.strictObject({ formula: text }),
  v.strictObject({ left: operand, op: operator, right: v.optional(operand), to: v.optional(operand) }),
])

const rule = v.union([
  v.strictObject({ when: condition, do: v.picklist(['show', 'hide', 'enable', 'disable', 'require']) }),
  v.strictObject({ when: condition, do: v.literal('skip'), to: name }),
  v.strictObject({ when: condition, do: v.literal('error'), message: v.pipe(v.string(), v.maxLength(1000)) }),
])

/** The parts of a block besides `id` and `kind`, each on its own: a part of the wrong shape can be left out alone. */
export const blockParts = {
  v: v.pipe(v.number(), v.integer(), v.minValue(1)),
  settings: v.record(v.string(), anyJson),
  rules: v.pipe(v.array(rule), v.maxLength(200)),
  key: v.pipe(
    v.string(),
    v.regex(
      /^[a-z][a-z0-9_]{0,63}$/,
      'A name is written in small letters, digits and _, beginning with a letter.',
    ),
  ),
  label: text,
  help: richText(HELP),
  helpBelow: v.boolean(),
  media: v.strictObject({
    file: imageOrVideo(),
    alt: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    place: v.optional(v.picklist(['start', 'above'])),
  }),
  placeholder: text,
  required: v.boolean(),
  unique: v.boolean(),
  state: v.picklist(['shown', 'hidden', 'disabled']),
  width: v.picklist(['full', '3/4', '2/3', '1/2', '1/3', '1/4']),
  hideLabel: v.boolean(),
  default: v.union([
    v.strictObject({ value: anyJson }),
    v.strictObject({ param: name }),
    v.strictObject({ text }),
  ]),
  condition,
}

/** The content of a draft row of a block: a block without `id` and `kind`. */
export const blockContent = v.strictObject({
  ...v.entriesFromObjects([
    v.object({ v: blockParts.v, settings: blockParts.settings }),
    v.partial(
      v.object({
        rules: blockParts.rules,
        key: blockParts.key,
        label: blockParts.label,
        help: blockParts.help,
        helpBelow: blockParts.helpBelow,
        media: blockParts.media,
        placeholder: blockParts.placeholder,
        required: blockParts.required,
        unique: blockParts.unique,
        state: blockParts.state,
        width: blockParts.width,
        hideLabel: blockParts.hideLabel,
        default: blockParts.default,
        condition: blockParts.condition,
      }),
    ),
  ]),
})

const instant = v.pipe(v.string(), v.isoTimestamp())
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/))
const logo = v.strictObject({ picture: image(), alt: v.optional(v.pipe(v.string(), v.maxLength(300))) })
const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const cover = v.union(
  [
    v.strictObject({ drawn: v.picklist(DRAWN_COVERS) }),
    v.strictObject({ picture: image(), x: percent, y: percent }),
  ],
  'A cover is a drawn one, or a picture with its focal point in whole percent.',
)

/** What of a form's appearance can be kept as a theme. */
export const lookContent = v.strictObject({
  theme: v.picklist(['default', 'simple', 'notion']),
  size: v.picklist(['sm', 'md', 'lg']),
  radius: v.picklist(['none', 'small', 'full']),
  accent: colour,
  ground: v.optional(colour),
  ink: v.optional(colour),
  button: v.optional(colour),
  scheme: v.optional(v.picklist(['auto', 'light', 'dark'])),
  typeface: v.optional(v.picklist(['sans', 'serif', 'serif-headings', 'rounded', 'mono'])),
  uppercase: v.optional(v.boolean()),
  css: v.optional(v.pipe(v.string(), v.maxBytes(50_000, 'Custom CSS has up to 50 KB. Shorten it.'))),
})

/** What a form says of itself where nobody can answer it. */
export const stateText = v.pipe(
  v.string(),
  v.maxLength(2_000, 'This text has up to 2,000 characters. Shorten it.'),
)

/** The groups of form settings, as rows of kind `settings.<group>` hold them. */
export const settingsGroups = {
  general: v.strictObject({ title: text, description: v.optional(text), language: name }),
  access: v.strictObject({
    opensAt: v.optional(instant),
    closesAt: v.optional(instant),
    maxSubmissions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    closedText: v.optional(stateText),
    fullText: v.optional(stateText),
    earlyText: v.optional(stateText),
  }),
  appearance: v.strictObject({
    ...lookContent.entries,
    logo: v.optional(logo),
    cover: v.optional(cover),
  }),
  sending: v.strictObject({ submitLabel: v.optional(text), progress: v.boolean() }),
}

/** Old keys of fields, as the row of kind `settings.aliases` holds them. */
export const aliasesContent = v.record(v.string(), v.string())

/** What is wrong with the content of a draft row, as sentences; empty when it may be stored. */
export function contentIssues(kind: string, content: unknown): string[] {
  if (deeperThan(content, DEEPEST_JSON)) return ['The content is nested too deeply.']
  const schema = schemaOf(kind)
  const result = v.safeParse(schema, content)
  if (result.success) return []
  return refusalsOf(result.issues, schema).map(({ path, message }) => `${path || kind}: ${message}`)
}

function schemaOf(kind: string): v.GenericSchema<unknown> {
  switch (kind) {
    case 'settings.general':
      return settingsGroups.general
    case 'settings.access':
      return settingsGroups.access
    case 'settings.appearance':
      return settingsGroups.appearance
    case 'settings.sending':
      return settingsGroups.sending
    case 'settings.aliases':
      return aliasesContent
    default:
      return kind.startsWith('settings.') ? v.never('There is no such group of settings.') : blockContent
  }
}
