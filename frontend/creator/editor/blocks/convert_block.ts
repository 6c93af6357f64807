import { settingsForm } from '@formwright/kit/settings_form'
import type { Content } from '../../../../api_types/drafts.ts'
import type { BoundField } from '../../../../engine/bound/bound_field.ts'
import type { Json } from '../../../../engine/document/document.ts'
import type { Op } from '../draft/row.ts'
import type { RowView } from '../draft/row_view.ts'
import type { EditorModel } from '../model.ts'
import { blockOf } from './block_of.ts'
import { convertedConditions } from './convert_conditions.ts'
import { isObject, jsonOf } from './json.ts'
import {
  boundField,
  fullSettings,
  paletteOf,
  pluginOf,
  presetOf,
  startSettings,
  takesSettings,
  type Kinds,
  type PaletteEntry,
} from './kinds.ts'
import { languageOf } from './language.ts'

/** What a field can be turned into: other presets of its kind, and kinds that ask for the same. */
export function conversionsOf({ kinds }: EditorModel, row: RowView): PaletteEntry[] {
  const own = kinds.fields[row.kind]?.definition
  if (!own) return []
  const now = presetOf(kinds, row.kind, settingsOf(row.content))
  return paletteOf(kinds).filter(({ kind, preset }) => {
    if (kind === row.kind) return preset.name !== now?.name
    return own.asks !== undefined && kinds.fields[kind]?.definition.asks === own.asks
  })
}

/**
 * Turns a field into another, in one step. It stays the same block: what names it goes on doing so, and answers of earlier
 * versions keep their column. Comparisons with it that its new kind does not know become those that mean the same. False
 * where its default answer could not go along.
 */
export function convertBlock(editor: EditorModel, id: string, entry: PaletteEntry): boolean {
  const { store, kinds } = editor
  const row = store.row(id)
  if (!row) return true
  const before = boundField(kinds, row.kind, row.content)
  const v = pluginOf(kinds, entry.kind)?.definition.version ?? 1
  const settings = convertedSettings(editor, row, entry)
  const { default: given, unique, ...kept } = row.content
  const content: Content = { ...kept, v, settings }
  const after = boundField(kinds, entry.kind, content)
  const stays = given === undefined ? undefined : convertedDefault(row, before, after)
  const converted: Content = {
    ...content,
    ...(stays !== undefined && { default: stays }),
    ...(unique !== undefined && after?.single && { unique }),
  }
  const put: Op = { op: 'put', id, kind: entry.kind, position: row.position, content: converted }
  const allowed = after?.partOf('')
  const own = (of: Content) => (allowed ? convertedConditions(of, id, allowed) : of)
  const others = store.rows().flatMap((other): Op[] => {
    const next = own(other.content)
    if (other.id === id || next === other.content) return []
    return [{ op: 'put', id: other.id, kind: other.kind, position: other.position, content: next }]
  })
  store.apply([{ ...put, content: own(converted) }, ...others])
  return given === undefined || stays !== undefined
}

function settingsOf(content: Content): { [name: string]: Json } {
  return isObject(content.settings) ? content.settings : {}
}

/** Settings of what a block is to be: what makes the preset, and of the rest what both know and the new kind takes. */
function convertedSettings(editor: EditorModel, row: RowView, entry: PaletteEntry): { [name: string]: Json } {
  const { kinds } = editor
  const { kind, preset } = entry
  const begins = startSettings(kinds, kind, preset, languageOf(editor))
  const made = kind === row.kind ? presetNames(kinds, kind) : new Set(Object.keys(preset.settings ?? {}))
  const own = Object.entries(fullSettings(kinds, row.kind, settingsOf(row.content)))
    .filter(([name, value]) => value !== undefined && !made.has(name))
    .filter(([name]) => kind === row.kind || hasSetting(kinds, kind, name))
    .map(([name, value]) => [name, jsonOf(value)] as const)
  const all = { ...begins, ...Object.fromEntries(own) }
  if (takesSettings(kinds, kind, all)) return all
  return own.reduce((settings, [name, value]) => {
    const next = { ...settings, [name]: value }
    return takesSettings(kinds, kind, next) ? next : settings
  }, begins)
}

/** Settings that tell the presets of a kind apart. */
function presetNames(kinds: Kinds, kind: string): Set<string> {
  const presets = pluginOf(kinds, kind)?.definition.presets ?? []
  return new Set(presets.flatMap(({ settings }) => Object.keys(settings ?? {})))
}

function hasSetting(kinds: Kinds, kind: string, name: string): boolean {
  const schema = pluginOf(kinds, kind)?.definition.settings
  return schema !== undefined && settingsForm(schema).some((entry) => entry.name === name)
}

/** The default answer as the new kind reads it; undefined where it cannot. */
function convertedDefault(
  { id, kind, content }: RowView,
  before: BoundField | undefined,
  after: BoundField | undefined,
): Json | undefined {
  const { default: given } = blockOf({ id, kind, content: { default: content.default ?? null } })
  if (!given || !('value' in given)) return content.default
  const text = before?.text(given.value)
  if (text === undefined || !after) return undefined
  const { answer, problems } = after.parse(text, { locale: 'en', now: Date.now(), source: 'data' })
  return answer === undefined || problems.length > 0 ? undefined : { value: jsonOf(answer) }
}
