import { generateNKeysBetween } from 'fractional-indexing'
import * as v from 'valibot'
import { emptySettings, type Block, type FormDocument, type FormSettings, type Json } from './document.ts'
import { finish, type Steps } from '../steps.ts'
import { inDocumentOrder } from './order.ts'
import { aliasesContent, blockParts, DEEPEST_JSON, deeperThan, settingsGroups } from './schema.ts'

/** A row of the draft, as far as a document is made of it. Of settings, `block_id` equals `kind`. */
export interface DocumentRow {
  block_id: string
  kind: string
  /** the section that it stands in */
  parent: string | null
  /** among the rows of the same section, or of the top */
  position: string
  content: { [name: string]: Json }
}

const SETTINGS = 'settings.'

/**
 * A document from the rows of its draft, whatever their order. Parts of a row that have the wrong shape are left out.
 * `isSection`: of a kind, whether its blocks hold others.
 */
export function assemble(rows: readonly DocumentRow[], isSection: (kind: string) => boolean): FormDocument {
  return finish(assembleSteps(rows, isSection))
}

/** The same in steps. */
export function* assembleSteps(
  rows: readonly DocumentRow[],
  isSection: (kind: string) => boolean,
): Steps<FormDocument> {
  const settings = emptySettings('')
  let aliases: FormDocument['aliases'] = {}
  const blocks: DocumentRow[] = []
  for (const row of rows) {
    if (!row.kind.startsWith(SETTINGS)) blocks.push(row)
    else if (row.kind === 'settings.aliases') aliases = read(aliasesContent, row.content) ?? {}
    else readSettings(settings, row)
  }
  const ordered = inDocumentOrder(blocks, (row) => row.block_id, isSection)
  const made: Block[] = []
  for (const { row, parent } of ordered) {
    made.push(readBlock(row, parent))
    yield
  }
  return { format: 1, settings, blocks: made, aliases }
}

/** The rows of a document, with fresh positions. */
export function toRows(document: FormDocument): DocumentRow[] {
  const positions = generateNKeysBetween(null, null, document.blocks.length)
  const { general, access, appearance, sending } = document.settings
  const group = (name: string, content: object): DocumentRow => ({
    block_id: SETTINGS + name,
    kind: SETTINGS + name,
    parent: null,
    position: '',
    content: present(content),
  })
  return [
    group('general', general),
    group('access', access),
    group('appearance', appearance),
    group('sending', sending),
    ...(Object.keys(document.aliases).length > 0 ? [group('aliases', document.aliases)] : []),
    ...document.blocks.map(({ id, kind, parent, ...content }, index) => ({
      block_id: id,
      kind,
      parent: parent ?? null,
      position: positions[index],
      content: present(content),
    })),
  ]
}

function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  if (value === undefined || deeperThan(value, DEEPEST_JSON)) return undefined
  const result = v.safeParse(schema, value)
  return result.success ? result.output : undefined
}

function readSettings(settings: FormSettings, { kind, content }: DocumentRow): void {
  switch (kind) {
    case 'settings.general':
      settings.general = readGroup(settingsGroups.general, settings.general, content)
      return
    case 'settings.access':
      settings.access = readGroup(settingsGroups.access, settings.access, content)
      return
    case 'settings.appearance':
      settings.appearance = readGroup(settingsGroups.appearance, settings.appearance, content)
      return
    case 'settings.sending':
      settings.sending = readGroup(settingsGroups.sending, settings.sending, content)
  }
}

/** A group of settings: what is missing, or has the wrong shape, is as in a form that nobody has touched. */
function readGroup<T extends object>(
  schema: v.GenericSchema<unknown, T> & { entries: Record<string, v.GenericSchema> },
  untouched: T,
  content: DocumentRow['content'],
): T {
  const whole = read(schema, { ...untouched, ...content })
  if (whole) return whole
  const fitting = Object.entries(content).filter(
    ([name, value]) => Object.hasOwn(schema.entries, name) && read(schema.entries[name], value) !== undefined,
  )
  return read(schema, { ...untouched, ...Object.fromEntries(fitting) }) ?? untouched
}

/** Content is never changed in place: of a draft that changes by one block, the others need no second reading. */
const known = new WeakMap<object, Block>()

function readBlock(row: DocumentRow, parent: string | undefined): Block {
  const before = known.get(row.content)
  if (before?.id === row.block_id && before.kind === row.kind && before.parent === parent) return before
  const block = readAnew(row, parent)
  known.set(row.content, block)
  return block
}

function readAnew({ block_id: id, kind, content }: DocumentRow, parent: string | undefined): Block {
  const optional = {
    rules: read(blockParts.rules, content.rules),
    key: read(blockParts.key, content.key),
    label: read(blockParts.label, content.label),
    help: read(blockParts.help, content.help),
    helpBelow: read(blockParts.helpBelow, content.helpBelow),
    media: read(blockParts.media, content.media),
    placeholder: read(blockParts.placeholder, content.placeholder),
    required: read(blockParts.required, content.required),
    unique: read(blockParts.unique, content.unique),
    state: read(blockParts.state, content.state),
    width: read(blockParts.width, content.width),
    hideLabel: read(blockParts.hideLabel, content.hideLabel),
    default: read(blockParts.default, content.default),
    condition: read(blockParts.condition, content.condition),
  }
  const block: Block = {
    id,
    kind,
    ...(parent !== undefined && { parent }),
    v: read(blockParts.v, content.v) ?? 1,
    settings: read(blockParts.settings, content.settings) ?? {},
    ...optional,
  }
  for (const name of keysOf(optional)) if (optional[name] === undefined) delete block[name]
  return block
}

function keysOf<T extends object>(object: T): (keyof T)[] {
  const keys: (keyof T)[] = []
  for (const key in object) keys.push(key)
  return keys
}

function present(object: object): { [name: string]: Json } {
  const content: { [name: string]: Json } = {}
  for (const [name, value] of Object.entries(object)) if (value !== undefined) content[name] = value
  return content
}
