import {
  DndContext,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
  type DragMoveEvent,
  type DragStartEvent,
} from '@dnd-kit/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { DRAG_UNSAID } from '../../../design/dragging.ts'
import { addBeside, addBlock } from '../blocks/add_blocks.ts'
import { topmost } from '../blocks/block_order.ts'
import { familyOf, type PaletteEntry } from '../blocks/kinds.ts'
import { moveBeside, moveTo } from '../blocks/move_blocks.ts'
import { canStandBeside, rowOf } from '../blocks/rows.ts'
import { isSection } from '../blocks/sections.ts'
import {
  fitsSections,
  insertionPointAtEnd,
  insertionPointBehind,
  insertionPointOf,
  type InsertionPoint,
} from '../blocks/insertion_point.ts'
import type { EditorModel } from '../model.ts'
import { useEditor } from '../use_editor.ts'
import { blockName } from '../blocks/block_name.ts'
import { blockElement, focusBlock } from './focus.ts'
import { ROWS } from './row_width.ts'
import classes from './drag.module.css'

/** What is being dragged: a block (with all that are chosen) or an entry of the palette. */
interface DraggedBlock {
  block?: string
  entry?: PaletteEntry
}

/** Where it would be dropped: at a place, or beside a block. */
type Target = InsertionPoint | { beside: string; side: 'before' | 'after' } | undefined

const WIDEST_SIDE = 80
/** Held at the edge, a page scrolls from one end to the other in so many steps; a short one not faster than one can follow. */
const SCROLL_STEPS = 250
const SCROLL_STEP = { least: 20, most: 200 }
/** For 50 ms after a drop the sensor goes on clearing every selection, and with it the caret. */
const SENSOR_LEAVES_MS = 60

/**
 * Dragging with mouse, pen and finger. There are no drop zones that would have to be measured: the block under the
 * pointer is asked for at each move, and the line that shows the place is moved without drawing anything anew.
 */
export function Drag(props: { children: ReactNode }) {
  const editor = useEditor()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const line = useRef<HTMLDivElement>(null)
  const target = useRef<Target>(undefined)
  const [label, setLabel] = useState<string>()
  const [scrollStep, setScrollStep] = useState(SCROLL_STEP.least)
  const [pointer] = useState(() => new Pointer())

  const start = (event: DragStartEvent) => {
    const { activatorEvent } = event
    if (activatorEvent instanceof PointerEvent) pointer.follow(activatorEvent)
    document.documentElement.toggleAttribute('data-dragging', true)
    setLabel(labelOf(editor, read(event)))
    setScrollStep(scrollStepOf(document.documentElement.scrollHeight))
  }
  const move = (event: DragMoveEvent) => {
    const point = pointer.at()
    target.current = point && line.current ? targetAt(editor, read(event), point, line.current) : undefined
  }
  const end = (event: DragMoveEvent) => {
    const { block, entry } = read(event)
    // The last move may not have been told yet: where the pointer is now counts.
    move(event)
    const place = target.current
    leave()
    if (!place) return
    if (entry) {
      if ('beside' in place) addBeside(editor, entry, place.beside, place.side)
      else addBlock(editor, entry, place)
    } else if (block !== undefined) {
      const moving = together(editor, block)
      if ('beside' in place) moveBeside(editor, block, place.beside, place.side)
      else moveTo(editor, moving.length === 1 ? [block] : moving, place)
      requestAnimationFrame(() => focusBlock(block))
    }
  }
  const leave = () => {
    keepSelections()
    pointer.leave()
    document.documentElement.toggleAttribute('data-dragging', false)
    setLabel(undefined)
    target.current = undefined
    line.current?.removeAttribute('data-shown')
    line.current?.removeAttribute('data-beside')
  }

  useEffect(
    () => () => {
      pointer.leave()
      document.documentElement.removeAttribute('data-dragging')
    },
    [pointer],
  )

  return (
    <DndContext
      sensors={sensors}
      onDragStart={start}
      onDragMove={move}
      onDragEnd={end}
      onDragCancel={leave}
      accessibility={DRAG_UNSAID}
      autoScroll={{ acceleration: scrollStep }}
    >
      {props.children}
      <div ref={line} className={classes.line} aria-hidden />
      <DragOverlay dropAnimation={null} className={classes.overlay}>
        {label !== undefined && <div className={classes.chip}>{label}</div>}
      </DragOverlay>
    </DndContext>
  )
}

function scrollStepOf(height: number): number {
  return Math.min(Math.max(height / SCROLL_STEPS, SCROLL_STEP.least), SCROLL_STEP.most)
}

/** Lets who types in the moment after a drop keep the caret: the sensor is not told of selections until it is gone. */
function keepSelections(): void {
  const keep = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('selectionchange', keep, { capture: true })
  setTimeout(() => window.removeEventListener('selectionchange', keep, { capture: true }), SENSOR_LEAVES_MS)
}

/**
 * Where the pointer is in the window. The way that the event of a drag tells counts what was scrolled meanwhile, too,
 * and would lead far from the pointer when a long form scrolls by itself.
 */
class Pointer {
  #point: { x: number; y: number } | undefined

  at(): { x: number; y: number } | undefined {
    return this.#point
  }

  follow(event: PointerEvent): void {
    this.#note(event)
    window.addEventListener('pointermove', this.#note, { capture: true })
  }

  leave(): void {
    window.removeEventListener('pointermove', this.#note, { capture: true })
    this.#point = undefined
  }

  #note = (event: PointerEvent): void => {
    this.#point = { x: event.clientX, y: event.clientY }
  }
}

function read(event: DragStartEvent | DragMoveEvent): DraggedBlock {
  return event.active.data.current ?? {}
}

function together(editor: EditorModel, block: string): string[] {
  return editor.selection.has(block) ? topmost(editor, editor.selection.ids()) : [block]
}

function labelOf(editor: EditorModel, dragged: DraggedBlock): string {
  if (dragged.entry) return dragged.entry.title
  const many = dragged.block === undefined ? 0 : together(editor, dragged.block).length
  const row = dragged.block === undefined ? undefined : editor.store.row(dragged.block)
  return many > 1 || !row ? `${many} blocks` : blockName(editor, row)
}

function targetAt(
  editor: EditorModel,
  dragged: DraggedBlock,
  point: { x: number; y: number },
  line: HTMLElement,
): Target {
  const page = document.querySelector('[data-page]')
  const box = page?.getBoundingClientRect()
  if (!page || !box || point.x < box.left || point.x > box.right) {
    line.removeAttribute('data-shown')
    return undefined
  }
  const under = blockUnder(editor, dragged, point)
  const beside = under && besideOf(editor, dragged, under, point)
  if (beside) {
    const { left, top, height } = beside
    show(line, { left, top, width: 3, height }, true)
    return beside.target
  }
  const found = under ? placeIn(editor, dragged, under, point.y) : nearest(editor, page, point.y)
  if (!found) {
    // an empty page takes it anywhere
    line.removeAttribute('data-shown')
    return editor.store.order().length === 0 ? { parent: null, after: null } : undefined
  }
  const { into, y, left, width } = found
  show(line, { left, top: y - 1, width, height: 3 }, false)
  const row = into.after === null ? undefined : editor.store.row(into.after)
  const layout = dragged.entry && familyOf(editor.kinds, dragged.entry.kind)
  // behind an ending only endings make sense: anything else goes to the end of the last page
  if (row && layout !== undefined && layout !== 'ending' && familyOf(editor.kinds, row.kind) === 'ending')
    return insertionPointAtEnd(editor)
  return into
}

/** The block under the pointer; where what is dragged cannot stand in its section, the section as a whole. */
function blockUnder(
  editor: EditorModel,
  dragged: DraggedBlock,
  point: { x: number; y: number },
): HTMLElement | undefined {
  for (const element of document.elementsFromPoint(point.x, point.y)) {
    const block = element.closest<HTMLElement>('[data-block]')
    const section = block && editor.store.parentOf(block.dataset.block ?? '')
    if (block && section) return fits(editor, dragged) ? block : (blockElement(section) ?? block)
    if (block) return block
  }
  return undefined
}

/** Whether what is dragged can stand in sections. */
function fits(editor: EditorModel, { block, entry }: DraggedBlock): boolean {
  const { kinds, store } = editor
  if (entry) return fitsSections(kinds, entry.kind)
  return (
    block !== undefined &&
    together(editor, block).every((id) => fitsSections(kinds, store.row(id)?.kind ?? ''))
  )
}

function show(
  line: HTMLElement,
  box: { left: number; top: number; width: number; height: number },
  beside: boolean,
): void {
  line.style.transform = `translate(${box.left}px, ${box.top}px)`
  line.style.width = `${box.width}px`
  line.style.height = `${box.height}px`
  line.toggleAttribute('data-beside', beside)
  line.setAttribute('data-shown', '')
}

/** The side of a block, in the direction of its row, that one more can stand at, while the page is wide enough for rows. */
function besideOf(
  editor: EditorModel,
  dragged: DraggedBlock,
  element: HTMLElement,
  point: { x: number; y: number },
): { target: Target; left: number; top: number; height: number } | undefined {
  const id = element.dataset.block
  const { block } = dragged
  if (id === undefined || !ROWS.matches || (block !== undefined && together(editor, block).length > 1))
    return undefined
  const kind = dragged.entry?.kind ?? (block === undefined ? undefined : editor.store.row(block)?.kind)
  const box = element.getBoundingClientRect()
  const zone = Math.min(WIDEST_SIDE, box.width / 4)
  const isLeft = point.x < box.left + zone
  const isRight = point.x > box.right - zone
  if (!(isLeft || isRight) || kind === undefined || !canStandBeside(editor, id, kind, block)) return undefined
  const left = isLeft ? box.left - 9 : box.right + 6
  const fromLeft = getComputedStyle(element).direction === 'ltr'
  const side = isLeft === fromLeft ? 'before' : 'after'
  return { target: { beside: id, side }, left, top: box.top, height: box.height }
}

interface Found {
  into: InsertionPoint
  y: number
  left: number
  width: number
}

/** How much of the upper and of the lower edge of a section means before and behind it. */
const EDGE = 20

/** In a section, where the pointer is over one that can take what is dragged; else before or behind the block. */
function placeIn(
  editor: EditorModel,
  dragged: DraggedBlock,
  element: HTMLElement,
  y: number,
): Found | undefined {
  const id = element.dataset.block
  const moving = dragged.block === undefined ? [] : together(editor, dragged.block)
  const takes = id !== undefined && isSection(editor, id) && !moving.includes(id) && fits(editor, dragged)
  const box = element.getBoundingClientRect()
  if (!takes || y < box.top + EDGE || y > box.bottom - EDGE) return sideOf(editor, element, y)
  const inside = element.querySelector('[data-inside]')
  if (!inside) return sideOf(editor, element, y)
  const near = nearest(editor, inside, y)
  if (near) return near
  const { left, top, width } = inside.getBoundingClientRect()
  return { into: { parent: id, after: null }, y: top, left, width }
}

/** The upper or lower edge of a block, whichever is nearer. */
function sideOf(editor: EditorModel, element: HTMLElement, y: number): Found | undefined {
  const id = element.dataset.block
  if (id === undefined) return undefined
  const box = element.getBoundingClientRect()
  // blocks that share a row are passed together
  const row = ROWS.matches ? rowOf(editor, id).map((block) => block.id) : [id]
  const boxes = row.flatMap((one) => blockElement(one)?.getBoundingClientRect() ?? [])
  const left = Math.min(...boxes.map((one) => one.left))
  const width = Math.max(...boxes.map((one) => one.right)) - left
  if (y < box.top + box.height / 2) {
    const top = Math.min(...boxes.map((one) => one.top))
    return { into: insertionPointOf(editor.store, row[0] ?? id), y: top - 16, left, width }
  }
  const bottom = Math.max(...boxes.map((one) => one.bottom))
  return { into: insertionPointBehind(editor.store, row.at(-1) ?? id), y: bottom + 16, left, width }
}

/** Between the blocks of the page or of a section, above the first or below the last: the nearest edge. */
function nearest(editor: EditorModel, around: Element, y: number): Found | undefined {
  let best: HTMLElement | undefined
  let distance = Infinity
  const parent = around.closest<HTMLElement>('[data-block]')?.dataset.block ?? null
  for (const element of around.querySelectorAll<HTMLElement>('[data-block]')) {
    if (editor.store.parentOf(element.dataset.block ?? '') !== parent) continue
    const box = element.getBoundingClientRect()
    const away = y < box.top ? box.top - y : y - box.bottom
    if (away < distance) [best, distance] = [element, away]
  }
  return best && sideOf(editor, best, y)
}
