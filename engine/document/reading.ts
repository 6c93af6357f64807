import * as v from 'valibot'
import type { CheckedBlock, Option, SettingsProblem, SettingsSchema } from '../../plugins/kit/field.ts'
import { refusalsOf } from '../../plugins/kit/refusals.ts'
import type { Operator, ValueType } from '../../plugins/kit/value.ts'
import type { Registry } from '../registry.ts'
import type { Block, FormDocument, Json } from './document.ts'
import { liftDocument } from './lift.ts'
import { nameOf } from './names.ts'
import type { DocumentProblem } from './problems.ts'

/**
 * A field definition whose members take settings as its own schema made them. The registry forgot their type; as
 * methods they may be called with them again.
 */
export interface FieldCapabilities {
  publicSettings: readonly string[]
  logic: { type(settings: object): ValueType; operators(settings: object): readonly Operator[] }
  labelling(settings: object): 'control' | 'group' | 'none'
  options?(settings: object): readonly Option[]
  relabel?(settings: object, labels: ReadonlyMap<string, string>): object
  sample?(settings: object): unknown
  formula?(settings: object): { expression: string; type: 'number' | 'text' | 'boolean' }
  serverOnly?(settings: object): boolean
  displayed?(settings: object): boolean
  secret?(settings: object): boolean
  patterns?(settings: object): readonly string[]
  check?(settings: object, block: CheckedBlock): readonly SettingsProblem[]
}

/** A layout definition, as far as documents are concerned. */
export interface LayoutCapabilities {
  role: 'content' | 'page-break' | 'ending'
  texts: Readonly<Record<string, 'plain' | 'rich'>>
  publicSettings: readonly string[]
}

/** A block with its settings as the plugin's schema made them, defaults filled in. */
export interface ReadBlock {
  block: Block
  family: 'field' | 'content' | 'page-break' | 'ending'
  settings: { [name: string]: Json }
  field?: FieldCapabilities
  layout?: LayoutCapabilities
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
  const field = registry.field(block.kind)?.definition
  const layout = field === undefined ? registry.layout(block.kind) : undefined
  const schema = field?.settings ?? layout?.settings
  if (schema === undefined) {
    return {
      read: { block, family: 'content', settings: {} },
      problem: problemOf(
        block,
        'unknown-kind',
        `There is no plugin for the kind “${block.kind}” of ${nameOf(block)}.`,
      ),
    }
  }
  const before = known.get(block)
  if (before?.schema === schema) return before.reading
  const reading = readAnew(block, schema, field, layout)
  known.set(block, { schema, reading })
  return reading
}

function readAnew(
  block: Block,
  schema: SettingsSchema,
  field: FieldCapabilities | undefined,
  layout: LayoutCapabilities | undefined,
): Reading {
  const parsed = settingsOf(schema, block.settings)
  const read: ReadBlock = {
    block,
    family: layout?.role ?? 'field',
    settings: 'settings' in parsed ? parsed.settings : block.settings,
    field,
    layout,
  }
  if ('settings' in parsed) return { read }
  const path = parsed.path === '' ? 'settings' : `settings.${parsed.path}`
  return {
    read: { block, family: read.family === 'field' ? 'content' : read.family, settings: {}, layout },
    problem: { ...problemOf(block, 'invalid-settings', `${nameOf(block)}: ${parsed.message}`), path },
  }
}

function problemOf(block: Block, code: DocumentProblem['code'], message: string): DocumentProblem {
  return { severity: 'error', code, block: block.id, message }
}

/** Plugins' schemas are foreign code: a setting that throws is an invalid one. */
function settingsOf(
  schema: SettingsSchema,
  stored: { [name: string]: Json },
): { settings: { [name: string]: Json } } | { path: string; message: string } {
  try {
    const result = v.safeParse(schema, stored)
    if (result.success) return { settings: JSON.parse(JSON.stringify(result.output)) }
    return refusalsOf(result.issues, schema)[0]
  } catch {
    return { path: '', message: 'These settings cannot be read. Remove the block and add it again.' }
  }
}

/**
 * A document as the functions of its kinds may be called with it: every block in today's shape, every setting with its
 * default; the defaults alone where what is stored does not fit any more. It is for showing and telling, never stored.
 */
export function wholeDocument(document: FormDocument, registry: Registry): FormDocument {
  const { blocks, ...rest } = liftDocument(document, registry).document
  return { ...rest, blocks: blocks.map((block) => ({ ...block, settings: wholeSettings(block, registry) })) }
}

function wholeSettings(block: Block, registry: Registry): Block['settings'] {
  const { read, problem } = readBlock(block, registry)
  if (problem === undefined) return read.settings
  const defaults = readBlock({ ...block, settings: {} }, registry)
  return defaults.problem === undefined ? defaults.read.settings : block.settings
}

/** Those of the settings that are named. */
export function only(settings: { [name: string]: Json }, names: readonly string[]): { [name: string]: Json } {
  const kept: { [name: string]: Json } = {}
  for (const name of names) if (Object.hasOwn(settings, name)) kept[name] = settings[name]
  return kept
}
