import * as v from 'valibot'
import type { Content } from '../../../../api_types/drafts.ts'
import { BoundField } from '../../../../engine/bound/bound_field.ts'
import { BoundLayout } from '../../../../engine/bound/bound_layout.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { HELP } from '../../../../engine/document/schema.ts'
import { asWords } from '../../../../engine/document/names.ts'
import type { Translate } from '@formwright/kit/control'
import type { CreatorField, CreatorLayout, UnusableKind } from '@formwright/kit/found'
import type { LayoutRole } from '@formwright/kit/layout'
import type { Preset } from '@formwright/kit/field'
import { settingsForm, type SettingEntry } from '@formwright/kit/settings_form'
import { type BlockText, indexOfItem } from '@formwright/kit/block_text'
import type { RichPlace } from '@formwright/kit/rich/tree'
import { coreTexts, textsIn } from '../../../respondent/languages.ts'
import { translator } from '../../../respondent/translate.ts'
import { changedTexts } from '../draft/changed_texts.ts'
import { same } from '../draft/same.ts'
import { areSettings, areTexts, areTextsOrNumbers, asked } from './asked.ts'
import { isObject, jsonOf } from './json.ts'
import { listText, textAt } from './text_path.ts'

/** Groups of the palette, in order, with their titles. */
export const GROUPS: readonly (readonly [Preset['group'], string])[] = [
  ['text', 'Text'],
  ['choice', 'Choice'],
  ['number', 'Number'],
  ['file', 'File'],
  ['computed', 'Computed'],
  ['other', 'Other'],
  ['layout', 'Layout'],
]

/** What the editor asks about installed kinds, handed in so that it can be tested without a bundler. */
export interface Kinds {
  fields: Readonly<Record<string, CreatorField>>
  layouts: Readonly<Record<string, CreatorLayout>>
  /** plugins that this server has and cannot use, with what they are called: none of the kinds above */
  unusable?: readonly UnusableEntry[]
}

/** A plugin that cannot be used, as menus show it. */
export interface UnusableEntry extends UnusableKind {
  title: string
}

/** What can be used on this server of the kinds that the app was built with. */
export function usableKinds({ fields, layouts }: Kinds, unusable: readonly UnusableKind[]): Kinds {
  const blocks = unusable.filter(({ family }) => family === 'fields' || family === 'layout')
  const out = new Set(blocks.map(({ kind }) => kind))
  const usable = <T>(kinds: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(kinds).filter(([kind]) => !out.has(kind)))
  return {
    fields: usable(fields),
    layouts: usable(layouts),
    unusable: blocks.map((plugin) => ({
      ...plugin,
      title: (fields[plugin.kind] ?? layouts[plugin.kind])?.texts.name ?? plugin.kind,
    })),
  }
}

export type Family = 'field' | LayoutRole | 'unknown'

/** An entry of the palette. */
export interface PaletteEntry {
  /** unlike that of every other, also of a kind of somebody else's that calls its preset the same */
  id: string
  kind: string
  preset: Preset
  title: string
  /** other words people may look for */
  words: string
  icon: string | undefined
}

/** The plugin of a kind, field or layout. */
export function pluginOf(kinds: Kinds, kind: string): CreatorField | CreatorLayout | undefined {
  return kinds.fields[kind] ?? kinds.layouts[kind]
}

/** What the engine takes blocks of this kind for. */
export function familyOf(kinds: Kinds, kind: string): Family {
  if (kinds.fields[kind]) return 'field'
  return kinds.layouts[kind]?.definition.role ?? 'unknown'
}

const palettes = new WeakMap<Kinds, readonly PaletteEntry[]>()

/** All presets of all kinds, by group and order. */
export function paletteOf(kinds: Kinds): readonly PaletteEntry[] {
  const known = palettes.get(kinds)
  if (known) return known
  const palette = makePalette(kinds)
  palettes.set(kinds, palette)
  return palette
}

function makePalette(kinds: Kinds): PaletteEntry[] {
  const entries: PaletteEntry[] = []
  for (const [kind, plugin] of [...Object.entries(kinds.fields), ...Object.entries(kinds.layouts)]) {
    for (const preset of plugin.definition.presets) {
      entries.push({
        id: `${kind}-${preset.name}`,
        kind,
        preset,
        title: plugin.texts[`presets.${preset.name}.title`] ?? plugin.texts.name ?? kind,
        words: plugin.texts[`presets.${preset.name}.words`] ?? '',
        icon: plugin.icons?.[preset.name] ?? plugin.icon,
      })
    }
  }
  const group = (entry: PaletteEntry) => GROUPS.findIndex(([name]) => name === entry.preset.group)
  const place = (entry: PaletteEntry) => entry.preset.order ?? 1000
  return entries.sort((a, b) => group(a) - group(b) || place(a) - place(b) || a.title.localeCompare(b.title))
}

/** The question that a line of text becomes, or the first there is. */
export function plainEntry(kinds: Kinds): PaletteEntry | undefined {
  const palette = paletteOf(kinds)
  return (
    palette.find(({ preset }) => preset.lines) ??
    palette.find(({ kind }) => familyOf(kinds, kind) === 'field')
  )
}

/** Entries whose title or words hold all that was typed; those whose title begins with it come first. */
export function searchPalette(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return [...entries]
  const words = wanted.split(/\s+/)
  const found = entries.filter((entry) => {
    const text = `${entry.title} ${entry.words} ${entry.kind}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const distance = ({ title }: PaletteEntry) => {
    const name = title.toLowerCase()
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2
  }
  return found.sort((a, b) => distance(a) - distance(b))
}

/** The preset that settings of a kind look like. */
export function presetOf(kinds: Kinds, kind: string, settings: { [name: string]: Json }): Preset | undefined {
  const sets = ({ settings: given = {} }: Preset) => Object.entries(given)
  return pluginOf(kinds, kind)
    ?.definition.presets.filter((preset) =>
      sets(preset).every(([name, value]) => same(settings[name], value)),
    )
    .sort((a, b) => sets(b).length - sets(a).length)[0]
}

/** What a person calls a block of this kind: the title of the preset it looks like. */
export function kindTitle(kinds: Kinds, kind: string, settings: { [name: string]: Json } = {}): string {
  const plugin = pluginOf(kinds, kind)
  if (!plugin) return kind
  const fits = presetOf(kinds, kind, settings)
  return (fits && plugin.texts[`presets.${fits.name}.title`]) ?? plugin.texts.name ?? kind
}

/** Settings as the plugin's schema fills them in; what it does not accept stays as it is, over the defaults. */
export function fullSettings(
  kinds: Kinds,
  kind: string,
  settings: { [name: string]: Json },
): Record<string, unknown> {
  const schema = pluginOf(kinds, kind)?.definition.settings
  if (!schema) return settings
  const known = filled.get(settings)
  if (known?.schema === schema) return known.full
  const before = newest.get(schema)
  const full = (before && refill(schema, before, settings)) ?? fill(schema, settings)
  filled.set(settings, { schema, full })
  newest.set(schema, { settings, full })
  return full
}

/** The field of a row, bound to its settings as they are filled in; undefined for what is no field. */
export function boundField(kinds: Kinds, kind: string, { settings }: Content): BoundField | undefined {
  const plugin = kinds.fields[kind]
  if (!plugin) return undefined
  return bind(plugin, fullSettings(kinds, kind, isObject(settings) ? settings : NO_SETTINGS))
}

/** A field bound to settings that are filled in already. */
export function bind(plugin: CreatorField, full: Record<string, unknown>): BoundField {
  const known = bound.get(full)
  if (known?.kind === plugin.definition.kind) return known
  const field = new BoundField(plugin, full)
  bound.set(full, field)
  return field
}

/** A heading, a page break, an ending, bound to its settings as they are filled in; undefined for what is no layout. */
export function boundLayout(kinds: Kinds, kind: string, { settings }: Content): BoundLayout | undefined {
  const plugin = kinds.layouts[kind]
  const full = plugin && fullSettings(kinds, kind, isObject(settings) ? settings : NO_SETTINGS)
  return full && new BoundLayout(plugin.definition, full)
}

/** The text that a creator writes at this path of the settings of a block; undefined where there is none. */
export function settingText(
  kinds: Kinds,
  kind: string,
  content: Content,
  path: string,
): BlockText | undefined {
  const plugin = kinds.fields[kind]
  if (!plugin) return boundLayout(kinds, kind, content)?.texts.find((text) => text.path === path)
  const place = listText(path)
  if (!place) return boundField(kinds, kind, content)?.textAt(path)
  // what holds for one item holds for all: a list may be long, and this is asked with each key
  const known = itemTexts.get(plugin) ?? new Map<string, BlockText | undefined>()
  itemTexts.set(plugin, known)
  const name = `${place.list} ${place.property}`
  if (!known.has(name)) known.set(name, boundField(kinds, kind, content)?.textAt(path))
  return known.get(name)
}

/** Texts of the items of a list, by list and property. */
const itemTexts = new WeakMap<CreatorField, Map<string, BlockText | undefined>>()

/** What a block is known by: its label, or what it says first of that which answers may stand in. */
export function titleOf(kinds: Kinds, { kind, content }: { kind: string; content: Content }): string {
  const texts = boundLayout(kinds, kind, content)?.texts.filter(({ piping }) => piping) ?? []
  const said = ['label', ...texts.map(({ path }) => path)].map((path) => textAt(content, path))
  return said.find((text) => text !== '') ?? ''
}

/** What a text in the settings of a kind is called: the title of its setting, or of the item of a list that it is of. */
export function textTitle(kinds: Kinds, kind: string, path: string): string {
  const schema = pluginOf(kinds, kind)?.definition.settings
  const [name, ...inItem] = path.split('.')
  const entry = schema && settingsForm(schema).find((one) => one.name === name)
  const title = inItem.length > 0 ? entry?.item?.title : entry?.title
  return title ?? asWords(path)
}

/** What the rich text at a path of a block may hold; undefined where there is none. */
export function richPlaceOf(kinds: Kinds, kind: string, path: string): RichPlace | undefined {
  if (path === 'help') return HELP
  const schema = pluginOf(kinds, kind)?.definition.settings
  return schema && entryAt(settingsForm(schema), path.split('.'))?.rich
}

/** The line of the panel for a text; of an item of a list, that of all items. */
function entryAt(entries: readonly SettingEntry[], path: readonly string[]): SettingEntry | undefined {
  const [name, ...rest] = path
  const entry = entries.find((one) => one.name === name)
  if (rest.length === 0) return entry
  return entry?.item ? entryAt(entry.item.entries, rest.slice(1)) : entryAt(entry?.entries ?? [], rest)
}

const NO_SETTINGS: { [name: string]: Json } = {}
const bound = new WeakMap<object, BoundField>()

/** The page and the panel ask for the same settings after each key. */
const filled = new WeakMap<object, { schema: object; full: Record<string, unknown> }>()

/** What was filled in last, for each schema. */
const newest = new WeakMap<object, FilledContent>()

interface FilledContent {
  settings: { [name: string]: Json }
  full: Record<string, unknown>
}

/** Where one text of a list changed since `before`, only its item is read anew. Undefined: everything has to be. */
function refill(
  schema: Schema,
  before: FilledContent,
  settings: { [name: string]: Json },
): Record<string, unknown> | undefined {
  const { paths, alone } = changedTexts(before.settings, settings)
  const text = listText(paths[0] ?? '')
  if (!alone || paths.length !== 1 || !text) return undefined
  const { list: name } = text
  const [now, old] = [settings[name], before.full[name]]
  if (!Array.isArray(now) || !Array.isArray(old) || now.length !== old.length) return undefined
  const index = indexOfItem(now, text.item)
  const read = readSettings(schema, { ...settings, [name]: now.slice(index, index + 1) })
  const part: unknown = read?.[name]
  if (!Array.isArray(part) || part.length !== 1) return undefined
  return { ...before.full, [name]: old.with(index, storedOr(now[index], part[0])) }
}

type Schema = CreatorField['definition']['settings'] | CreatorLayout['definition']['settings']

function fill(schema: Schema, settings: { [name: string]: Json }): Record<string, unknown> {
  const read = readSettings(schema, settings)
  if (read) return sameItems(schema, settings, { ...read })
  return { ...readSettings(schema, {}), ...settings }
}

/** Whether a kind takes these settings. */
export function takesSettings(kinds: Kinds, kind: string, settings: { [name: string]: Json }): boolean {
  const schema = pluginOf(kinds, kind)?.definition.settings
  return schema !== undefined && readSettings(schema, settings) !== undefined
}

/** What a schema makes of settings; undefined where it refuses them, or throws. */
function readSettings(
  schema: Schema,
  settings: { [name: string]: Json },
): Record<string, unknown> | undefined {
  try {
    const result = v.safeParse(schema, settings)
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

/** Items of lists as they were filled in before: of a long list only what changed is a new object. */
const itemsOf = new WeakMap<object, WeakMap<object, unknown>>()

/** The stored item itself where the schema added nothing: what compares the two looks no further. */
function storedOr(stored: unknown, item: unknown): unknown {
  return same(stored, item) ? stored : item
}

function sameItems(
  schema: object,
  stored: { [name: string]: Json },
  full: Record<string, unknown>,
): Record<string, unknown> {
  const items = itemsOf.get(schema) ?? new WeakMap<object, unknown>()
  itemsOf.set(schema, items)
  for (const [name, list] of Object.entries(full)) {
    const old = stored[name]
    if (!Array.isArray(old) || !Array.isArray(list) || old.length !== list.length) continue
    full[name] = list.map((item: unknown, index) => {
      const key = old[index]
      if (typeof key !== 'object' || key === null || typeof item !== 'object' || item === null) return item
      const known = items.get(key) ?? storedOr(key, item)
      items.set(key, known).set(item, item)
      return known
    })
  }
  return full
}

/** By kind and language: each item of a list may ask for its words, and making them takes a millisecond. */
const words = new WeakMap<object, Map<string, Translate>>()

/** What a kind says in a form of this language. */
export function wordsOf(plugin: CreatorField | CreatorLayout, language: string): Translate {
  const known = words.get(plugin) ?? new Map<string, Translate>()
  words.set(plugin, known)
  const texts = () => textsIn(language, { ...plugin.languages, en: plugin.texts })
  const t = known.get(language) ?? translator(language, language, texts(), coreTexts(language))
  known.set(language, t)
  return t
}

/** Settings of a kind that are words, as a new block of a form in this language has them. */
export function startWords(kinds: Kinds, kind: string, language: string): { [name: string]: Json } {
  const plugin = pluginOf(kinds, kind)
  const said =
    plugin && asked(plugin, 'start', () => plugin.definition.start?.(wordsOf(plugin, language)), areSettings)
  return Object.fromEntries(Object.entries(said ?? {}).map(([name, value]) => [name, jsonOf(value)]))
}

/** What the item at this place (from 1) of a list says until somebody writes something else. */
export function startItem(
  plugin: CreatorField,
  list: string,
  number: number,
  language: string,
): Readonly<Record<string, string>> | undefined {
  const said = () => plugin.definition.startItem?.(list, number, wordsOf(plugin, language))
  return asked(plugin, 'startItem', said, areTexts)
}

/** What a line says of the item of a list that it becomes, pasted into this text of it. */
export function pastedItem(
  plugin: CreatorField | undefined,
  { list, property }: { list: string; property: string },
  line: string,
): Readonly<Record<string, string | number>> {
  const said =
    plugin && asked(plugin, 'pastedItem', () => plugin.definition.pastedItem?.(list, line), areTextsOrNumbers)
  return said?.[property] === undefined ? { [property]: line } : said
}

/** Settings a new block of a preset starts with, in a form of this language. */
export function startSettings(
  kinds: Kinds,
  kind: string,
  preset: Preset | undefined,
  language: string,
): { [name: string]: Json } {
  const given: { [name: string]: Json } = startWords(kinds, kind, language)
  for (const [name, value] of Object.entries(preset?.settings ?? {})) given[name] = jsonOf(value)
  const json = jsonOf(fullSettings(kinds, kind, given))
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : given
}
