import type { Content } from '../../../../api_types/drafts.ts'
import { newBlockId } from '../../../../engine/document/keys.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { addressesIn, exchangeAddresses } from '../../../../engine/logic/references.ts'
import { isRichText, referencesIn } from '@formwright/kit/rich/tree'
import type { Op, PutOp } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { isObject } from './json.ts'
import { topmost, withInside } from './block_order.ts'
import { nextKey } from './key.ts'
import { familyOf } from './kinds.ts'
import { fitsSections, placesAt, insertionPointFor, type InsertionPoint } from './insertion_point.ts'
import { insertionPointBehindRow, placeInRow, withRoomOf, withWidth } from './rows.ts'

/** Puts copies of blocks behind them, of sections with all that stands in them; references among them lead to the copies. */
export function duplicateBlocks(editor: EditorModel, ids: readonly string[]): void {
  const last = topmost(editor, ids).at(-1)
  if (last !== undefined) insertCopies(editor, copiesOf(editor, ids), insertionPointBehindRow(editor, last))
}

/** A block on its way through the clipboard. */
export interface CopiedBlock {
  id: string
  kind: string
  content: Content
  /** the section among those that come along in which it stands */
  parent?: string
}

/** Blocks as they are copied, sections with all that stands in them. */
export function copiesOf(editor: EditorModel, ids: Iterable<string>): CopiedBlock[] {
  const { store } = editor
  const all = withInside(editor, ids)
  const coming = new Set(all)
  return all.flatMap((id): CopiedBlock[] => {
    const row = store.row(id)
    const parent = store.parentOf(id)
    const along = parent !== null && coming.has(parent)
    return row ? [{ id, kind: row.kind, content: row.content, ...(along && { parent }) }] : []
  })
}

/**
 * Adds copies with new ids and keys; references among them are carried over. Blocks that were cut from this form come
 * back as themselves when `returning`, so that what refers to them goes on doing so. Where not all of them can stand in
 * a section, they stand behind it. In the same step the block `instead` goes, and `along` is done; the first copy takes
 * over the place of `instead` in its row, as wide as that is.
 */
export function insertCopies(
  editor: EditorModel,
  copies: readonly CopiedBlock[],
  wanted: InsertionPoint,
  options: { returning?: boolean; instead?: string; along?: readonly PutOp[] } = {},
): string[] {
  if (copies.length === 0) return []
  const { store, selection, kinds } = editor
  const { instead, along = [] } = options
  const comesBack = (id: string) => options.returning === true && store.removed(id)
  const ids = new Map(copies.map(({ id }) => [id, comesBack(id) ? id : newBlockId()]))
  const { top, insideOf } = nested(editor, copies)
  const into = insertionPointFor(
    kinds,
    top.map(({ kind }) => kind),
    wanted,
  )
  const gone = instead === undefined ? [] : [instead]
  const taken =
    instead !== undefined && store.parentOf(instead) === into.parent
      ? placeInRow(editor, instead, top[0]?.kind ?? '')
      : undefined
  const { positions, moves } = taken
    ? placesAt(store, into, top.length - 1)
    : placesAt(store, into, top.length, gone)
  if (taken) {
    const move = moves.find(({ id }) => id === instead)
    positions.unshift(move?.op === 'move' ? move.position : taken.position)
  }
  const given = new Set(along.flatMap(({ content: { key } }) => (typeof key === 'string' ? key : [])))
  const putAt = (copy: CopiedBlock, parent: string | null, position = 'a0'): Op => {
    const id = ids.get(copy.id) ?? newBlockId()
    const own = withIds(copy.content, ids)
    const width = copy === top[0] ? taken?.content.width : undefined
    const content = typeof width === 'string' ? withWidth(own, width) : own
    const { key } = content
    const others = store.keysBesides(id)
    const keys = { has: (one: string) => given.has(one) || others.has(one) }
    const keyed = typeof key === 'string' && keys.has(key) ? { ...content, key: nextKey(key, keys) } : content
    if (typeof keyed.key === 'string') given.add(keyed.key)
    return { op: 'put', id, kind: copy.kind, parent, position, content: keyed }
  }
  const puts = top.flatMap((copy, index): Op[] => {
    const inside = insideOf.get(copy.id) ?? []
    const parent = ids.get(copy.id) ?? null
    const own = placesAt(store, { parent, after: null }, inside.length).positions
    return [
      putAt(copy, into.parent, positions[index]),
      ...inside.map((one, place) => putAt(one, parent, own[place])),
    ]
  })
  const room = taken ? moves : withRoomOf(editor, gone, moves)
  store.apply([...along, ...room, ...puts, ...gone.map((id): Op => ({ op: 'remove', id }))])
  const added = top.flatMap(({ id }) => ids.get(id) ?? [])
  selection.several(added)
  return added
}

/** Copies that stand in no section among them, and those in each. */
function nested(
  { kinds }: EditorModel,
  copies: readonly CopiedBlock[],
): { top: CopiedBlock[]; insideOf: ReadonlyMap<string, CopiedBlock[]> } {
  const sections = copies.filter(
    ({ kind, parent }) => parent === undefined && familyOf(kinds, kind) === 'section',
  )
  const top: CopiedBlock[] = []
  const insideOf = new Map<string, CopiedBlock[]>(sections.map(({ id }) => [id, []]))
  for (const copy of copies) {
    const { kind, parent } = copy
    const inside = parent === undefined ? undefined : insideOf.get(parent)
    if (inside && fitsSections(kinds, kind)) inside.push(copy)
    else top.push(copy)
  }
  return { top, insideOf }
}

/** Blocks that copies refer to, in texts, formulas and rules, and that neither come along nor are here. */
export function missingFor(editor: EditorModel, copies: readonly CopiedBlock[]): string[] {
  const found = new Set<string>()
  const coming = new Map(copies.map(({ id, kind }) => [id, kind]))
  const isHere = (id: string) => editor.store.row(id) !== undefined || coming.has(id)
  const note = (address: string) => {
    const [block = '', inner] = address.split('.')
    found.add(block)
    const kind = editor.store.row(block)?.kind ?? coming.get(block) ?? ''
    // behind other blocks stands a part, behind a section one of its blocks
    if (inner !== undefined && familyOf(editor.kinds, kind) === 'section') found.add(inner)
  }
  const look = (value: Json | undefined, name?: string): void => {
    if (typeof value === 'string') {
      addressesIn(value).forEach(note)
      if (name === 'field' || name === 'to') note(value)
    } else if (Array.isArray(value)) for (const item of value) look(item)
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) look(item, key)
  }
  for (const { content } of copies) {
    const { settings, rules, condition, label, help, placeholder, default: given } = content
    for (const part of [rules, condition, label, help, placeholder]) look(part)
    if (isObject(given)) look(given.text)
    // names of settings are the kind's own: there only references count
    addressesIn(JSON.stringify(settings ?? {})).forEach(note)
    for (const text of [help, ...(isObject(settings) ? Object.values(settings) : [])])
      if (isRichText(text)) referencesIn(text).forEach(note)
  }
  return [...found].filter((id) => !isHere(id))
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

/** An address that leads to the blocks that stand in for its own; undefined where none does. */
function readdressed(address: string, ids: ReadonlyMap<string, string>): string | undefined {
  const names = address.split('.')
  const exchanged = names.map((name) => ids.get(name) ?? name).join('.')
  return exchanged === address ? undefined : exchanged
}
