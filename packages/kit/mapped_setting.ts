import * as v from 'valibot'
import type { AnswerPart, IntegrationEvent } from './integration.ts'
import type { ValueType } from './value.ts'

/** A field of a service, as it was when it was chosen. */
export interface MappedField {
  id: string
  label: string
  /** its type in the service's own words */
  type: string
}

/** An answer and the field that takes it. */
export interface MappedEntry {
  /** the address of a question or a part of one, or one of `SUBMISSION_FACTS` */
  from: string
  to: MappedField
}

/** What can be mapped besides answers: blocks are called otherwise. */
export const SUBMISSION_FACTS = [
  { id: 'submission:received', label: 'Received' },
  { id: 'submission:url', label: 'Link to the submission' },
  { id: 'form:title', label: 'Title of the form' },
]

const MOST = 100

const text = (most: number) => v.optional(v.pipe(v.string(), v.maxLength(most, 'This is too long.')), '')

/**
 * An entry of a settings schema that says which answer goes to which field of a service: the kind answers in `choices`
 * which fields there are, each with its `type`, and the core draws the table. Empty at first.
 */
export function mappedSetting(title: string, description: string) {
  const entry = v.object({
    from: text(500),
    to: v.object({ id: text(500), label: text(500), type: text(100) }),
  })
  return v.optional(
    v.pipe(
      v.array(entry),
      v.maxLength(MOST, `At most ${MOST} answers can be mapped.`),
      v.title(title),
      v.description(description),
      v.metadata({ control: 'mapping' }),
    ),
    [],
  )
}

/** What the rows of a mapping lack before they can be used; nothing when all is well. */
export function mappingFault(mapping: readonly MappedEntry[]): string | undefined {
  if (mapping.length === 0) return 'Map an answer to a field.'
  if (mapping.some(({ from, to }) => from === '' || to.id === ''))
    return 'Choose an answer and a field in each row, or remove the row.'
  const fields = new Set(mapping.map(({ to }) => to.id))
  return fields.size < mapping.length ? 'A field can take one answer: it stands here twice.' : undefined
}

/** A value on its way to a field. */
export interface MappedValue {
  to: MappedField
  type: ValueType
  /** a number, a boolean or ISO day and time as such, else what a person reads; null without an answer */
  value: string | number | boolean | null
  /** of choices: each of them, as a person reads it */
  texts: readonly string[]
  /** of files: those that can be fetched */
  files: readonly { name: string; url: string }[]
  /** of a question that has parts only: the days and times among them, in order; a range has two */
  days?: readonly string[]
}

/** The values of an event for the fields that they are mapped to; what the form did not ask is left out. */
export function mappedValues(event: IntegrationEvent, mapping: readonly MappedEntry[]): MappedValue[] {
  return mapping.flatMap(({ from, to }): MappedValue[] => {
    const part = partAt(event, from)
    if (!part) return []
    const { type, text: shown, value } = part
    const texts = part.texts ?? (shown === '' ? [] : [shown])
    const files = type === 'file' ? filesIn(value) : []
    const days = daysAt(event, from)
    return [{ to, type, value: plain(value, type, shown), texts, files, ...(days.length > 0 && { days }) }]
  })
}

/** A mapping with its values as lines of two columns, for a preview. */
export function drawnValues(values: readonly MappedValue[]): string {
  const width = Math.min(40, Math.max(0, ...values.map(({ to }) => to.label.length)))
  return values
    .map(({ to, texts, value }) => `${to.label.padEnd(width)}  ${texts.join(', ') || String(value ?? '')}`)
    .join('\n')
}

function partAt({ form, submission }: IntegrationEvent, from: string): AnswerPart | undefined {
  const fact = (type: ValueType, value: string): AnswerPart => ({
    id: '',
    label: '',
    type,
    value,
    text: value,
  })
  if (from === 'submission:received') return fact('datetime', submission.receivedAt)
  if (from === 'submission:url') return fact('text', submission.url ?? '')
  if (from === 'form:title') return fact('text', form.title)
  for (const { id, label, text: whole, parts, items } of submission.questions) {
    const read = { id: '', label, type: 'text' as const, value: whole, text: whole }
    // of a section that repeats all that was answered is one text
    if (id === from && items) return read
    const part = parts.find((one) => (one.id === '' ? id : `${id}.${one.id}`) === from)
    if (part) return part
    // one that has parts only
    if (id === from) return read
  }
  return undefined
}

function daysAt({ submission }: IntegrationEvent, from: string): string[] {
  const question = submission.questions.find(({ id }) => id === from)
  const parts = question?.parts ?? []
  if (parts.some(({ id }) => id === '')) return []
  return parts.flatMap(({ type, value }) =>
    (type === 'date' || type === 'datetime') && typeof value === 'string' ? [value] : [],
  )
}

function plain(value: unknown, type: ValueType, shown: string): MappedValue['value'] {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const isTime = type === 'date' || type === 'time' || type === 'datetime'
  if (isTime && typeof value === 'string') return value
  return shown === '' ? null : shown
}

function filesIn(value: unknown): { name: string; url: string }[] {
  return (Array.isArray(value) ? value : []).flatMap((file: unknown) => {
    const { name, url }: Record<string, unknown> = Object(file)
    return typeof name === 'string' && typeof url === 'string' ? { name, url } : []
  })
}
