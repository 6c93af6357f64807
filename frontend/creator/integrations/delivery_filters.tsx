import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import type { LogFilter } from '../../api/integrations.ts'
import classes from './delivery_list.module.css'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A moment as the control of the browser has it when all of it is there, the year with four digits. */
const MOMENT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d/

/** What a delivery may be about: an event of a new submission, an earlier one, or a test. */
const SUBJECTS: Record<string, { label: string; filter: Pick<LogFilter, 'event' | 'origin'> }> = {
  all: { label: 'Everything', filter: {} },
  created: { label: 'New submissions', filter: { event: 'submission.created', origin: 'new' } },
  updated: { label: 'Updated submissions', filter: { event: 'submission.updated', origin: 'new' } },
  deleted: { label: 'Deleted submissions', filter: { event: 'submission.deleted', origin: 'new' } },
  earlier: { label: 'Earlier submissions', filter: { origin: 'earlier' } },
  tests: { label: 'Tests', filter: { origin: 'test' } },
}

/** Opens what the log is narrowed by. */
export function DeliveryFilterButton(props: { opened: boolean; controls: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFilter size={14} stroke={1.5} />}
      aria-expanded={props.opened}
      aria-controls={props.controls}
      onClick={props.onClick}
    >
      Filter
    </Button>
  )
}

/** Narrows the log: what it is about, when, and words of the error or the id of a submission. */
export function DeliveryFilters(props: { id: string; onChange: (filter: LogFilter) => void }) {
  const [typed, setTyped] = useState({ subject: 'all', from: '', to: '', text: '' })
  const tell = useDebouncedCallback((value: typeof typed) => props.onChange(filterOf(value)), 300)
  const set = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    tell(next)
  }
  return (
    <Group id={props.id} gap="sm" mb="md" align="flex-end" role="group" aria-label="Filters">
      <NativeSelect
        size="xs"
        label="About"
        className={classes.filter}
        data={Object.entries(SUBJECTS).map(([value, { label }]) => ({ value, label }))}
        value={typed.subject}
        onChange={({ currentTarget: { value } }) => set({ subject: value })}
      />
      <Moment label="From" value={typed.from} onChange={(from) => set({ from })} />
      <Moment label="Until" value={typed.to} onChange={(to) => set({ to })} />
      <TextInput
        size="xs"
        label="Error or submission ID"
        className={classes.filter}
        maxLength={200}
        value={typed.text}
        onChange={({ currentTarget: { value } }) => set({ text: value })}
      />
    </Group>
  )
}

function Moment(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      className={classes.filter}
      max="9999-12-31T23:59"
      label={props.label}
      value={props.value}
      onChange={({ currentTarget: { value } }) => props.onChange(value)}
    />
  )
}

function filterOf(typed: { subject: string; from: string; to: string; text: string }): LogFilter {
  const text = typed.text.trim()
  return {
    ...SUBJECTS[typed.subject]?.filter,
    ...(MOMENT.test(typed.from) && { from: new Date(typed.from).toISOString() }),
    ...(MOMENT.test(typed.to) && { to: new Date(typed.to).toISOString() }),
    ...(UUID.test(text) ? { submission: text } : text !== '' && { text }),
  }
}
