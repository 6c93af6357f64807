import { newBlockId } from '../../../../engine/document/keys.ts'
import type { Op } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { newContent } from './add_blocks.ts'
import { topmost } from './block_order.ts'
import { familyOf, paletteOf, startSettings, type PaletteEntry } from './kinds.ts'
import { languageOf } from './language.ts'
import { moveOps } from './move_blocks.ts'
import { fitsSections, insertionPointBehind, insertionPointOf, placesAt } from './insertion_point.ts'
import { withRowsParted } from './rows.ts'

/** Whether these blocks can be put in a section together. */
export function canWrap(editor: EditorModel, ids: readonly string[]): boolean {
  const { store, kinds } = editor
  const fit = topmost(editor, ids).every((id) => fitsSections(kinds, store.row(id)?.kind ?? ''))
  return ids.length > 0 && fit && sectionEntry(editor) !== undefined
}

/** Puts blocks into a new section, where the first of them stands. Its id; undefined where they cannot be. */
export function wrapBlocks(editor: EditorModel, ids: readonly string[]): string | undefined {
  const { store, kinds, selection } = editor
  const moving = topmost(editor, ids)
  const [first] = moving
  const entry = sectionEntry(editor)
  if (first === undefined || entry === undefined || !canWrap(editor, moving)) return undefined
  const id = newBlockId()
  const { kind } = entry
  const content = newContent(editor, kind, startSettings(kinds, kind, entry.preset, languageOf(editor)))
  const section = store.parentOf(first)
  const into = section === null ? insertionPointOf(store, first) : insertionPointBehind(store, section)
  const { positions, moves } = placesAt(store, into, 1, moving)
  store.apply(
    withRowsParted(editor, moving, [
      ...moves,
      { op: 'put', id, kind, parent: null, position: positions[0] ?? 'a0', content },
      ...moveOps(editor, moving, { parent: id, after: null }),
    ]),
  )
  selection.only(id)
  editor.wantedFocus.set({ block: id, caret: 'all' })
  return id
}

/** The sections that any of these blocks stand in. */
export function sectionsAround({ store }: EditorModel, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => store.parentOf(id) ?? []))]
}

/** Moves blocks out of their section, to behind it. */
export function takeOut(editor: EditorModel, ids: readonly string[]): void {
  const { store } = editor
  const moving = topmost(editor, ids)
  const moves = sectionsAround(editor, moving).flatMap((section) =>
    moveOps(
      editor,
      moving.filter((id) => store.parentOf(id) === section),
      insertionPointBehind(store, section),
    ),
  )
  store.apply(withRowsParted(editor, moving, moves))
}

/** Removes a section; what stood in it stands in its place. */
export function unwrapSection(editor: EditorModel, section: string): void {
  const { store, selection } = editor
  const inside = store.childrenOf(section)
  const ops: Op[] = [
    ...moveOps(editor, inside, insertionPointBehind(store, section)),
    { op: 'remove', id: section },
  ]
  store.apply(ops)
  if (inside.length > 0) selection.several(inside)
  else selection.clear()
}

/** Whether a block is a section. */
export function isSection({ store, kinds }: EditorModel, id: string): boolean {
  return familyOf(kinds, store.row(id)?.kind ?? '') === 'section'
}

function sectionEntry({ kinds }: EditorModel): PaletteEntry | undefined {
  return paletteOf(kinds).find(({ kind }) => familyOf(kinds, kind) === 'section')
}
