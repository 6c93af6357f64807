import type { Content } from '../../../../api_types/drafts.ts'
import { placesAfter } from '../draft/place.ts'
import type { Op } from '../draft/row.ts'
import type { RowView } from '../draft/row_view.ts'
import type { EditorModel } from '../model.ts'
import { familyOf, type Kinds } from './kinds.ts'
import { insertionPointBehind, type InsertionPoint } from './insertion_point.ts'

/** Widths in twelfths of a row. */
const TWELFTHS: Readonly<Record<string, number>> = {
  full: 12,
  '3/4': 9,
  '2/3': 8,
  '1/2': 6,
  '1/3': 4,
  '1/4': 3,
}
/** The width of each of so many blocks that share a row. */
const EQUAL = ['full', 'full', '1/2', '1/3', '1/4']
/** Most blocks in one row. */
const MOST = 4

/** Whether blocks of a kind can share a row. Where pages break and what comes after sending cannot. */
export function sharesRows(kinds: Kinds, kind: string): boolean {
  const family = familyOf(kinds, kind)
  return family === 'field' || family === 'content'
}

/** The blocks as they stand in rows on a wide screen: each row takes what fits. */
export function rowsOf(kinds: Kinds, blocks: readonly RowView[]): RowView[][] {
  const rows: RowView[][] = []
  let free = 0
  for (const block of blocks) {
    const width = sharesRows(kinds, block.kind) ? twelfths(block.content) : 12
    if (width <= free) rows.at(-1)?.push(block)
    else {
      rows.push([block])
      free = 12
    }
    free -= width
  }
  return rows
}

/** The blocks in the row of this one, itself too. */
export function rowOf({ kinds, store }: EditorModel, id: string): RowView[] {
  const rows = rowsOf(kinds, store.siblings(store.parentOf(id)))
  return rows.find((row) => row.some((block) => block.id === id)) ?? []
}

/** Behind the row of a block: what is added there does not part those that share it. */
export function insertionPointBehindRow(editor: EditorModel, id: string): InsertionPoint {
  return insertionPointBehind(editor.store, rowOf(editor, id).at(-1)?.id ?? id)
}

/** The place in a row that a block shares with others, for one of this kind to take over; undefined where it cannot. */
export function placeInRow(editor: EditorModel, id: string, kind: string): RowView | undefined {
  const row = rowOf(editor, id)
  return row.length > 1 && sharesRows(editor.kinds, kind) ? row.find((block) => block.id === id) : undefined
}

/** Moves, and the widths of those that share rows with blocks that go: they take their room. */
export function withRoomOf(editor: EditorModel, gone: readonly string[], moves: readonly Op[] = []): Op[] {
  const widths = new Map(leftBehind(editor, gone, []).map((one) => [one.id, one.width]))
  return moved(editor, moves, widths)
}

/** How wide each block is. */
export function widthsOf({ store }: EditorModel): ReadonlyMap<string, string> {
  return new Map(store.rows().map(({ id, content }) => [id, widthOf(content)]))
}

/** Moves, and the widths that blocks had before. */
export function withWidths(
  editor: EditorModel,
  before: ReadonlyMap<string, string>,
  moves: readonly Op[],
): Op[] {
  const now = widthsOf(editor)
  return moved(editor, moves, new Map([...before].filter(([id, width]) => now.get(id) !== width)))
}

/** A block on its way into a row: one of the page, or a new one. */
export interface Newcomer {
  id: string
  kind: string
  content: Content
}

/** Whether a block can stand beside another: both can share a row, and there is room for one more in it. */
export function canStandBeside(editor: EditorModel, target: string, kind: string, id?: string): boolean {
  const row = editor.store.row(target)
  if (!row || target === id || !sharesRows(editor.kinds, row.kind) || !sharesRows(editor.kinds, kind))
    return false
  return rowOf(editor, target).filter((block) => block.id !== id).length < MOST
}

/** What puts a block beside another, all in the row with equal widths. */
export function besideOps(
  editor: EditorModel,
  newcomer: Newcomer,
  target: string,
  side: 'before' | 'after',
): Op[] {
  const { store, kinds } = editor
  const parent = store.parentOf(target)
  const rest = store.siblings(parent).filter((block) => block.id !== newcomer.id)
  const members = rowOf(editor, target).filter((block) => block.id !== newcomer.id)
  const width = EQUAL[members.length + 1] ?? '1/4'
  const at = rest.findIndex((block) => block.id === target)
  const { positions, moves } = placesAfter(rest, side === 'after' ? target : (rest[at - 1]?.id ?? null), 1)
  const widths = new Map(members.map((block) => [block.id, width]))
  const left = leftBehind(editor, [newcomer.id], members)
  for (const { id, width: wider } of [...left, ...filledUp(kinds, rest, members, width)])
    widths.set(id, wider)
  const put: Op = {
    op: 'put',
    id: newcomer.id,
    kind: newcomer.kind,
    parent,
    position: positions[0] ?? 'a0',
    content: withWidth(newcomer.content, width),
  }
  return [...moved(editor, moves, widths), put]
}

/**
 * Moves, and the widths of the rows that they part: those that stay take the room of those that go, who share a row of
 * their own; one alone is as wide as the page.
 */
export function withRowsParted(editor: EditorModel, going: readonly string[], moves: readonly Op[]): Op[] {
  const along = partedRows(editor, going).flatMap(({ go, stay, equal }) =>
    stay.length > 0 && (equal || go.length === 1) ? shared(go) : [],
  )
  const widths = [...leftBehind(editor, going, []), ...along].map(({ id, width }) => [id, width] as const)
  return moved(editor, moves, new Map(widths))
}

/** Those that shared a row in equal parts with blocks that go share it without them. */
function leftBehind(
  editor: EditorModel,
  gone: readonly string[],
  joined: readonly RowView[],
): { id: string; width: string }[] {
  return partedRows(editor, gone).flatMap(({ stay, equal }) => {
    const joins = stay.some((block) => joined.some((one) => one.id === block.id))
    return joins || !equal ? [] : shared(stay)
  })
}

/** The rows that blocks go from, and whether all in them are equally wide. */
function partedRows(
  { store, kinds }: EditorModel,
  gone: readonly string[],
): { go: RowView[]; stay: RowView[]; equal: boolean }[] {
  const going = new Set(gone)
  const parents = new Set(gone.map((id) => store.parentOf(id)))
  const rows = [...parents].flatMap((parent) => rowsOf(kinds, store.siblings(parent)))
  return rows.flatMap((row) => {
    const go = row.filter((block) => going.has(block.id))
    if (go.length === 0) return []
    const stay = row.filter((block) => !going.has(block.id))
    return [{ go, stay, equal: row.every((block) => block.content.width === EQUAL[row.length]) }]
  })
}

/** Blocks with the width of each in a row of their own. */
function shared(blocks: readonly RowView[]): { id: string; width: string }[] {
  return blocks.map(({ id }) => ({ id, width: EQUAL[blocks.length] ?? 'full' }))
}

/** The row before takes its free room, so that the first of a narrower row does not slip into it. */
function filledUp(
  kinds: Kinds,
  rest: readonly RowView[],
  members: readonly RowView[],
  width: string,
): { id: string; width: string }[] {
  const rows = rowsOf(kinds, rest)
  const before = rows[rows.findIndex((row) => row.some(({ id }) => id === members[0]?.id)) - 1]
  const last = before?.at(-1)
  if (!before || !last || !sharesRows(kinds, last.kind)) return []
  const free = 12 - before.reduce((sum, block) => sum + twelfths(block.content), 0)
  if (free < (TWELFTHS[width] ?? 12)) return []
  const room = twelfths(last.content) + free
  const wider = Object.entries(TWELFTHS).find(([, size]) => size <= room)
  return wider ? [{ id: last.id, width: wider[0] }] : []
}

/** Moves and widths of the same block in one operation. */
function moved({ store }: EditorModel, moves: readonly Op[], widths: ReadonlyMap<string, string>): Op[] {
  const moveOf = new Map(moves.map((op) => [op.id, op]))
  const puts = store.rows().flatMap((block): Op[] => {
    const width = widths.get(block.id)
    if (width === undefined) return []
    const move = moveOf.get(block.id)
    const { position, parent = block.parent } = move?.op === 'move' ? move : block
    const content = withWidth(block.content, width)
    return [{ op: 'put', id: block.id, kind: block.kind, parent, position, content }]
  })
  return [...moves.filter((op) => !widths.has(op.id)), ...puts]
}

/** Content with this width; a full one is not said. */
export function withWidth(content: Content, width: string): Content {
  const { width: _, ...rest } = content
  return width === 'full' ? rest : { ...rest, width }
}

/** How wide a block with this content is. */
export function widthOf({ width }: Content): string {
  return typeof width === 'string' ? width : 'full'
}

function twelfths(content: Content): number {
  return TWELFTHS[widthOf(content)] ?? 12
}
