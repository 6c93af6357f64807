import { showKeys } from '../../../../engine/logic/references.ts'
import type { EditorModel } from '../model.ts'
import { familyOf } from './kinds.ts'
import { textAt } from './text_path.ts'

/** A field that texts, conditions and formulas may refer to. */
export interface Reference {
  id: string
  key: string
  label: string
  kind: string
}

/** All fields of the draft in order, without the one that asks. */
export function referencesFor(editor: EditorModel, self?: string): Reference[] {
  const { store, kinds } = editor
  return store.rows().flatMap((row): Reference[] => {
    const key = store.keyOf(row.id)
    if (row.id === self || key === undefined || familyOf(kinds, row.kind) !== 'field') return []
    return [
      { id: row.id, key, label: showKeys(textAt(row.content, 'label'), store.keyOf) || key, kind: row.kind },
    ]
  })
}
