import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { faultWords, usePluginFaults } from '../plugins/faults.ts'
import { CELL } from './answer_cell.tsx'
import type { PlacedColumn } from './column_layout.ts'
import classes from './submissions_page.module.css'

/** What kinds of the table threw as their cells were drawn. Of many cells it is said once; each shows its text. */
export function CellFaults(props: { columns: readonly PlacedColumn[] }) {
  const kinds = new Set(props.columns.map(({ column }) => column.kind))
  const faults = usePluginFaults().filter(({ part, kind }) => part === CELL && kinds.has(kind))
  if (faults.length === 0) return null
  return (
    <Alert
      className={classes.faults}
      color="amber"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
    >
      {faults.map((fault) => (
        <div key={fault.kind}>Some answers are shown as text: {faultWords(fault)}</div>
      ))}
    </Alert>
  )
}
