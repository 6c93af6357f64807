import { generateKeyBetween } from 'fractional-indexing'
import * as v from 'valibot'
import type { Content, DraftOp } from '#api_types/drafts'
import { newerClient, opsRefused, type RefusedOp, tooLarge } from '#app/forms/errors'
import { CodedError, FieldErrors } from '#app/http/errors'
import { isStorable } from '#app/http/storable'
import {
  aliasesContent,
  blockContent,
  DEEPEST_JSON,
  deeperThan,
  settingsGroups,
  stateText,
} from '#engine/document/schema'
import { LONGEST_BUTTON, LONGEST_TITLE, MOST_SUBMISSIONS } from '#engine/document/limits'
import type { Registry } from '#engine/registry'
import type { Steps } from '#engine/steps'
import { byPath, refusalsOf } from '@formwright/kit/refusals'
import { countCharacters } from '@formwright/kit/typed_text'

/** Limits of a draft. A form of a thousand blocks is edited like one of ten; beyond them something else is going on. */
export const MAX_BLOCKS = 10_000
/** Of blocks that were removed so many are remembered, the last ones: who has an older state open is told of those. */
export const MOST_REMOVED = 10_000
const MAX_OPS = 10_000
/** Changes that nobody can make are named up to here: to be told of each takes longer than to make one. */
const MOST_REFUSED = 1_000
const MAX_BLOCK_BYTES = 800_000
/** Of a content of up to so many characters all is told that is wrong, of a longer one the first: thousands take long to name. */
const JUDGED_WHOLE = 5_000
const LONGEST_POSITION = 200

/** Groups of form settings, each a row of its own. */
const SETTINGS = ['general', 'access', 'appearance', 'sending', 'aliases'].map((group) => `settings.${group}`)

const UNSTORABLE = 'This text contains a character that is not allowed, such as NUL. Remove it.'

const ownId = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]{5,31}$/, 'A block id is a small letter, then 5 to 31 small letters or digits.'),
)
const blockId = v.union([ownId, v.picklist(SETTINGS)])
const POSITION =
  'A position is a key as the library fractional-indexing makes them, such as a0, of up to 200 characters.'
/** Of settings, which stand nowhere, it is empty. */
const position = v.pipe(
  v.string(),
  v.maxLength(LONGEST_POSITION, POSITION),
  v.check((text) => text === '' || isKey(text), POSITION),
)
const kind = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,63}$/, 'A kind is the name of a plugin.'))
const revision = v.pipe(v.number(), v.integer(), v.minValue(0))
/** The section that a block stands in; null at the top. */
const parent = v.optional(v.nullable(ownId))
const object = v.record(v.string(), v.unknown())

/** One change of a draft. */
export const op = v.variant('op', [
  v.strictObject({
    op: v.literal('put'),
    block_id: blockId,
    kind,
    parent,
    position,
    content: object,
    base: v.optional(revision),
  }),
  v.strictObject({ op: v.literal('remove'), block_id: blockId, base: v.optional(revision) }),
  v.strictObject({
    op: v.literal('move'),
    block_id: blockId,
    parent,
    position,
    base: v.optional(revision),
  }),
])

/** A whole block, as a new form takes it; its content is read by `readContent`. */
export const wholeBlock = v.looseObject({ id: ownId, kind, parent: v.optional(ownId) })

/** A PATCH of a draft; each of its changes is judged by itself (`readOp`). */
export const patch = v.strictObject({
  base: revision,
  ops: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MAX_OPS)),
})

/** The title of a form, as long as the eye counts it. */
export const formTitle = v.pipe(
  settingsGroups.general.entries.title,
  v.check((text: string) => isStorable(text), UNSTORABLE),
  shown(LONGEST_TITLE, `A title has up to ${LONGEST_TITLE} characters. Shorten it.`),
)

const language = v.pipe(
  settingsGroups.general.entries.language,
  v.check(isLanguage, 'A language is written as en, de or pt-BR.'),
)

const submitLabel = v.pipe(
  v.string(),
  shown(LONGEST_BUTTON, `A button’s text has up to ${LONGEST_BUTTON} characters. Shorten it.`),
)

const instant = v.pipe(
  v.string(),
  v.isoTimestamp('A time is written as 2026-05-31T12:00:00Z.'),
  v.check(isTime, 'This is not a valid time. Write it like 2026-05-31T12:00:00Z.'),
  v.transform((text) => new Date(text).toISOString()),
)

const WHOLE = `Enter a whole number from 1 to ${MOST_SUBMISSIONS.toLocaleString('en')}.`
const maxSubmissions = v.pipe(
  v.number(WHOLE),
  v.integer(WHOLE),
  v.minValue(1, WHOLE),
  v.maxValue(MOST_SUBMISSIONS, WHOLE),
)

/** Access settings as a client sends them; null is as good as nothing. */
const access = v.strictObject({
  opensAt: v.optional(v.nullable(instant)),
  closesAt: v.optional(v.nullable(instant)),
  maxSubmissions: v.optional(v.nullable(maxSubmissions)),
  closedText: v.optional(v.nullable(stateText)),
  fullText: v.optional(v.nullable(stateText)),
  earlyText: v.optional(v.nullable(stateText)),
})

const settings: Record<string, v.GenericSchema> = {
  'settings.general': v.strictObject({ ...settingsGroups.general.entries, title: formTitle, language }),
  'settings.access': access,
  'settings.appearance': settingsGroups.appearance,
  'settings.sending': v.strictObject({
    ...settingsGroups.sending.entries,
    submitLabel: v.optional(submitLabel),
  }),
  'settings.aliases': aliasesContent,
}

/**
 * A PATCH of the draft, judged by shape. What a block's settings may be is a matter of the check. Nothing is made of a
 * PATCH with a wrong change in it, but every wrong one is named, so that the others can be sent without them; of more than
 * a thousand the first. A step reads one change: of thousands it takes half a second.
 */
export function* readPatch(body: unknown): Steps<{ base: number; ops: DraftOp[] }> {
  const read = v.safeParse(patch, body)
  if (!read.success) throw asFieldErrors(read.issues, patch)
  const refused: RefusedOp[] = []
  const ops: DraftOp[] = []
  for (const [index, sent] of read.output.ops.entries()) {
    yield
    try {
      ops.push(readOp(sent, `ops.${index}.`))
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      refused.push({ index, error })
      if (refused.length === MOST_REFUSED) break
    }
  }
  if (refused.length > 0) throw opsRefused(refused)
  return { base: read.output.base, ops }
}

function readOp(sent: unknown, path: string): DraftOp {
  const read = v.safeParse(op, sent)
  if (!read.success) throw asFieldErrors(read.issues, op, path)
  const one = read.output
  if (one.op !== 'remove' && one.position === '' && !Object.hasOwn(settings, one.block_id))
    throw new FieldErrors('E_VALIDATION', POSITION, { [`${path}position`]: [POSITION] })
  if (one.op !== 'put') return one
  return { ...one, content: storedContent(one.block_id, one.kind, one.content, `${path}content.`) }
}

/** Content as it is stored, out of what was sent: as `readContent`, with times in UTC. */
export function storedContent(id: string, ofKind: string, sent: unknown, path: string): Content {
  const content = readContent(id, ofKind, sent, path)
  return id === 'settings.access' ? storedAccess(content) : content
}

/** Content of a block or settings group as it may be stored; of `settings.access` as it was sent. */
export function readContent(id: string, ofKind: string, content: unknown, path: string): Content {
  const own = settings[id]
  if (own ? ofKind !== id : ofKind.startsWith('settings.')) {
    throw new FieldErrors('E_VALIDATION', 'The kind does not match the block id.', {
      [`${path}kind`]: ['The kind does not match the block id.'],
    })
  }
  if (deeperThan(content, DEEPEST_JSON)) {
    const message = 'This is nested too deeply.'
    throw new FieldErrors('E_VALIDATION', message, { [path.slice(0, -1)]: [message] })
  }
  const json = JSON.stringify(content) ?? ''
  if (Buffer.byteLength(json) > MAX_BLOCK_BYTES) throw tooLarge('This block', MAX_BLOCK_BYTES)
  const schema = own ?? blockContent
  const read = v.safeParse(schema, content, { abortEarly: json.length > JUDGED_WHOLE })
  if (!read.success) throw asFieldErrors(read.issues, schema, path)
  const whole: Content = JSON.parse(json)
  const unstorable = Object.entries(whole).filter((part) => !isStorable(part))
  if (unstorable.length === 0) return whole
  const errors = Object.fromEntries(unstorable.map(([name]) => [path + name, [UNSTORABLE]]))
  throw new FieldErrors('E_VALIDATION', UNSTORABLE, errors)
}

/** Access settings as they are stored, out of content that `readContent` accepted: times in UTC, nothing that is null. */
function storedAccess(sent: Content): Content {
  const { opensAt, closesAt, maxSubmissions, closedText, fullText, earlyText } = v.parse(access, sent)
  return {
    ...(opensAt && { opensAt }),
    ...(closesAt && { closesAt }),
    ...(maxSubmissions && { maxSubmissions }),
    ...(closedText?.trim() && { closedText }),
    ...(fullText?.trim() && { fullText }),
    ...(earlyText?.trim() && { earlyText }),
  }
}

/** Refuses changes whose settings have a shape that only a newer server knows (docs/decisions.md: Lifts). */
export function refuseNewer(ops: readonly DraftOp[], registry: Registry): void {
  const newer = ops.flatMap((one, index) => {
    if (one.op !== 'put' || typeof one.content.v !== 'number') return []
    const known = registry.field(one.kind)?.definition ?? registry.layout(one.kind)
    return known !== undefined && one.content.v > known.version ? [{ index, error: newerClient() }] : []
  })
  if (newer.length > 0) throw opsRefused(newer)
}

/** So many characters at most, as the eye counts them; no further than that is counted. */
function shown(most: number, message: string) {
  return v.check((text: string) => countCharacters(text, most + 1) <= most, message)
}

/** Whether a block beside it finds a position of its own. */
function isKey(text: string): boolean {
  try {
    return /^[0-9A-Za-z]+$/.test(text) && generateKeyBetween(text, null) > text
  } catch {
    return false
  }
}

function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** Whether the calendar has this day: a shape alone does not say it. */
function isTime(text: string): boolean {
  const [year, month, day] = text.split(/[-T ]/, 3).map(Number)
  return (
    !Number.isNaN(Date.parse(text)) &&
    new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day
  )
}

function asFieldErrors(issues: readonly v.BaseIssue<unknown>[], schema: object, before = ''): FieldErrors {
  const refusals = refusalsOf(issues, schema)
  return new FieldErrors(
    'E_VALIDATION',
    refusals[0]?.message ?? 'This cannot be read.',
    byPath(refusals, before),
  )
}
