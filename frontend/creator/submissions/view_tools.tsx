import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import { ColumnsButton } from './columns_button.tsx'
import { ExportButton } from './export_button.tsx'
import { useFilterFields } from './filter_fields.ts'
import { FilterButton, Filters, type EditedFilter } from './filters.tsx'
import { SubmissionsTabs } from './submissions_tabs.tsx'
import classes from './submissions_page.module.css'
import type { useColumns } from './use_columns.ts'
import type { useView } from './use_view.ts'

/** What narrows, arranges and exports what is shown, be it the table or the summary: search, filters, columns, and how much is found. */
export function ViewTools(props: {
  form: Form
  searchBox: RefObject<HTMLInputElement | null>
  narrowing: ReturnType<typeof useView>
  /** absent where there are no columns */
  arranged?: ReturnType<typeof useColumns>
  /** the first page, which says what there is to filter by */
  first: Parameters<typeof useFilterFields>[0]
  /** how many rows there are, in words */
  count: string | undefined
  /** null while it is not known */
  total: number | null
}) {
  const { narrowing, arranged } = props
  const { view, typed } = narrowing
  const fields = useFilterFields(props.first)
  const [editing, setEditing] = useState<EditedFilter>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <div className={classes.tools}>
        <SubmissionsTabs form={props.form} />
        <TextInput
          ref={props.searchBox}
          type="search"
          aria-label="Search all answers"
          placeholder="Search answers"
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={typed}
          onChange={(event) => narrowing.setTyped(event.currentTarget.value)}
          flex="1 1 180px"
          maw={320}
        />
        <FilterButton
          ref={filterButton}
          disabled={fields.length === 0}
          opened={editing === 'new'}
          onClick={() => setEditing(editing === 'new' ? null : 'new')}
        />
        {arranged && (
          <ColumnsButton placed={arranged.placed} layout={arranged.layout} onChange={arranged.setLayout} />
        )}
        <Text className={`${classes.count} fw-numbers`} c="dimmed" role="status">
          {props.count}
        </Text>
        <ExportButton
          form={props.form}
          view={view}
          total={props.total}
          zipped={props.first?.columns.some(({ counts }) => counts === 'items') ?? false}
        />
      </div>
      <Filters
        fields={fields}
        filters={view.filters}
        editing={editing}
        onChange={narrowing.setFilters}
        onEdit={(next) => {
          setEditing(next)
          if (next === null) filterButton.current?.focus()
        }}
      />
    </>
  )
}
