import type { Content } from '../../../../api_types/drafts.ts'
import { newBlockId } from '../../../../engine/document/keys.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { blockOf, exchangeAddresses, referencesOf } from '../../../../engine/logic/references.ts'
import { isRichText, referencesIn, type RichText } from '@formwright/kit/rich/tree'
import { placesAfter } from '../draft/place.ts'
import { same } from '../draft/same.ts'
import type { RowView } from '../draft/store.ts'
import type { Op } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { isObject, jsonOf } from './json.ts'
import { keyFollows, keyFor, nextKey } from './key.ts'
import {
  boundLayout,
  familyOf,
  fullSettings,
  paletteOf,
  pluginOf,
  startSettings,
  type PaletteEntry,
} from './kinds.ts'
import { languageOf } from './language.ts'
import { lastBeforeEndings, pagesOf } from './pages.ts'
import { aloneOps, besideOps, mayStandBeside } from './rows.ts'
import { listText, withText, type ListText } from './text_path.ts'

/** Content of a new block of a kind. */
export function newContent(editor: EditorModel, kind: string, settings: { [name: string]: Json }): Content {
  const version = pluginOf(editor.kinds, kind)?.definition.version ?? 1
  const content: Content = { v: version, settings }
  if (familyOf(editor.kinds, kind) !== 'field') return content
  const labelled = { ...content, label: '' }
  return { ...labelled, key: keyFor(editor, kind, labelled, editor.store.keysBesides()) }
}

/** Where a new block of a kind goes: behind the current one, endings behind everything. */
export function placeFor(editor: EditorModel, kind: string): string | null {
  const { store, kinds, selection } = editor
  const rows = store.rows()
  if (familyOf(kinds, kind) === 'ending') return rows.at(-1)?.id ?? null
  const current = selection.current()
  const row = current === undefined ? undefined : store.row(current)
  if (row && familyOf(kinds, row.kind) !== 'ending') return row.id
  return lastBeforeEndings(kinds, rows)
}

/** Adds a block of a palette entry and puts the caret into it. */
export function addBlock(
  editor: EditorModel,
  entry: PaletteEntry,
  after = placeFor(editor, entry.kind),
): string {
  const settings = startSettings(editor.kinds, entry.kind, entry.preset, languageOf(editor))
  const instead = untouchedFirst(editor)
  return insert(editor, entry.kind, newContent(editor, entry.kind, settings), after, instead)
}

/** Begins a new form with an empty question of the first kind there is, and the caret in it. */
export function addFirstQuestion(editor: EditorModel): void {
  const entry = paletteOf(editor.kinds).find(({ kind }) => familyOf(editor.kinds, kind) === 'field')
  if (entry) editor.firstQuestion = addBlock(editor, entry)
}

/** The question that a new form began with, as long as nothing is in it: what is added first comes in its place. */
function untouchedFirst(editor: EditorModel): string | undefined {
  const { store, firstQuestion } = editor
  editor.firstQuestion = undefined
  const row = firstQuestion === undefined ? undefined : store.row(firstQuestion)
  return row && isUnwritten(editor, row) ? row.id : undefined
}

/**
 * Puts a block of a palette entry in the place of a question that nobody has written yet; one that holds anything stays,
 * and the new block stands behind it.
 */
export function turnInto(editor: EditorModel, id: string, entry: PaletteEntry): void {
  const { store, kinds, selection } = editor
  const row = store.row(id)
  const ending = familyOf(kinds, entry.kind) === 'ending'
  if (!row || !isUnwritten(editor, row)) return void addBlock(editor, entry, ending ? undefined : id)
  const settings = startSettings(kinds, entry.kind, entry.preset, languageOf(editor))
  const next = newBlockId()
  const { width } = row.content
  const content = { ...newContent(editor, entry.kind, settings), ...(width !== undefined && { width }) }
  const rest = store.rows().filter((one) => one.id !== id)
  const { positions, moves } = ending
    ? placesAfter(rest, rest.at(-1)?.id ?? null, 1)
    : { positions: [row.position], moves: [] }
  store.apply([
    ...moves,
    { op: 'remove', id },
    { op: 'put', id: next, kind: entry.kind, position: positions[0] ?? 'a0', content },
  ])
  selection.only(next)
  editor.wantedFocus.set({ block: next, caret: 'all' })
}

/** Whether a question still is what its kind begins with. */
function isUnwritten(editor: EditorModel, row: RowView): boolean {
  const { v: _, key: __, width: ___, settings, label, ...more } = row.content
  if (label !== '' || Object.keys(more).length > 0) return false
  const { kinds } = editor
  const full = fullSettings(kinds, row.kind, isObject(settings) ? settings : {})
  const presets = [undefined, ...(pluginOf(kinds, row.kind)?.definition.presets ?? [])]
  return presets.some((preset) => same(full, startSettings(kinds, row.kind, preset, languageOf(editor))))
}

/** Adds an empty block like this one behind it: Enter in a label. */
export function addNext(editor: EditorModel, id: string): void {
  const row = editor.store.row(id)
  if (!row) return
  const settings = isObject(row.content.settings) ? row.content.settings : {}
  const plugin = pluginOf(editor.kinds, row.kind)
  const preset = plugin?.definition.presets
    .filter((one) => Object.entries(one.settings ?? {}).every(([name, value]) => settings[name] === value))
    .sort((a, b) => Object.keys(b.settings ?? {}).length - Object.keys(a.settings ?? {}).length)[0]
  insert(
    editor,
    row.kind,
    newContent(editor, row.kind, startSettings(editor.kinds, row.kind, preset, languageOf(editor))),
    id,
  )
}

function insert(
  editor: EditorModel,
  kind: string,
  content: Content,
  after: string | null,
  instead?: string,
): string {
  const { store, selection } = editor
  const id = newBlockId()
  const { positions, moves } = placesAfter(store.rows(), after, 1)
  const put: Op = { op: 'put', id, kind, position: positions[0] ?? 'a0', content }
  store.apply([...moves, put, ...(instead === undefined ? [] : [{ op: 'remove' as const, id: instead }])])
  selection.only(id)
  // behind a page break the new page begins, with its title; the button above is the old page's
  const path = boundLayout(editor.kinds, kind, content)?.texts.find(({ role }) => role === 'title')?.path
  editor.wantedFocus.set({ block: id, caret: 'all', ...(path && { path }) })
  return id
}

/** Changes properties of a block; undefined removes one. */
export function patchBlock(
  editor: EditorModel,
  id: string,
  patch: { [name: string]: unknown },
  tag?: string,
): void {
  change(editor, id, (content) => merged(content, patch), tag)
}

/** Changes settings of a block's kind; undefined removes one. */
export function patchSettings(
  editor: EditorModel,
  id: string,
  patch: { [name: string]: unknown },
  tag?: string,
): void {
  change(
    editor,
    id,
    (content) => ({
      ...content,
      settings: merged(isObject(content.settings) ? content.settings : {}, patch),
    }),
    tag,
  )
}

/** Changes a text of a block; the key follows the label while nobody chose another. */
export function changeText(editor: EditorModel, id: string, path: string, text: string | RichText): void {
  change(
    editor,
    id,
    (content, kind) => {
      const next = withText(withStoredList(editor, kind, content, listText(path)), path, text)
      if (path !== 'label') return next
      const others = editor.store.keysBesides(id)
      if (!keyFollows(editor, kind, content, others)) return next
      return { ...next, key: keyFor(editor, kind, next, others) }
    },
    `text:${id}:${path}`,
  )
}

/** Changes a list of a block's settings, at one of its items. */
export function changeList(
  editor: EditorModel,
  id: string,
  at: ListText,
  next: (content: Content, kind: string) => Content,
): void {
  change(editor, id, (content, kind) => next(withStoredList(editor, kind, content, at), kind))
}

/** A list that is not stored yet is what its kind begins with: the page shows it, and it can be changed like any other. */
function withStoredList(
  editor: EditorModel,
  kind: string,
  content: Content,
  at: ListText | undefined,
): Content {
  const settings = isObject(content.settings) ? content.settings : {}
  if (at === undefined || settings[at.list] !== undefined) return content
  const list = jsonOf(fullSettings(editor.kinds, kind, settings)[at.list])
  return Array.isArray(list) ? { ...content, settings: { ...settings, [at.list]: list } } : content
}

/** Replaces the content of a block by what `next` makes of it. */
export function change(
  editor: EditorModel,
  id: string,
  next: (content: Content, kind: string) => Content,
  tag?: string,
): void {
  const row = editor.store.row(id)
  if (!row) return
  const content = next(row.content, row.kind)
  editor.store.apply([{ op: 'put', id, kind: row.kind, position: row.position, content }], tag ? { tag } : {})
}

function merged(target: Content, patch: { [name: string]: unknown }): Content {
  const result = { ...target }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) delete result[name]
    else result[name] = jsonOf(value, target[name])
  }
  return result
}

/** Removes blocks; the block before them is chosen then. */
export function removeBlocks(editor: EditorModel, ids: readonly string[]): void {
  const { store, selection } = editor
  const order = store.order()
  const gone = new Set(ids)
  const first = order.findIndex((id) => gone.has(id))
  store.apply(ids.map((id): Op => ({ op: 'remove', id })))
  const left = store.order()
  const next = left[Math.max(0, first - 1)] ?? left[0]
  if (next === undefined) selection.clear()
  else selection.only(next)
}

/** Blocks in the page's order. */
export function inOrder(editor: EditorModel, ids: Iterable<string>): string[] {
  const wanted = new Set(ids)
  return editor.store.order().filter((id) => wanted.has(id))
}

/** Puts copies of blocks behind them; references among them lead to the copies. */
export function duplicateBlocks(editor: EditorModel, ids: readonly string[]): void {
  const copies = inOrder(editor, ids).flatMap((id) => {
    const row = editor.store.row(id)
    return row ? [{ id, kind: row.kind, content: row.content }] : []
  })
  insertCopies(editor, copies, copies.at(-1)?.id ?? null)
}

/** A block on its way through the clipboard. */
export interface CopiedBlock {
  id: string
  kind: string
  content: Content
}

/**
 * Adds copies with new ids and keys; references among them are carried over. Blocks that were cut from this form come
 * back as themselves when `returning`, so that what refers to them goes on doing so.
 */
export function insertCopies(
  editor: EditorModel,
  copies: readonly CopiedBlock[],
  after: string | null,
  options: { returning?: boolean } = {},
): string[] {
  if (copies.length === 0) return []
  const { store, selection } = editor
  const comesBack = (id: string) => options.returning === true && store.removed(id)
  const ids = new Map(copies.map(({ id }) => [id, comesBack(id) ? id : newBlockId()]))
  const { positions, moves } = placesAfter(store.rows(), after, copies.length)
  const given = new Set<string>()
  const puts = copies.map((copy, index): Op => {
    const id = ids.get(copy.id) ?? newBlockId()
    const content = withIds(copy.content, ids)
    const { key } = content
    const others = store.keysBesides(id)
    const keys = { has: (one: string) => given.has(one) || others.has(one) }
    const keyed = typeof key === 'string' && keys.has(key) ? { ...content, key: nextKey(key, keys) } : content
    if (typeof keyed.key === 'string') given.add(keyed.key)
    return {
      op: 'put',
      id,
      kind: copy.kind,
      position: positions[index] ?? 'a0',
      content: keyed,
    }
  })
  store.apply([...moves, ...puts])
  const added = puts.map((put) => put.id)
  selection.several(added)
  return added
}

/** Blocks that copies refer to, in texts, formulas and rules, and that neither come along nor are here. */
export function missingFor(editor: EditorModel, copies: readonly CopiedBlock[]): string[] {
  const found = new Set<string>()
  const look = (value: Json | undefined, name?: string): void => {
    if (typeof value === 'string') {
      for (const id of referencesOf(value)) found.add(id)
      if (name === 'field' || name === 'to') found.add(blockOf(value))
    } else if (Array.isArray(value)) for (const item of value) look(item)
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) look(item, key)
  }
  for (const { content } of copies) {
    const { settings, rules, condition, label, help, placeholder } = content
    for (const part of [rules, condition, label, help, placeholder]) look(part)
    // names of settings are the kind's own: there only references count
    for (const id of referencesOf(JSON.stringify(settings ?? {}))) found.add(id)
    for (const text of [help, ...(isObject(settings) ? Object.values(settings) : [])])
      if (isRichText(text)) for (const address of referencesIn(text)) found.add(blockOf(address))
  }
  return [...found].filter((id) => !editor.store.row(id) && !copies.some((copy) => copy.id === id))
}

/** The same content with block ids exchanged, in references and in targets of rules. */
function withIds(content: Content, ids: ReadonlyMap<string, string>): Content {
  const exchange = (value: Json): Json => {
    if (typeof value === 'string') {
      return readdressed(value, ids) ?? exchangeAddresses(value, (address) => readdressed(address, ids))
    }
    if (Array.isArray(value)) return value.map(exchange)
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exchange(item)]))
    return value
  }
  const result = exchange(content)
  return isObject(result) ? result : content
}

/** An address that leads to the block that stands in for its own; undefined where none does. */
function readdressed(address: string, ids: ReadonlyMap<string, string>): string | undefined {
  const block = blockOf(address)
  const id = ids.get(block)
  return id === undefined ? undefined : id + address.slice(block.length)
}

/** Moves blocks together behind `after` (null: in front of all). */
export function moveAfter(
  editor: EditorModel,
  ids: readonly string[],
  after: string | null,
  tag?: string,
): void {
  const { store } = editor
  const moving = inOrder(editor, ids)
  const rest = store.rows().filter((row) => !moving.includes(row.id))
  const order = store.order()
  let target = after
  while (target !== null && moving.includes(target)) target = order[order.indexOf(target) - 1] ?? null
  const { positions, moves } = placesAfter(rest, target, moving.length)
  const ops = moving.map((id, index): Op => ({ op: 'move', id, position: positions[index] ?? 'a0' }))
  store.apply([...moves, ...ops], tag ? { tag } : {})
}

/** Puts a block of the page beside another, in one row with it. Whether there was room. */
export function moveBeside(editor: EditorModel, id: string, target: string, side: 'left' | 'right'): boolean {
  const row = editor.store.row(id)
  if (!row || !mayStandBeside(editor, target, row.kind, id)) return false
  editor.store.apply(besideOps(editor, row, target, side))
  return true
}

/** Moves a block behind `after`, onto a row of its own. */
export function moveAlone(editor: EditorModel, id: string, after: string | null): void {
  editor.store.apply(aloneOps(editor, id, after))
}

/** Adds a block of a palette entry beside another and puts the caret into it. */
export function addBeside(
  editor: EditorModel,
  entry: PaletteEntry,
  target: string,
  side: 'left' | 'right',
): void {
  const { store, selection, kinds } = editor
  const id = newBlockId()
  const content = newContent(
    editor,
    entry.kind,
    startSettings(kinds, entry.kind, entry.preset, languageOf(editor)),
  )
  store.apply(besideOps(editor, { id, kind: entry.kind, content }, target, side))
  selection.only(id)
  editor.wantedFocus.set({ block: id, caret: 'all' })
}

/** Moves blocks one place up or down. Whether there was a place to go to. */
export function moveBy(editor: EditorModel, ids: readonly string[], step: -1 | 1): boolean {
  const order = editor.store.order()
  const moving = inOrder(editor, ids)
  const first = order.indexOf(moving[0] ?? '')
  const last = order.indexOf(moving.at(-1) ?? '')
  if (first < 0) return false
  if (step === -1) {
    if (first === 0) return false
    moveAfter(editor, moving, order[first - 2] ?? null)
  } else {
    const next = order[last + 1]
    if (next === undefined) return false
    moveAfter(editor, moving, next)
  }
  return true
}

/** Moves blocks to the end of a page. */
export function moveToPage(editor: EditorModel, ids: readonly string[], pageId: string): void {
  const pages = pagesOf(editor.kinds, editor.store.rows())
  const page = pages.find((one) => one.id === pageId)
  if (!page) return
  const stay = page.blocks.filter((id) => !ids.includes(id))
  moveAfter(editor, ids, stay.at(-1) ?? (editor.store.row(pageId) ? pageId : null))
}
