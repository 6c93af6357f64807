import { ActionIcon, Button, Checkbox, Group, Popover, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconMinus, IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import {
  NO_LAYOUT,
  withMoved,
  withShown,
  withWidth,
  type ColumnLayout,
  type PlacedColumn,
} from './column_layout.ts'
import classes from './columns_button.module.css'

const STEP = 40
const ICON = { size: 16, stroke: 1.5 }

interface ColumnsProps {
  placed: readonly PlacedColumn[]
  layout: ColumnLayout
  onChange: (layout: ColumnLayout) => void
}

/** Which columns are shown, in which order, how wide: kept for this form on this device. */
export function ColumnsButton(props: ColumnsProps) {
  const { placed } = props
  const [opened, setOpened] = useState(false)
  const hidden = placed.filter((one) => !one.shown).length
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
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
        <Columns {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The columns one below the other; what a step did is said. */
function Columns({ placed, layout, onChange }: ColumnsProps) {
  const [said, say] = useState('')
  const reset = () => {
    onChange(NO_LAYOUT)
    say('All columns stand as the form has them.')
  }
  const resize = ({ id, column }: PlacedColumn, width: number) => {
    const next = withWidth(layout, id, width)
    onChange(next)
    say(`${column.label} is ${next.widths[id]} pixels wide.`)
  }
  const move = ({ id, column }: PlacedColumn, at: number, step: -1 | 1) => {
    onChange(withMoved(layout, placed, id, step))
    say(`${column.label} is column ${at + step + 1} of ${placed.length}.`)
  }
  return (
    <>
      <Group justify="space-between" px="sm" pt={8}>
        <Text component="h2" id="columns-heading" fw={600}>
          Columns
        </Text>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={reset}>
          As the form has them
        </Button>
      </Group>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ul className={classes.list}>
        {placed.map((one, at) => (
          <ColumnItem
            key={one.id}
            placed={one}
            isFirst={at === 0}
            isLast={at === placed.length - 1}
            onShow={(shown) => onChange(withShown(layout, one.id, shown))}
            onWidth={(width) => resize(one, width)}
            onMove={(step) => move(one, at, step)}
          />
        ))}
      </ul>
    </>
  )
}

function ColumnItem(props: {
  placed: PlacedColumn
  isFirst: boolean
  isLast: boolean
  onShow: (shown: boolean) => void
  onWidth: (width: number) => void
  onMove: (step: -1 | 1) => void
}) {
  const { column, shown, width } = props.placed
  return (
    <li className={classes.item}>
      <Checkbox
        className={classes.shown}
        label={column.label}
        checked={shown}
        onChange={(event) => props.onShow(event.currentTarget.checked)}
      />
      <Step label={`${column.label}: narrower`} onClick={() => props.onWidth(width - STEP)}>
        <IconMinus {...ICON} />
      </Step>
      <Step label={`${column.label}: wider`} onClick={() => props.onWidth(width + STEP)}>
        <IconPlus {...ICON} />
      </Step>
      <Step label={`${column.label}: to the front`} disabled={props.isFirst} onClick={() => props.onMove(-1)}>
        <IconArrowUp {...ICON} />
      </Step>
      <Step label={`${column.label}: to the end`} disabled={props.isLast} onClick={() => props.onMove(1)}>
        <IconArrowDown {...ICON} />
      </Step>
    </li>
  )
}

/** A step that leads nowhere keeps the focus: whoever moves a column by keyboard goes on from there. */
function Step(props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      size={28}
      aria-label={props.label}
      aria-disabled={props.disabled}
      className={classes.step}
      onClick={props.disabled ? undefined : props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}
