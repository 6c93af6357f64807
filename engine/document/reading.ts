import * as v from 'valibot'
import type { SettingsSchema } from '@formwright/kit/field'
import type { LayoutDefinition, LayoutRole } from '@formwright/kit/layout'
import { refusalsOf } from '@formwright/kit/refusals'
import { BoundField } from '../bound/bound_field.ts'
import { BoundLayout } from '../bound/bound_layout.ts'
import { type MemberFault, type ReportFault, errorWords } from '../faults.ts'
import type { FieldPlugin, Registry } from '../registry.ts'
import type { Block, FormDocument, Json } from './document.ts'
import { finish, type Steps } from '../steps.ts'
import { liftBlock } from './lift.ts'
import { nameOf } from './names.ts'
import type { DocumentProblem } from './problems.ts'

/** A block with its settings as the plugin's schema made them, defaults filled in. */
export interface ReadBlock {
  block: Block
  family: 'field' | LayoutRole
  settings: { [name: string]: Json }
  field?: BoundField
  layout?: BoundLayout
  /** it must be answered, and cannot be asked: its kind is gone, or cannot be used with these settings */
  unasked?: true
}

/** What a registry knows of a kind. */
interface Found {
  field: FieldPlugin | undefined
  layout: LayoutDefinition | undefined
  report: ReportFault | undefined
}

interface Reading {
  read: ReadBlock
  problem?: DocumentProblem
}

/** Blocks are never changed in place: what a schema made of one holds for as long as the plugin is the same. */
const known = new WeakMap<Block, { schema: SettingsSchema; reading: Reading }>()

/**
 * A block with its plugin. One whose kind is unknown stands where it is as content without meaning, so that a form
 * outlives the plugins it was made with.
 */
export function readBlock(block: Block, registry: Registry): Reading {
  const field = registry.field(block.kind)
  const layout = field === undefined ? registry.layout(block.kind) : undefined
  const schema = field?.definition.settings ?? layout?.settings
  if (schema === undefined) {
    return {
      read: withoutMeaning(block),
      problem: problemOf(
        block,
        'unknown-kind',
        `There is no plugin for the kind “${block.kind}” of ${nameOf(block)}.`,
      ),
    }
  }
  const before = known.get(block)
  if (before?.schema === schema) return before.reading
  const reading = readAnew(block, schema, { field, layout, report: registry.report })
  known.set(block, { schema, reading })
  return reading
}

function readAnew(
  block: Block,
  schema: SettingsSchema,
  { field: plugin, layout: definition, report }: Found,
): Reading {
  const parsed = settingsOf(schema, block.settings)
  if ('error' in parsed) report?.({ kind: block.kind, member: 'settings', error: parsed.error })
  if ('settings' in parsed) {
    const { settings } = parsed
    const field = plugin && new BoundField(plugin, settings, report)
    const layout = definition && new BoundLayout(definition, settings, report)
    const unusable = field?.unusable
    if (field && unusable)
      return {
        read: withoutMeaning(block),
        problem: faultProblem(block, unusable, field.version, nameOf(block)),
      }
    return { read: { block, family: layout?.role ?? 'field', settings, field, layout } }
  }
  return {
    read: definition
      ? {
          block,
          family: definition.role,
          settings: {},
          layout: new BoundLayout(definition, defaultsOf(schema), report),
        }
      : withoutMeaning(block),
    problem: refusalProblem(block, parsed, plugin?.definition.version ?? definition?.version ?? 1),
  }
}

function withoutMeaning(block: Block): ReadBlock {
  const unasked = block.required === true && block.state !== 'disabled'
  return { block, family: 'content', settings: {}, ...(unasked && { unasked }) }
}

function refusalProblem(block: Block, refused: Refused, version: number): DocumentProblem {
  if ('error' in refused)
    return faultProblem(
      block,
      { kind: block.kind, member: 'settings', error: refused.error },
      version,
      nameOf(block),
    )
  const path = refused.path === '' ? 'settings' : `settings.${refused.path}`
  return { ...problemOf(block, 'invalid-settings', `${nameOf(block)}: ${refused.message}`), path }
}

function problemOf(block: Block, code: DocumentProblem['code'], message: string): DocumentProblem {
  return { severity: 'error', code, block: block.id, message }
}

/** What is said of a kind that threw for the settings of a block: with plugin, version and place. */
export function faultProblem(
  block: Block,
  { kind, member, error }: MemberFault,
  version: number,
  called: string,
): DocumentProblem {
  const plugin = `the plugin “${kind}” (version ${version})`
  const message = `${called} cannot be used as it is: ${plugin} failed in “${member}”: ${errorWords(error)}. Its data is kept.`
  return { ...problemOf(block, 'faulty-kind', message), path: 'settings' }
}

/** Why settings cannot be used: what the schema says of them, or what it threw. */
type Refused = { path: string; message: string } | { error: unknown }

/** Plugins' schemas are foreign code, which may throw. */
function settingsOf(
  schema: SettingsSchema,
  stored: { [name: string]: Json },
): { settings: { [name: string]: Json } } | Refused {
  try {
    const result = v.safeParse(schema, stored)
    if (result.success) return { settings: JSON.parse(JSON.stringify(result.output)) }
    return refusalsOf(result.issues, schema)[0]
  } catch (error) {
    return { error }
  }
}

/** The settings of a block that nobody has touched. */
function defaultsOf(schema: SettingsSchema): { [name: string]: Json } {
  const defaults = settingsOf(schema, {})
  return 'settings' in defaults ? defaults.settings : {}
}

/**
 * A document as the functions of its kinds may be called with it: every block in today's shape, every setting with its
 * default; the defaults alone where what is stored does not fit any more. It is for showing and telling, never stored.
 */
export function wholeDocument(document: FormDocument, registry: Registry): FormDocument {
  return finish(wholeSteps(document, registry))
}

/**
 * The same in steps. `known` has the whole blocks of other documents, by what they say: what is the same is the same
 * object then, and is read once.
 */
export function* wholeSteps(
  document: FormDocument,
  registry: Registry,
  known?: Map<string, Block>,
): Steps<FormDocument> {
  const blocks: Block[] = []
  for (const stored of document.blocks) {
    const text = known && JSON.stringify(stored)
    const before = text === undefined ? undefined : known?.get(text)
    const block = before ?? wholeBlock(liftBlock(stored, registry).block, registry)
    if (text !== undefined && !before) known?.set(text, block)
    blocks.push(block)
    yield
  }
  return { ...document, blocks }
}

/** What was read of the block holds for the whole one: its settings are what the schema made of them. */
function wholeBlock(block: Block, registry: Registry): Block {
  const whole = { ...block, settings: wholeSettings(block, registry) }
  const before = known.get(block)
  if (before && before.reading.problem === undefined) {
    const { schema, reading } = before
    known.set(whole, { schema, reading: { read: { ...reading.read, block: whole } } })
  }
  return whole
}

function wholeSettings(block: Block, registry: Registry): Block['settings'] {
  const { read, problem } = readBlock(block, registry)
  if (problem === undefined) return read.settings
  if (problem.code === 'faulty-kind') return block.settings
  const defaults = readBlock({ ...block, settings: {} }, registry)
  return defaults.problem === undefined ? defaults.read.settings : block.settings
}

/** Those of the settings that are named, without what is withheld of the items of lists (`options.price`). */
export function only(
  settings: { [name: string]: Json },
  names: readonly string[],
  withheld: readonly string[] = [],
): { [name: string]: Json } {
  const kept: { [name: string]: Json } = {}
  for (const name of names) if (Object.hasOwn(settings, name)) kept[name] = settings[name]
  const secrets = new Map<string, Set<string>>()
  for (const path of withheld) {
    const [list = '', member = ''] = path.split('.')
    secrets.set(list, (secrets.get(list) ?? new Set()).add(member))
  }
  for (const [list, members] of secrets) {
    const items = kept[list]
    if (Array.isArray(items)) kept[list] = items.map((item) => without(item, members))
  }
  return kept
}

function without(item: Json, members: ReadonlySet<string>): Json {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => !members.has(name)))
}
