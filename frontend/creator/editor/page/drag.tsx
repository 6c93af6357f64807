import {
  DndContext,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
  type DragMoveEvent,
  type DragStartEvent,
} from '@dnd-kit/core'
import { useRef, useState, type ReactNode } from 'react'
import { addBlock, inOrder, moveAfter } from '../blocks/actions.ts'
import { familyOf, type PaletteEntry } from '../blocks/kinds.ts'
import type { EditorModel } from '../model.ts'
import { useEditor } from '../use_editor.ts'
import { blockName } from '../blocks/block_name.ts'
import { focusBlock } from './focus.ts'
import classes from './drag.module.css'

/** What is being dragged: a block (with all that are chosen) or an entry of the palette. */
interface Dragged {
  block?: string
  entry?: PaletteEntry
}

/** Where it would be dropped; null is in front of everything. */
type Target = { after: string | null } | undefined

const NOT_SAID = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' }

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

  const start = (event: DragStartEvent) => setLabel(labelOf(editor, read(event)))
  const move = (event: DragMoveEvent) => {
    const point = pointOf(event)
    target.current = point && line.current ? targetAt(editor, read(event), point, line.current) : undefined
  }
  const end = (event: DragMoveEvent) => {
    const { block, entry } = read(event)
    const place = target.current
    leave()
    if (!place) return
    if (entry) addBlock(editor, entry, place.after)
    else if (block !== undefined) {
      moveAfter(editor, together(editor, block), place.after)
      requestAnimationFrame(() => focusBlock(block))
    }
  }
  const leave = () => {
    setLabel(undefined)
    target.current = undefined
    line.current?.removeAttribute('data-shown')
  }

  return (
    <DndContext
      sensors={sensors}
      onDragStart={start}
      onDragMove={move}
      onDragEnd={end}
      onDragCancel={leave}
      accessibility={{ announcements: NOT_SAID, screenReaderInstructions: { draggable: '' } }}
    >
      {props.children}
      <div ref={line} className={classes.line} aria-hidden />
      <DragOverlay dropAnimation={null} className={classes.overlay}>
        {label !== undefined && <div className={classes.chip}>{label}</div>}
      </DragOverlay>
    </DndContext>
  )
}

function read(event: DragStartEvent | DragMoveEvent): Dragged {
  return event.active.data.current ?? {}
}

function together(editor: EditorModel, block: string): string[] {
  return editor.selection.has(block) ? inOrder(editor, editor.selection.ids()) : [block]
}

function labelOf(editor: EditorModel, dragged: Dragged): string {
  if (dragged.entry) return dragged.entry.title
  const many = dragged.block === undefined ? 0 : together(editor, dragged.block).length
  const row = dragged.block === undefined ? undefined : editor.store.row(dragged.block)
  return many > 1 || !row ? `${many} blocks` : blockName(editor, row)
}

function pointOf(event: DragMoveEvent): { x: number; y: number } | undefined {
  const origin = event.activatorEvent
  if (!(origin instanceof PointerEvent)) return undefined
  return { x: origin.clientX + event.delta.x, y: origin.clientY + event.delta.y }
}

function targetAt(
  editor: EditorModel,
  dragged: Dragged,
  point: { x: number; y: number },
  line: HTMLElement,
): Target {
  const page = document.querySelector('[data-page]')
  const box = page?.getBoundingClientRect()
  if (!page || !box || point.x < box.left || point.x > box.right) {
    line.removeAttribute('data-shown')
    return undefined
  }
  const under = document
    .elementsFromPoint(point.x, point.y)
    .map((element) => element.closest<HTMLElement>('[data-block]'))
    .find((element) => element !== null)
  const found = under ? sideOf(editor, under, point.y) : nearest(editor, page, point.y)
  if (!found) {
    // an empty page takes it anywhere
    line.removeAttribute('data-shown')
    return editor.store.order().length === 0 ? { after: null } : undefined
  }
  const { after, y, left, width } = found
  line.style.transform = `translate(${left}px, ${y - 1}px)`
  line.style.width = `${width}px`
  line.setAttribute('data-shown', '')
  const row = after === null ? undefined : editor.store.row(after)
  const layout = dragged.entry && familyOf(editor.kinds, dragged.entry.kind)
  // behind an ending only endings make sense: anything else goes to the end of the last page
  if (row && layout !== undefined && layout !== 'ending' && familyOf(editor.kinds, row.kind) === 'ending') {
    return {
      after: editor.store.rows().findLast((one) => familyOf(editor.kinds, one.kind) !== 'ending')?.id ?? null,
    }
  }
  return { after }
}

interface Found {
  after: string | null
  y: number
  left: number
  width: number
}

/** The upper or lower edge of a block, whichever is nearer. */
function sideOf(editor: EditorModel, element: HTMLElement, y: number): Found | undefined {
  const id = element.dataset.block
  if (id === undefined) return undefined
  const box = element.getBoundingClientRect()
  const order = editor.store.order()
  const { left, width } = box
  if (y < box.top + box.height / 2)
    return { after: order[order.indexOf(id) - 1] ?? null, y: box.top - 16, left, width }
  return { after: id, y: box.bottom + 16, left, width }
}

/** Between blocks, above the first or below the last: the nearest edge. */
function nearest(editor: EditorModel, page: Element, y: number): Found | undefined {
  let best: HTMLElement | undefined
  let distance = Infinity
  for (const element of page.querySelectorAll<HTMLElement>('[data-block]')) {
    const box = element.getBoundingClientRect()
    const away = y < box.top ? box.top - y : y - box.bottom
    if (away < distance) [best, distance] = [element, away]
  }
  return best && sideOf(editor, best, y)
}
