import { ActionIcon, Button, Checkbox, Group, Popover } from '@mantine/core'
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
  const hidden = placed.filter((one) => !one.shown).length
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus shadow="md" width={360}>
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
      <Popover.Dropdown aria-label="Columns" p={8}>
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
                onClick={() => onChange(withWidth(layout, id, width - STEP))}
              >
                <IconMinus {...ICON} />
              </Step>
              <Step
                label={`${column.label}: wider`}
                onClick={() => onChange(withWidth(layout, id, width + STEP))}
              >
                <IconPlus {...ICON} />
              </Step>
              <Step
                label={`${column.label}: to the front`}
                disabled={at === 0}
                onClick={() => onChange(withMoved(layout, placed, id, -1))}
              >
                <IconArrowUp {...ICON} />
              </Step>
              <Step
                label={`${column.label}: to the end`}
                disabled={at === placed.length - 1}
                onClick={() => onChange(withMoved(layout, placed, id, 1))}
              >
                <IconArrowDown {...ICON} />
              </Step>
            </li>
          ))}
        </ul>
        <Group justify="flex-end" mt={8}>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(NO_LAYOUT)}>
            As the form has them
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

function Step(props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon size={28} aria-label={props.label} disabled={props.disabled} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  )
}
