import { Button, CloseButton, Group, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comparison } from '../../../engine/document/document.ts'
import type { SubmissionFilter } from '../../api/submissions.ts'
import { ComparisonRow } from '../logic/condition_builder.tsx'
import { comparisonOf, sentence, type Comparable } from '../logic/conditions.ts'
import { comparisonFrom, filterFrom } from './filter_comparison.ts'
import classes from './filters.module.css'

/** The button that narrows the table by one more comparison. */
export function AddFilter(props: {
  fields: readonly Comparable[]
  onAdd: (filter: SubmissionFilter) => void
}) {
  const [opened, setOpened] = useState(false)
  const first = props.fields[0]
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus shadow="md" width={340}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.5} />}
          disabled={!first}
          onClick={() => setOpened(!opened)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        {first && (
          <FilterForm
            fields={props.fields}
            start={comparisonOf(first)}
            action="Add filter"
            onApply={(filter) => {
              setOpened(false)
              props.onAdd(filter)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The comparisons that narrow the table, each to be changed or taken away. */
export function FilterChips(props: {
  fields: readonly Comparable[]
  filters: readonly SubmissionFilter[]
  onChange: (filters: readonly SubmissionFilter[]) => void
}) {
  const { fields, filters, onChange } = props
  const [editing, setEditing] = useState<number | null>(null)
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map((filter, index) => {
        const words = sentence(comparisonFrom(filter), (id) => fields.find((field) => field.id === id))
        return (
          <li key={index} className={classes.chip}>
            <Popover
              opened={editing === index}
              onChange={(opened) => setEditing(opened ? index : null)}
              position="bottom-start"
              trapFocus
              shadow="md"
              width={340}
            >
              <Popover.Target>
                <button type="button" className={classes.words} onClick={() => setEditing(index)}>
                  {words}
                </button>
              </Popover.Target>
              <Popover.Dropdown aria-label="Filter">
                <FilterForm
                  fields={fields}
                  start={comparisonFrom(filter)}
                  action="Apply"
                  onApply={(changed) => {
                    setEditing(null)
                    onChange(filters.map((one, at) => (at === index ? changed : one)))
                  }}
                />
              </Popover.Dropdown>
            </Popover>
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={`Remove the filter: ${words}`}
              onClick={() => onChange(filters.filter((_, at) => at !== index))}
            />
          </li>
        )
      })}
    </ul>
  )
}

function FilterForm(props: {
  fields: readonly Comparable[]
  start: Comparison
  action: string
  onApply: (filter: SubmissionFilter) => void
}) {
  const [comparison, setComparison] = useState(props.start)
  const filter = filterFrom(comparison)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (filter) props.onApply(filter)
      }}
    >
      <ComparisonRow
        name="filter"
        inPopover
        fields={props.fields}
        comparison={comparison}
        onChange={setComparison}
      />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" size="xs" disabled={!filter}>
          {props.action}
        </Button>
      </Group>
    </form>
  )
}
