import { asWords } from '../../../../engine/document/names.ts'
import { partsOf, showKeys } from '../../../../engine/logic/references.ts'
import type { DraftStore } from '../draft/store.ts'
import type { EditorModel } from '../model.ts'
import type { Names } from '../text/chips.ts'
import { familyOf, type Kinds } from './kinds.ts'
import { textAt } from './text_path.ts'

/** A field that texts, conditions and formulas may refer to. */
export interface Reference {
  id: string
  key: string
  label: string
  kind: string
}

/** A text as one says it: references by the labels of their fields, and within those by key. */
export function spoken(store: DraftStore, text: string): string {
  return partsOf(text)
    .map((part) => {
      if ('text' in part) return part.text
      const row = store.row(part.block)
      const label = row && showKeys(textAt(row.content, 'label'), store.keyOf).trim()
      return label || wordsOfKey(store, part.block) || 'removed answer'
    })
    .join('')
}

/** What a question was called that was removed, as one says it; undefined when nobody knows. */
export function formerLabelIn(store: DraftStore): (id: string) => string | undefined {
  return (id) => {
    const label = store.formerLabels.get(id)
    return label && (spoken(store, label).trim() || undefined)
  }
}

/** What a field without a label goes by. */
function wordsOfKey(store: DraftStore, id: string): string | undefined {
  const key = store.keyOf(id)
  return key === undefined ? undefined : asWords(key)
}

/** All fields of the draft in order, without the one that asks. */
export function referencesFor(editor: EditorModel, self?: string): Reference[] {
  const { store, kinds } = editor
  return store.rows().flatMap((row): Reference[] => {
    const key = store.keyOf(row.id)
    if (row.id === self || key === undefined || familyOf(kinds, row.kind) !== 'field') return []
    return [
      {
        id: row.id,
        key,
        label: spoken(store, textAt(row.content, 'label')).trim() || asWords(key),
        kind: row.kind,
      },
    ]
  })
}

/** Whether answers are put into this text of a block when it is shown; in other texts a reference would stay a sign. */
export function takesReferences(kinds: Kinds, kind: string, path: string): boolean {
  if (kinds.fields[kind]) return path === 'label' || path === 'help'
  return Object.hasOwn(kinds.layouts[kind]?.definition.texts ?? {}, path)
}

/** How references are called in this draft. A field without a label goes by its key, as words. */
export function namesOf(editor: EditorModel): Names {
  const { store } = editor
  return {
    idOf: store.idOf,
    nameOf(id) {
      const row = store.row(id)
      const key = store.keyOf(id)
      if (!row || key === undefined) return undefined
      return { key, label: spoken(store, textAt(row.content, 'label')).trim() || asWords(key) }
    },
  }
}
