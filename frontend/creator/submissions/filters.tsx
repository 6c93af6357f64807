import { Button, CloseButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import type { Filter } from '../../../api_types/submissions.ts'
import type { Comparison } from '../../../engine/document/document.ts'
import { ComparisonChips } from '../logic/comparison_chips.tsx'
import { comparisonWords, type Names, sentence } from '../logic/condition_words.ts'
import { comparisonOf, type Comparable } from '../logic/conditions.ts'
import { comparisonFrom, filterFrom } from './filter_comparison.ts'
import classes from './filters.module.css'

/** What is being written: a new filter, one of those there are (by place), or none. */
export type EditedFilter = 'new' | number | null

/** Opens the row in which a filter is written. */
export function FilterButton(props: {
  ref: Ref<HTMLButtonElement>
  disabled: boolean
  opened: boolean
  onClick: () => void
}) {
  return (
    <Button
      ref={props.ref}
      variant="default"
      leftSection={<IconFilter size={16} stroke={1.5} />}
      aria-expanded={props.opened}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      Filter
    </Button>
  )
}

/**
 * The comparisons that narrow the table, each to be changed or taken away, and below them the one that is being
 * written. It has a row of its own, so that the table gives way instead of being covered.
 */
export function Filters(props: {
  fields: readonly Comparable[]
  filters: readonly Filter[]
  editing: EditedFilter
  onChange: (filters: readonly Filter[]) => void
  onEdit: (editing: EditedFilter) => void
}) {
  const { fields, filters, editing, onChange, onEdit } = props
  const first = fields[0]
  const edited = typeof editing === 'number' ? filters[editing] : undefined
  const start = edited ? comparisonFrom(edited) : first && comparisonOf(first)
  return (
    <>
      {filters.length > 0 && (
        <ul className={classes.chips} aria-label="Filters">
          {filters.map((filter, index) => {
            const names: Names = { fieldOf: (id) => fields.find((field) => field.id === id) }
            const words = sentence(comparisonFrom(filter), names)
            return (
              <li key={index} className={classes.chip}>
                <button
                  type="button"
                  className={classes.words}
                  title={words}
                  aria-expanded={editing === index}
                  onClick={() => onEdit(editing === index ? null : index)}
                >
                  <Words {...comparisonWords(comparisonFrom(filter), names)} />
                </button>
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={`Remove the filter: ${words}`}
                  onClick={() => {
                    onEdit(null)
                    onChange(filters.filter((_, at) => at !== index))
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
      {editing !== null && start && (
        <FilterForm
          key={editing}
          fields={fields}
          start={start}
          action={edited ? 'Apply' : 'Add filter'}
          onClose={() => onEdit(null)}
          onApply={(filter) => {
            onEdit(null)
            onChange(edited ? filters.map((one) => (one === edited ? filter : one)) : [...filters, filter])
          }}
        />
      )}
    </>
  )
}

/** A comparison as a sentence; what people named is read in its own direction. */
function Words({ left, op, right, to }: ReturnType<typeof comparisonWords>) {
  return (
    <>
      <bdi>{left}</bdi> {op} {right !== undefined && <bdi>{right}</bdi>}
      {to !== undefined && (
        <>
          {' and '}
          <bdi>{to}</bdi>
        </>
      )}
    </>
  )
}

function FilterForm(props: {
  fields: readonly Comparable[]
  start: Comparison
  action: string
  onApply: (filter: Filter) => void
  onClose: () => void
}) {
  const [comparison, setComparison] = useState(props.start)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const filter = filterFrom(comparison)
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault()
        if (filter) props.onApply(filter)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose()
      }}
    >
      <div className={classes.fields}>
        <ComparisonChips fields={props.fields} comparison={comparison} onChange={setComparison} />
      </div>
      <Button type="submit" size="xs" disabled={!filter}>
        {props.action}
      </Button>
      <Button size="xs" variant="default" onClick={props.onClose}>
        Cancel
      </Button>
    </form>
  )
}
