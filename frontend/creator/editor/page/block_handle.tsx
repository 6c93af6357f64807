import { Menu } from '@mantine/core'
import { useDraggable } from '@dnd-kit/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns2,
  IconCopy,
  IconFileArrowRight,
  IconGripVertical,
  IconLayoutRows,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { duplicateBlocks, inOrder, moveAfter, moveAlone, moveBeside } from '../blocks/actions.ts'
import { pagesOf } from '../blocks/pages.ts'
import { mayStandBeside, rowOf } from '../blocks/rows.ts'
import { removeWithToast } from '../remove_with_toast.tsx'
import { useEditor } from '../use_editor.ts'
import { moveAndSay, moveToPageAndSay, sayPlace } from './moves.ts'
import { ROWS } from './row_width.ts'
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
  const [lifted, setLifted] = useState<{ from: string | null }>()
  const chosen = () => (editor.selection.has(id) ? inOrder(editor, editor.selection.ids()) : [id])

  const key = (event: KeyboardEvent) => {
    const order = editor.store.order()
    if (!lifted) {
      if (event.key !== ' ') return
      event.preventDefault()
      setLifted({ from: order[order.indexOf(id) - 1] ?? null })
      sayPlace(editor, [id], 'Lifted. Arrow keys move it, Space drops it, Escape puts it back.')
      return
    }
    event.stopPropagation()
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      moveAndSay(editor, [id], event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      setLifted(undefined)
      sayPlace(editor, [id], 'Dropped.')
    } else if (event.key === 'Escape') {
      event.preventDefault()
      moveAfter(editor, [id], lifted.from)
      setLifted(undefined)
      sayPlace(editor, [id], 'Put back.')
    }
  }

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
        onClick={() => {
          if (!editor.selection.has(id)) editor.selection.only(id)
          setOpen(true)
        }}
        onKeyDown={key}
        onBlur={() => setLifted(undefined)}
      >
        <IconGripVertical {...ICON} aria-hidden />
      </button>
      {open && (
        <Menu
          opened
          onClose={() => {
            setOpen(false)
            button.current?.focus()
          }}
          position="bottom-start"
          returnFocus={false}
        >
          <Menu.Target>
            <span className={classes.menuAnchor} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp {...ICON} />}
              onClick={() => moveAndSay(editor, chosen(), -1)}
            >
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...ICON} />}
              onClick={() => moveAndSay(editor, chosen(), 1)}
            >
              Move down
            </Menu.Item>
            <RowItems id={id} chosen={chosen} />
            <PageItems chosen={chosen} />
            <Menu.Divider />
            <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => duplicateBlocks(editor, chosen())}>
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
      )}
    </div>
  )
}

/** What dragging to the side of a block does, by menu. */
function RowItems(props: { id: string; chosen: () => string[] }) {
  const editor = useEditor()
  const { id } = props
  if (!ROWS.matches || props.chosen().length > 1) return null
  const row = rowOf(editor, id)
  const order = editor.store.order()
  const above = order[order.indexOf(row[0]?.id ?? id) - 1]
  const block = editor.store.row(id)
  const beside = (target: string) => {
    if (moveBeside(editor, id, target, 'right')) sayPlace(editor, [id], 'Beside the block above.')
  }
  return (
    <>
      {above !== undefined && block && mayStandBeside(editor, above, block.kind, id) && (
        <Menu.Item leftSection={<IconColumns2 {...ICON} />} onClick={() => beside(above)}>
          Beside the block above
        </Menu.Item>
      )}
      {row.length > 1 && (
        <Menu.Item
          leftSection={<IconLayoutRows {...ICON} />}
          onClick={() => {
            moveAlone(editor, id, row.findLast((one) => one.id !== id)?.id ?? null)
            sayPlace(editor, [id], 'On a row of its own.')
          }}
        >
          On a row of its own
        </Menu.Item>
      )}
    </>
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
