import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import type { SubmissionColumn } from '../../../api_types/submissions.ts'
import { NO_LAYOUT, placeColumns, readLayout, type ColumnLayout } from './column_layout.ts'

const NO_COLUMNS: readonly SubmissionColumn[] = []

/** The columns of a form as this person arranged them on this device. */
export function useColumns(formId: string, columns: readonly SubmissionColumn[] = NO_COLUMNS) {
  const [layout, setLayout] = useLocalStorage<ColumnLayout>({
    key: `formwright.columns.${formId}`,
    defaultValue: NO_LAYOUT,
    getInitialValueInEffect: false,
    deserialize: readLayout,
  })
  const placed = useMemo(() => placeColumns(columns, layout), [columns, layout])
  const shown = useMemo(() => placed.filter((one) => one.shown), [placed])
  return { placed, shown, layout, setLayout }
}
