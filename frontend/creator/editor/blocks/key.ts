import type { Content } from '../../../../api_types/drafts.ts'
import { keyFrom, type TakenKeys } from '../../../../engine/document/keys.ts'
import { showKeys } from '../../../../engine/logic/references.ts'
import type { EditorModel } from '../model.ts'
import { isObject } from './json.ts'
import { boundLayout, familyOf, kindTitle, titleOf, type Kinds } from './kinds.ts'

/** Whether a block has a name for programs: fields, and sections that repeat. */
export function hasKey(kinds: Kinds, kind: string, content: Content): boolean {
  return familyOf(kinds, kind) === 'field' || boundLayout(kinds, kind, content)?.repeat !== undefined
}

/** A key for a label, or the title of a section; a block without a label is named after its kind. */
export function keyFor(editor: EditorModel, kind: string, content: Content, others: TakenKeys): string {
  const label = titleOf(editor.kinds, { kind, content }).trim()
  const settings = isObject(content.settings) ? content.settings : {}
  const name = label === '' ? kindTitle(editor.kinds, kind, settings) : showKeys(label, editor.store.keyOf)
  return keyFrom(name, others)
}

/** The key of a copy: as the one it was made of, with the next number that is free. */
export function nextKey(key: string, others: TakenKeys): string {
  return keyFrom(key.replace(/_\d+$/, ''), others)
}

/** Whether a block's key is still the one its label gave it, and may go on following the label. */
export function keyFollows(editor: EditorModel, kind: string, content: Content, others: TakenKeys): boolean {
  if (typeof content.key !== 'string') return false
  if (editor.published() && titleOf(editor.kinds, { kind, content }) !== '') return false
  return content.key === keyFor(editor, kind, content, others)
}
