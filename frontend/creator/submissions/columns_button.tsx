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

/** Which columns are shown, in which order, how wide: kept for this form on this device. */
export function ColumnsButton(props: {
  placed: readonly PlacedColumn[]
  layout: ColumnLayout
  onChange: (layout: ColumnLayout) => void
}) {
  const { placed, layout, onChange } = props
  const [opened, setOpened] = useState(false)
  const [said, say] = useState('')
  const hidden = placed.filter((one) => !one.shown).length
  const resize = (id: string, label: string, width: number) => {
    const next = withWidth(layout, id, width)
    onChange(next)
    say(`${label} is ${next.widths[id]} pixels wide.`)
  }
  const move = (id: string, label: string, at: number, step: -1 | 1) => {
    onChange(withMoved(layout, placed, id, step))
    say(`${label} is column ${at + step + 1} of ${placed.length}.`)
  }
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
        <Group justify="space-between" px="sm" pt={8}>
          <Text component="h2" id="columns-heading" fw={600}>
            Columns
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              onChange(NO_LAYOUT)
              say('All columns stand as the form has them.')
            }}
          >
            As the form has them
          </Button>
        </Group>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <ul className={classes.list}>
          {placed.map(({ id, column, shown, width }, at) => (
            <li key={id} className={classes.item}>
              <Checkbox
                className={classes.shown}
                label={column.label}
                checked={shown}
                onChange={(event) => onChange(withShown(layout, id, event.currentTarget.checked))}
              />
              <Step
                label={`${column.label}: narrower`}
                onClick={() => resize(id, column.label, width - STEP)}
              >
                <IconMinus {...ICON} />
              </Step>
              <Step label={`${column.label}: wider`} onClick={() => resize(id, column.label, width + STEP)}>
                <IconPlus {...ICON} />
              </Step>
              <Step
                label={`${column.label}: to the front`}
                disabled={at === 0}
                onClick={() => move(id, column.label, at, -1)}
              >
                <IconArrowUp {...ICON} />
              </Step>
              <Step
                label={`${column.label}: to the end`}
                disabled={at === placed.length - 1}
                onClick={() => move(id, column.label, at, 1)}
              >
                <IconArrowDown {...ICON} />
              </Step>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
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
