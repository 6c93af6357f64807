import type { Content } from '../../../../api_types/drafts.ts'
import { newBlockId } from '../../../../engine/document/keys.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { same } from '../draft/same.ts'
import type { RowView } from '../draft/row_view.ts'
import type { Op } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { isObject } from './json.ts'
import { hasKey, keyFor } from './key.ts'
import {
  boundLayout,
  familyOf,
  fullSettings,
  kindTitle,
  plainEntry,
  pluginOf,
  startSettings,
  type PaletteEntry,
} from './kinds.ts'
import { languageOf } from './language.ts'
import { besideOps, insertionPointBehindRow, sharesRows, withRoomOf, withWidth } from './rows.ts'
import {
  placesAt,
  insertionPointAtEnd,
  insertionPointFor,
  insertionPointOf,
  type InsertionPoint,
} from './insertion_point.ts'

/** Content of a new block of a kind. */
export function newContent(editor: EditorModel, kind: string, settings: { [name: string]: Json }): Content {
  const version = pluginOf(editor.kinds, kind)?.definition.version ?? 1
  const content: Content = { v: version, settings }
  if (!hasKey(editor.kinds, kind, content)) return content
  const labelled = familyOf(editor.kinds, kind) === 'field' ? { ...content, label: '' } : content
  return { ...labelled, key: keyFor(editor, kind, labelled, editor.store.keysBesides()) }
}

/**
 * Where a new block of a kind goes: behind the current one, into a section that is chosen and empty, endings behind
 * everything.
 */
export function placeFor(editor: EditorModel, kind: string): InsertionPoint {
  const { store, kinds, selection } = editor
  if (familyOf(kinds, kind) === 'ending')
    return { parent: null, after: store.childrenOf(null).at(-1) ?? null }
  const current = selection.current()
  const row = current === undefined ? undefined : store.row(current)
  const family = row && familyOf(kinds, row.kind)
  if (!row || family === 'ending') return insertionPointAtEnd(editor)
  if (family === 'section' && store.childrenOf(row.id).length === 0)
    return insertionPointFor(kinds, kind, { parent: row.id, after: null })
  return insertionPointFor(kinds, kind, insertionPointBehindRow(editor, row.id))
}

/** Adds a block of a palette entry and puts the caret into it. What cannot stand in a section stands behind it. */
export function addBlock(
  editor: EditorModel,
  entry: PaletteEntry,
  wanted = placeFor(editor, entry.kind),
): string {
  const { kinds } = editor
  const into = insertionPointFor(kinds, entry.kind, wanted)
  if (into.parent !== wanted.parent) editor.announce(outsideWords(editor, entry.kind))
  const settings = startSettings(kinds, entry.kind, entry.preset, languageOf(editor))
  const instead = untouchedFirst(editor)
  return insert(editor, entry.kind, newContent(editor, entry.kind, settings), into, instead)
}

/** Why a block of this kind did not go into the section. */
export function outsideWords({ kinds }: EditorModel, kind: string): string {
  const where = familyOf(kinds, kind) === 'welcome' ? 'at the top' : 'below'
  return `${kindTitle(kinds, kind)} cannot be in a section. It was added ${where}.`
}

/** Adds a plain question with this label and puts the caret behind it. */
export function addQuestion(editor: EditorModel, label: string, wanted: InsertionPoint): void {
  const { kinds } = editor
  const entry = plainEntry(kinds)
  if (!entry) return
  const settings = startSettings(kinds, entry.kind, entry.preset, languageOf(editor))
  const unnamed = { ...newContent(editor, entry.kind, settings), label }
  const content = { ...unnamed, key: keyFor(editor, entry.kind, unnamed, editor.store.keysBesides()) }
  const into = insertionPointFor(kinds, entry.kind, wanted)
  const id = insert(editor, entry.kind, content, into, untouchedFirst(editor))
  editor.wantedFocus.set({ block: id, path: 'label', caret: 'end' })
}

/** Begins a new form with an empty question. */
export function addFirstQuestion(editor: EditorModel): void {
  const entry = plainEntry(editor.kinds)
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
  if (!row || !isUnwritten(editor, row)) {
    const ending = familyOf(kinds, entry.kind) === 'ending'
    return void addBlock(editor, entry, ending ? undefined : insertionPointBehindRow(editor, id))
  }
  const settings = startSettings(kinds, entry.kind, entry.preset, languageOf(editor))
  const next = newBlockId()
  const fresh = newContent(editor, entry.kind, settings)
  const { width } = row.content
  const shares = sharesRows(kinds, entry.kind)
  const content = shares && typeof width === 'string' ? withWidth(fresh, width) : fresh
  const beside = shares ? insertionPointOf(store, id) : insertionPointBehindRow(editor, id)
  const wanted = familyOf(kinds, entry.kind) === 'ending' ? placeFor(editor, entry.kind) : beside
  const into = insertionPointFor(kinds, entry.kind, wanted)
  const { positions, moves } = placesAt(store, into, 1, [id])
  if (into.parent !== wanted.parent) editor.announce(outsideWords(editor, entry.kind))
  const position = positions[0] ?? 'a0'
  store.apply([
    ...(shares ? moves : withRoomOf(editor, [id], moves)),
    { op: 'remove', id },
    { op: 'put', id: next, kind: entry.kind, parent: into.parent, position, content },
  ])
  selection.only(next)
  editor.wantedFocus.set({ block: next, caret: 'all' })
}

/** Whether a question still is what its kind begins with. */
export function isUnwritten(editor: EditorModel, row: RowView): boolean {
  const { v: _, key: __, width: ___, settings, label, ...more } = row.content
  if (label !== '' || Object.keys(more).length > 0) return false
  const { kinds } = editor
  const full = fullSettings(kinds, row.kind, isObject(settings) ? settings : {})
  const presets = [undefined, ...(pluginOf(kinds, row.kind)?.definition.presets ?? [])]
  return presets.some((preset) => same(full, startSettings(kinds, row.kind, preset, languageOf(editor))))
}

/** Adds an empty question behind a block, as plain as a new line of a document: Enter in a label. */
export function addNext(editor: EditorModel, id: string): void {
  const entry = plainEntry(editor.kinds)
  if (!entry || !editor.store.row(id)) return
  const settings = startSettings(editor.kinds, entry.kind, entry.preset, languageOf(editor))
  const content = newContent(editor, entry.kind, settings)
  insert(editor, entry.kind, content, insertionPointBehindRow(editor, id))
}

function insert(
  editor: EditorModel,
  kind: string,
  content: Content,
  into: InsertionPoint,
  instead?: string,
): string {
  const { store, selection } = editor
  const id = newBlockId()
  const { positions, moves } = placesAt(store, into, 1)
  const put: Op = { op: 'put', id, kind, parent: into.parent, position: positions[0] ?? 'a0', content }
  store.apply([...moves, put, ...(instead === undefined ? [] : [{ op: 'remove' as const, id: instead }])])
  selection.only(id)
  // behind a page break the new page begins, with its title; the button above is the old page's
  const path = boundLayout(editor.kinds, kind, content)?.texts.find(({ role }) => role === 'title')?.path
  editor.wantedFocus.set({ block: id, caret: 'all', ...(path && { path }) })
  return id
}

/** Adds a block of a palette entry beside another and puts the caret into it. */
export function addBeside(
  editor: EditorModel,
  entry: PaletteEntry,
  target: string,
  side: 'before' | 'after',
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
