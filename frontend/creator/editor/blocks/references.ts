import type { BoundField } from '../../../../engine/bound/bound_field.ts'
import { asWords } from '../../../../engine/document/names.ts'
import { blockOf, partsOf, showKeys } from '../../../../engine/logic/references.ts'
import { comparablesOf, labelOfPart } from '../../logic/comparables.ts'
import type { Content } from '../../../../api_types/drafts.ts'
import type { DraftStore } from '../draft/store.ts'
import type { EditorModel } from '../model.ts'
import type { Names } from '../../text/names.ts'
import { boundField, settingText, type Kinds } from './kinds.ts'
import { textAt } from './text_path.ts'

/** An answer, or a part of one, that texts and formulas may refer to. */
export interface Reference {
  /** its address */
  id: string
  key: string
  label: string
}

/** A field of the draft, with what people call it. */
interface NamedField {
  id: string
  key: string
  label: string
  field: BoundField
}

/** A text as one says it: references by the labels of their fields, and within those by key. */
export function spoken(store: DraftStore, text: string): string {
  return partsOf(text)
    .map((part) => {
      if ('text' in part) return part.text
      const block = blockOf(part.address)
      const row = store.row(block)
      const label = row && showKeys(textAt(row.content, 'label'), store.keyOf).trim()
      const own = label || wordsOfKey(store, block) || 'removed question'
      return block === part.address ? own : labelOfPart(own, part.address.slice(block.length + 1))
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
export function fieldsFor(editor: EditorModel, self?: string): NamedField[] {
  const { store, kinds } = editor
  return store.rows().flatMap((row): NamedField[] => {
    const key = store.keyOf(row.id)
    const field = row.id === self || key === undefined ? undefined : boundField(kinds, row.kind, row.content)
    if (key === undefined || !field) return []
    const label = spoken(store, textAt(row.content, 'label')).trim() || asWords(key)
    return [{ id: row.id, key, label, field: field.withTexts((_, text) => spoken(store, text)) }]
  })
}

/** The answers of all fields, and their parts, in order, without those of the field that asks. */
export function referencesFor(editor: EditorModel, self?: string): Reference[] {
  return fieldsFor(editor, self).flatMap(({ field, ...named }) => comparablesOf(named, field))
}

/** Whether answers are put into this text of a block when it is shown; in other texts a reference would stay a sign. */
export function takesReferences(kinds: Kinds, kind: string, path: string, content: Content): boolean {
  if (kinds.fields[kind] && ['label', 'help', 'placeholder'].includes(path)) return true
  return settingText(kinds, kind, content, path)?.piping ?? false
}

/** How references are called in this draft. A field without a label goes by its key, as words. */
export function namesOf(editor: EditorModel): Names {
  const { store, kinds } = editor
  const partOf = (id: string, part: string) => {
    const row = store.row(id)
    return row && boundField(kinds, row.kind, row.content)?.partOf(part)
  }
  return {
    idOf(key, part) {
      const id = store.idOf(key)
      return part === '' || (id !== undefined && partOf(id, part)) ? id : undefined
    },
    nameOf(address) {
      const id = blockOf(address)
      const row = store.row(id)
      const key = store.keyOf(id)
      if (!row || key === undefined) return undefined
      const label = spoken(store, textAt(row.content, 'label')).trim() || asWords(key)
      if (address === id) return { key, label }
      const part = partOf(id, address.slice(id.length + 1))
      return part && { key: `${key}.${part.id}`, label: labelOfPart(label, part.label ?? part.id) }
    },
  }
}
