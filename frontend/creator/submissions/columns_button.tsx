import {
  DndContext,
  MeasuringStrategy,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ActionIcon, Button, Checkbox, Group, Menu, Popover, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { DRAG_UNSAID } from '../../design/dragging.ts'
import { NO_LAYOUT, withMoved, withShown, type ColumnLayout, type PlacedColumn } from './column_layout.ts'
import classes from './columns_button.module.css'

const ICON = { size: 16, stroke: 1.5 }

interface ColumnsProps {
  placed: readonly PlacedColumn[]
  layout: ColumnLayout
  onChange: (layout: ColumnLayout) => void
  /** the menu of a column was opened, or closed */
  onMenu: (open: boolean) => void
}

/** Which columns are shown, and in which order: kept for this form on this device. */
export function ColumnsButton(props: Omit<ColumnsProps, 'onMenu'>) {
  const { placed } = props
  const [opened, setOpened] = useState(false)
  const [menu, setMenu] = useState(false)
  const hidden = placed.filter((one) => !one.shown).length
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      // the menu of a column lies outside
      closeOnClickOutside={!menu}
      closeOnEscape={!menu}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      width="min(380px, calc(100vw - 16px))"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 {...ICON} />}
          disabled={placed.length === 0}
          onClick={() => setOpened(!opened)}
        >
          {hidden > 0 ? `Columns (${hidden} hidden)` : 'Columns'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby="columns-heading" p={0}>
        <Columns {...props} onMenu={setMenu} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The columns one below the other; where one was moved is said. */
function Columns({ placed, layout, onChange, onMenu }: ColumnsProps) {
  const [said, say] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const reset = () => {
    onChange(NO_LAYOUT)
    say('Columns reset to the order of the form.')
  }
  const move = (id: string, to: number) => {
    const one = placed.find((column) => column.id === id)
    if (!one || to < 0 || to >= placed.length) return
    onChange(withMoved(layout, placed, id, to))
    say(`${one.column.label} is column ${to + 1} of ${placed.length}.`)
  }
  return (
    <>
      <Group justify="space-between" px="sm" pt={8}>
        <Text component="h2" id="columns-heading" fw={600}>
          Columns
        </Text>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={reset}>
          Reset
        </Button>
      </Group>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <DndContext
        sensors={sensors}
        accessibility={DRAG_UNSAID}
        measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
        onDragOver={({ active, over }) =>
          over &&
          move(
            String(active.id),
            placed.findIndex(({ id }) => id === over.id),
          )
        }
      >
        <ul className={classes.list}>
          {placed.map((one, at) => (
            <ColumnItem
              key={one.id}
              placed={one}
              last={placed.length - 1}
              at={at}
              onShow={(shown) => onChange(withShown(layout, one.id, shown))}
              onMove={(to) => move(one.id, to)}
              onMenu={onMenu}
            />
          ))}
        </ul>
      </DndContext>
    </>
  )
}

function ColumnItem(props: {
  placed: PlacedColumn
  at: number
  last: number
  onShow: (shown: boolean) => void
  onMove: (to: number) => void
  onMenu: (open: boolean) => void
}) {
  const { at, last, onMove } = props
  const { id, column, shown } = props.placed
  const { setNodeRef } = useDroppable({ id })
  const drag = useDraggable({ id })
  const keys: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }
  return (
    <li ref={setNodeRef} className={classes.item} data-dragging={drag.isDragging || undefined}>
      <Menu position="bottom-start" onChange={props.onMenu}>
        <Menu.Target>
          <ActionIcon
            ref={drag.setNodeRef}
            size={28}
            aria-label={`Move ${column.label}`}
            aria-description="Arrow keys move it."
            className={classes.handle}
            {...drag.listeners}
            onKeyDown={(event) => {
              const to = keys[event.key]
              if (to === undefined) return
              event.preventDefault()
              onMove(to)
            }}
          >
            <IconGripVertical {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowUp {...ICON} />}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown {...ICON} />}
            disabled={at === last}
            onClick={() => onMove(at + 1)}
          >
            Move down
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Checkbox
        className={classes.shown}
        label={<bdi>{column.label}</bdi>}
        checked={shown}
        onChange={(event) => props.onShow(event.currentTarget.checked)}
      />
    </li>
  )
}
