import { asWords } from '../../../../engine/document/names.ts'
import { partsOf, showKeys } from '../../../../engine/logic/references.ts'
import {
  comparablesFrom,
  labelOfPart,
  labelWithin,
  NUMBER_OF_ITEMS,
  type NamedBlock,
} from '../../logic/comparables.ts'
import type { FormerLabel, KeyedComparable } from '../../logic/conditions.ts'
import type { Content } from '../../../../api_types/drafts.ts'
import type { DraftStore } from '../draft/store.ts'
import type { EditorModel } from '../model.ts'
import type { ChipName, Names } from '../../text/names.ts'
import { boundField, boundLayout, familyOf, settingText, titleOf, type Kinds } from './kinds.ts'

/** A text as one says it: references by the labels of their fields, and within those by key. */
export function spoken(editor: Draft, text: string): string {
  return partsOf(text)
    .map((part) => ('text' in part ? part.text : saidOf(editor, part.address)))
    .join('')
}

type Draft = Pick<EditorModel, 'store' | 'kinds'>

function saidOf({ store, kinds }: Draft, address: string): string {
  const [block = '', inner, ...more] = address.split('.')
  const row = store.row(block)
  const title = row && showKeys(titleOf(kinds, row), store.keyOf).trim()
  const own = title || wordsOfKey(store, block) || 'removed question'
  if (inner === undefined) return own
  const rest = [inner, ...more].join('.')
  return store.row(inner) ? labelWithin(own, saidOf({ store, kinds }, rest)) : labelOfPart(own, rest)
}

/** What a question is called that was removed, or is of a kind that is not installed, as one says it; undefined when nobody knows. */
export function formerLabelIn(editor: Draft): FormerLabel {
  const { store, kinds } = editor
  return (id) => {
    const row = store.row(id)
    const key = store.keyOf(id)
    if (row && key !== undefined && familyOf(kinds, row.kind) === 'unknown')
      return { label: labelIn(editor, id, key), key }
    const label = spoken(editor, store.formerLabels.get(id) ?? '').trim()
    return label === '' ? undefined : { label }
  }
}

/** What a field without a label goes by. */
function wordsOfKey(store: DraftStore, id: string): string | undefined {
  const key = store.keyOf(id)
  return key === undefined ? undefined : asWords(key)
}

/** All fields of the draft and sections that repeat, in order, without the one that asks and, of a section, its own. */
function namedBlocks(editor: Draft, self?: string): NamedBlock[] {
  const { store, kinds } = editor
  return store.rows().flatMap((row): NamedBlock[] => {
    const key = store.keyOf(row.id)
    const section = sectionThatRepeats(editor, row.id)
    if (row.id === self || key === undefined) return []
    const field = boundField(kinds, row.kind, row.content)
    if (!field && !repeats(editor, row.id)) return []
    return [
      {
        id: row.id,
        key,
        label: labelIn(editor, row.id, key),
        ...(field && { field: field.withTexts((_, text) => spoken(editor, text)) }),
        ...(section && { section }),
      },
    ]
  })
}

function labelIn(editor: Draft, id: string, key: string): string {
  const row = editor.store.row(id)
  return (row && spoken(editor, titleOf(editor.kinds, row)).trim()) || asWords(key)
}

/** Whether a block is a section that repeats. */
function repeats({ store, kinds }: Draft, id: string): boolean {
  const row = store.row(id)
  return row !== undefined && boundLayout(kinds, row.kind, row.content)?.repeat !== undefined
}

/** The section that repeats in which a block stands. */
function sectionThatRepeats(editor: Draft, id: string): string | undefined {
  const parent = editor.store.parentOf(id)
  return parent !== null && repeats(editor, parent) ? parent : undefined
}

/** The section in whose items a block stands, or one of its texts: the title of an item stands in the item. */
function itemsAround(editor: Draft, id: string, path: string | undefined): string | undefined {
  const row = editor.store.row(id)
  const texts =
    path === undefined || !row ? undefined : boundLayout(editor.kinds, row.kind, row.content)?.texts
  if (texts?.find((text) => text.path === path)?.role === 'item-title') return id
  return sectionThatRepeats(editor, id)
}

/**
 * What a block may refer to, and what it may compare, in order: answers and their parts, without those of the block
 * itself. `path`: of the text that refers; what is wrong with an answer (`rules.0.message`) may tell it.
 */
export function comparablesFor(editor: Draft, self?: string, path?: string): KeyedComparable[] {
  const inside = self === undefined ? undefined : itemsAround(editor, self, path)
  // a section that asks knows its fields only in an item
  const blocks = namedBlocks(editor, path?.startsWith('rules.') ? undefined : self).filter(
    ({ section }) => section === undefined || section !== self || section === inside,
  )
  return comparablesFrom(blocks, inside)
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
  const named = (id: string, part: string | undefined): ChipName | undefined => {
    const key = store.keyOf(id)
    if (store.row(id) === undefined || key === undefined) return undefined
    const label = labelIn(editor, id, key)
    if (part === undefined) return { key, label }
    const found = partOf(id, part)
    return found && { key: `${key}.${found.id}`, label: labelOfPart(label, found.label ?? found.id) }
  }
  return {
    idOf(key, part) {
      const id = store.idOf(key)
      return part === '' || (id !== undefined && partOf(id, part)) ? id : undefined
    },
    addressIn(section, inner) {
      const [key = '', part] = inner.split('.')
      const id = store.idOf(key)
      if (id === undefined || store.parentOf(id) !== section) return undefined
      if (part === undefined) return id
      return partOf(id, part) ? `${id}.${part}` : undefined
    },
    nameOf(address) {
      const [id = '', inner, part] = address.split('.')
      if (!repeats(editor, id)) return named(id, inner)
      const section = named(id, undefined)
      if (!section || inner === undefined)
        return section && { ...section, label: labelWithin(section.label, NUMBER_OF_ITEMS) }
      const own = store.parentOf(inner) === id ? named(inner, part) : undefined
      return own && { key: `${section.key}.${own.key}`, label: labelWithin(section.label, own.label) }
    },
  }
}
