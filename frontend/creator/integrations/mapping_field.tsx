import { ActionIcon, Button, Group, Input, Select, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconPlus, IconX } from '@tabler/icons-react'
import type { SettingsQuestion } from '@formwright/kit/integration'
import { type MappedEntry, type MappedField, SUBMISSION_FACTS } from '@formwright/kit/mapped_setting'
import type { SettingEntry } from '@formwright/kit/settings_form'
import type { IntegrationChoice } from '../../../api_types/integrations.ts'
import { type AskedChoice, useChoices } from '../../api/connections.ts'
import styles from './mapping_field.module.css'

const NOTHING: MappedEntry = { from: '', to: { id: '', label: '', type: '' } }

/** Which answer goes to which field of the service: a row for each. */
export function MappingField(props: {
  slug: string
  entry: SettingEntry
  asked: Omit<AskedChoice, 'name'>
  value: unknown
  questions: readonly SettingsQuestion[]
  /** false where nobody can be asked yet */
  enabled: boolean
  error?: string
  onChange: (value: readonly MappedEntry[]) => void
}) {
  const { entry, onChange } = props
  const rows = rowsIn(props.value)
  const asked = { ...props.asked, name: entry.name }
  const offered = useChoices(props.slug, asked, { search: '', cursor: undefined }, props.enabled)
  const fields = offered.data && 'choices' in offered.data ? offered.data.choices : undefined
  const problem =
    offered.error?.message ?? (offered.data && 'problem' in offered.data ? offered.data.reason : undefined)
  // of a section that repeats there is one text for all items
  const sources = [
    ...props.questions.filter(({ section }) => section === undefined),
    ...SUBMISSION_FACTS,
  ].map(({ id, label }) => ({ value: id, label }))
  const alike = fields ? matching(rows, sources, fields) : []

  return (
    <Input.Wrapper label={entry.title} description={entry.description} error={props.error} labelElement="div">
      <Stack gap="xs" my={4} role="group" aria-label={entry.title}>
        {rows.map((row, index) => (
          <MappingRow
            key={index}
            number={index + 1}
            row={row}
            sources={sources}
            fields={fields}
            enabled={props.enabled}
            onChange={(changed) => onChange(rows.map((one, at) => (at === index ? changed : one)))}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
        {problem !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {problem}
          </Text>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.5} />}
            onClick={() => onChange([...rows, NOTHING])}
          >
            Add a row
          </Button>
          {alike.length > 0 && (
            <Button variant="default" size="xs" onClick={() => onChange([...rows, ...alike])}>
              {`Add ${alike.length} of the same name`}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

/** One answer and its field. */
function MappingRow(props: {
  /** from 1: what the row is told apart by */
  number: number
  row: MappedEntry
  sources: readonly Source[]
  /** undefined until the service has said them */
  fields: readonly IntegrationChoice[] | undefined
  enabled: boolean
  onChange: (row: MappedEntry) => void
  onRemove: () => void
}) {
  const { number, row, sources, fields, enabled, onChange } = props
  const { from, to } = row
  return (
    <div className={styles.row}>
      <Select
        className={styles.answer}
        aria-label={`Answer ${number}`}
        placeholder="Answer"
        searchable
        allowDeselect={false}
        data={withMissing(sources, { value: from, label: 'A question that was removed' })}
        value={from || null}
        onChange={(chosen) => onChange({ ...row, from: chosen ?? '' })}
      />
      <IconArrowRight size={16} stroke={1.5} aria-hidden className={styles.arrow} />
      <Select
        className={styles.field}
        aria-label={`Field ${number}`}
        placeholder={fields || !enabled ? 'Field' : 'Looking …'}
        searchable
        allowDeselect={false}
        disabled={!enabled}
        data={withMissing((fields ?? []).map(optionOf), { value: to.id, label: to.label })}
        error={isGone(to, fields) ? 'This field is no longer there.' : undefined}
        value={to.id || null}
        onChange={(chosen) => {
          const field = fields?.find(({ id }) => id === chosen)
          if (field) onChange({ ...row, to: fieldOf(field) })
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={styles.remove}
        aria-label={`Remove row ${number}`}
        onClick={props.onRemove}
      >
        <IconX size={16} stroke={1.5} />
      </ActionIcon>
    </div>
  )
}

interface Source {
  value: string
  label: string
}

/** Rows for what is called alike on both sides and stands in no row yet. */
function matching(
  rows: readonly MappedEntry[],
  sources: readonly Source[],
  fields: readonly IntegrationChoice[],
): MappedEntry[] {
  const taken = new Set(rows.map(({ to }) => to.id))
  const mapped = new Set(rows.map(({ from }) => from))
  const byName = new Map(fields.map((field) => [folded(field.label), field]))
  return sources.flatMap(({ value, label }) => {
    const field = byName.get(folded(label))
    if (!field || taken.has(field.id) || mapped.has(value)) return []
    taken.add(field.id)
    return [{ from: value, to: fieldOf(field) }]
  })
}

function folded(text: string): string {
  return text.trim().toLowerCase()
}

function fieldOf({ id, label, type = '' }: IntegrationChoice): MappedField {
  return { id, label, type }
}

function optionOf({ id, label, hint }: IntegrationChoice): Source {
  return { value: id, label: hint === undefined ? label : `${label} (${hint})` }
}

function isGone(to: MappedField, fields: readonly IntegrationChoice[] | undefined): boolean {
  return to.id !== '' && fields !== undefined && !fields.some(({ id }) => id === to.id)
}

/** What was chosen stays in the list, whatever is offered. */
function withMissing(offered: readonly Source[], chosen: Source): readonly Source[] {
  const isThere = chosen.value === '' || offered.some(({ value }) => value === chosen.value)
  return isThere ? offered : [...offered, chosen]
}

function rowsIn(value: unknown): MappedEntry[] {
  return (Array.isArray(value) ? value : []).map((row: unknown) => {
    const { from, to }: Record<string, unknown> = Object(row)
    const { id, label, type }: Record<string, unknown> = Object(to)
    return { from: textOf(from), to: { id: textOf(id), label: textOf(label), type: textOf(type) } }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
