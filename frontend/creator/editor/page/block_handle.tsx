import { Menu } from '@mantine/core'
import { useDraggable } from '@dnd-kit/core'
import {
  IconArrowBarUp,
  IconArrowDown,
  IconArrowUp,
  IconBoxOff,
  IconBoxPadding,
  IconClipboardText,
  IconColumns2,
  IconCopy,
  IconCopyPlus,
  IconFileArrowRight,
  IconGripVertical,
  IconLayoutRows,
  IconScissors,
  IconSelectAll,
  IconTransform,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { inOrder, topmost } from '../blocks/block_order.ts'
import { duplicateBlocks } from '../blocks/copy_blocks.ts'
import { putBack } from '../blocks/move_blocks.ts'
import { pagesOf } from '../blocks/pages.ts'
import { rowOf, widthsOf } from '../blocks/rows.ts'
import { canWrap, isSection, sectionsAround } from '../blocks/sections.ts'
import { insertionPointOf } from '../blocks/insertion_point.ts'
import type { EditorModel, LiftedBlock } from '../model.ts'
import { removeWithToast } from '../remove_with_toast.tsx'
import { useEditor, useObserved } from '../use_editor.ts'
import {
  besideAbove,
  moveAloneAndSay,
  moveAndSay,
  moveBesideAndSay,
  moveToPageAndSay,
  sayPlace,
  takeOutAndSay,
  unwrapAndSay,
  wrapAndSay,
} from './moves.ts'
import { ROWS } from './row_width.ts'
import { copyByMenu, cutByMenu, pasteByMenu } from './use_clipboard.ts'
import { TurnIntoItems, useConversions } from './turn_into.tsx'
import classes from './page.module.css'

const ICON = { size: 16, stroke: 1.5 }

/**
 * The handle of a block: drag it, press it for a menu, or lift the block with Space and move it with the arrow keys.
 */
export function BlockHandle(props: { id: string; name: string; current: boolean }) {
  const { id } = props
  const editor = useEditor()
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, data: { block: id } })
  const button = useRef<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  // the focus, which comes with the press, chooses this block alone
  const before = useRef<string>(undefined)
  // kept apart from the handle: in another section the block is drawn anew
  const now = useObserved(editor.lifted)
  const lifted = now?.id === id ? now : undefined
  return (
    <div className={classes.handleBox} data-tool>
      <button
        ref={(element) => {
          button.current = element
          setNodeRef(element)
        }}
        type="button"
        className={classes.handle}
        aria-label={`Move ${props.name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-pressed={lifted !== undefined}
        aria-describedby="fw-handle-help"
        data-dragging={isDragging || undefined}
        tabIndex={props.current ? 0 : -1}
        {...listeners}
        onPointerDownCapture={() => (before.current = editor.selection.current())}
        onClick={() => {
          if (!editor.selection.has(id)) editor.selection.only(id)
          setOpen(true)
        }}
        onKeyDown={(event) => (lifted ? moveLifted(event, editor, lifted) : lift(event, editor, id))}
        onBlur={() => lifted && editor.lifted.set(undefined)}
      >
        <IconGripVertical {...ICON} aria-hidden />
      </button>
      {open && (
        <BlockMenu
          id={id}
          before={before.current}
          onClose={() => {
            setOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function lift(event: KeyboardEvent, editor: EditorModel, id: string): void {
  if (event.key !== ' ') return
  event.preventDefault()
  editor.lifted.set({ id, from: insertionPointOf(editor.store, id), widths: widthsOf(editor) })
  sayPlace(editor, [id], 'Picked up. Arrow keys move it, Space drops it, Escape puts it back.')
}

/** Keys while a block is lifted are for it alone: move it, drop it, put it back. */
function moveLifted(event: KeyboardEvent, editor: EditorModel, lifted: LiftedBlock): void {
  const { id } = lifted
  event.stopPropagation()
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    event.preventDefault()
    moveAndSay(editor, [id], event.key === 'ArrowUp' ? -1 : 1)
  } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && ROWS.matches) {
    event.preventDefault()
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if ((event.key === 'ArrowRight') !== rtl) moveBesideAndSay(editor, id)
    else moveAloneAndSay(editor, id)
  } else if (event.key === ' ' || event.key === 'Enter') {
    event.preventDefault()
    editor.lifted.set(undefined)
    sayPlace(editor, [id], 'Dropped.')
  } else if (event.key === 'Escape') {
    event.preventDefault()
    putBack(editor, id, lifted.from, lifted.widths)
    editor.lifted.set(undefined)
    sayPlace(editor, [id], 'Put back.')
  }
}

/** What can be done to the block, or to all that are chosen with it. */
function BlockMenu(props: { id: string; before: string | undefined; onClose: () => void }) {
  const { id, before } = props
  const editor = useEditor()
  const chosen = () => (editor.selection.has(id) ? inOrder(editor, editor.selection.ids()) : [id])
  return (
    <Menu
      opened
      onClose={props.onClose}
      position="bottom-start"
      // it goes along with the block, and a menu stands beside it
      floatingStrategy="absolute"
      middlewares={{ size: false }}
      styles={{ dropdown: { overflowY: 'visible' } }}
      returnFocus={false}
    >
      <Menu.Target>
        <span className={classes.menuAnchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp {...ICON} />} onClick={() => moveAndSay(editor, chosen(), -1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...ICON} />} onClick={() => moveAndSay(editor, chosen(), 1)}>
          Move down
        </Menu.Item>
        <RowItems id={id} chosen={chosen} />
        <PageItems chosen={chosen} />
        <SectionItems chosen={chosen} />
        <TurnIntoSub id={id} alone={chosen().length === 1} />
        <Menu.Divider />
        {before !== undefined && before !== id && editor.store.row(before) && (
          <Menu.Item leftSection={<IconSelectAll {...ICON} />} onClick={() => selectFrom(editor, before, id)}>
            Select to here
          </Menu.Item>
        )}
        <ClipboardItems id={id} chosen={chosen} />
        <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={() => duplicateBlocks(editor, chosen())}>
          Duplicate
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => removeWithToast(editor, chosen())}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What Shift does with a press, where there is no such key. */
function selectFrom(editor: EditorModel, from: string, to: string): void {
  const { selection, store } = editor
  selection.only(from)
  selection.extendTo(to, store.order())
  editor.announce(`${selection.ids().size} blocks selected.`)
}

/** What the keys of the clipboard do, where there are none. */
function ClipboardItems({ id, chosen }: { id: string; chosen: () => string[] }) {
  const editor = useEditor()
  return (
    <>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyByMenu(editor, chosen())}>
        Copy
      </Menu.Item>
      <Menu.Item leftSection={<IconScissors {...ICON} />} onClick={() => void cutByMenu(editor, chosen())}>
        Cut
      </Menu.Item>
      <Menu.Item
        leftSection={<IconClipboardText {...ICON} />}
        onClick={() => void pasteByMenu(editor, chosen().at(-1) ?? id)}
      >
        Paste below
      </Menu.Item>
    </>
  )
}

/** What dragging to the side of a block does, by menu. */
function RowItems(props: { id: string; chosen: () => string[] }) {
  const editor = useEditor()
  const { id } = props
  if (!ROWS.matches || props.chosen().length > 1) return null
  return (
    <>
      {besideAbove(editor, id) !== undefined && (
        <Menu.Item leftSection={<IconColumns2 {...ICON} />} onClick={() => moveBesideAndSay(editor, id)}>
          Beside the block above
        </Menu.Item>
      )}
      {rowOf(editor, id).length > 1 && (
        <Menu.Item leftSection={<IconLayoutRows {...ICON} />} onClick={() => moveAloneAndSay(editor, id)}>
          On its own row
        </Menu.Item>
      )}
    </>
  )
}

/** Into a new section, and out of one. */
function SectionItems(props: { chosen: () => string[] }) {
  const editor = useEditor()
  const chosen = topmost(editor, props.chosen())
  const [only = ''] = chosen
  return (
    <>
      {canWrap(editor, chosen) && (
        <Menu.Item leftSection={<IconBoxPadding {...ICON} />} onClick={() => wrapAndSay(editor, chosen)}>
          Put in a section
        </Menu.Item>
      )}
      {sectionsAround(editor, chosen).length > 0 && (
        <Menu.Item leftSection={<IconArrowBarUp {...ICON} />} onClick={() => takeOutAndSay(editor, chosen)}>
          Take out of the section
        </Menu.Item>
      )}
      {chosen.length === 1 && isSection(editor, only) && (
        <Menu.Item leftSection={<IconBoxOff {...ICON} />} onClick={() => unwrapAndSay(editor, only)}>
          Ungroup
        </Menu.Item>
      )}
    </>
  )
}

/** What the field can be turned into, in a menu beside this one. */
function TurnIntoSub(props: { id: string; alone: boolean }) {
  const entries = useConversions(props.id)
  if (!props.alone || entries.length === 0) return null
  return (
    <Menu.Sub position="right-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconTransform {...ICON} />} onKeyDown={openByEnter}>
          Turn into
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <TurnIntoItems id={props.id} entries={entries} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** Enter and Space open a menu in a menu, too (ARIA APG, menu button); the library has the arrow alone for it. */
function openByEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(
    new globalThis.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
  )
}

function PageItems(props: { chosen: () => string[] }) {
  const editor = useEditor()
  const pages = pagesOf(editor.kinds, editor.store.rows())
  const chosen = props.chosen()
  if (pages.length < 2 || chosen.some((id) => pages.some((page) => page.id === id))) return null
  return pages
    .filter((page) => !chosen.every((id) => page.blocks.includes(id)))
    .map((page) => (
      <Menu.Item
        key={page.id}
        leftSection={<IconFileArrowRight {...ICON} />}
        onClick={() => moveToPageAndSay(editor, chosen, page.id)}
      >
        Move to page {page.number}
      </Menu.Item>
    ))
}
