import type { AnswerPart, IntegrationEvent, Question } from '@formwright/kit/integration'

/** What a cell holds: typed, so that nothing is ever taken for a formula. */
export type Cell = string | number | boolean | null

/** How a column shows its numbers. */
type Format = 'DATE' | 'TIME' | 'DATE_TIME'

/** A column of a sheet: known by its id, whatever it is called and wherever it stands. */
export interface Column {
  id: string
  label: string
  format?: Format
}

/** What is told of a submission. */
export interface Row {
  submission: string
  /** ISO 8601 UTC */
  receivedAt: string
  /** of the form: the labels of a newer one count */
  version: number
  deleted: boolean
  /** it stands in the sheet already, if it was told of */
  edited: boolean
  columns: readonly (Column & { value: Cell })[]
}

/** Ids of columns that are none of a question: blocks are called otherwise. */
export const SUBMISSION = 'submission:id'
export const RECEIVED = 'submission:received'
export const STATUS = 'submission:status'

const LONGEST_CELL = 50_000
const DAY_MS = 24 * 3600 * 1000
/** Day 0 of spreadsheets. */
const FIRST_DAY = Date.UTC(1899, 11, 30)

/** The row of an event: a column for each part of an answer. */
export function rowOf({ name, form, submission }: IntegrationEvent): Row {
  const received = serial(submission.receivedAt)
  return {
    submission: submission.id,
    receivedAt: submission.receivedAt,
    version: form.version,
    deleted: name === 'submission.deleted',
    edited: name === 'submission.updated',
    columns: [
      { id: SUBMISSION, label: 'Submission', value: submission.id },
      {
        id: RECEIVED,
        label: 'Received (UTC)',
        value: received ?? submission.receivedAt,
        format: 'DATE_TIME',
      },
      ...submission.questions.flatMap(columnsOf),
    ],
  }
}

/** A row as people see it. */
export function drawn(
  { columns }: Row,
  shown: (value: Cell, format: Format | undefined) => string = shownAs,
): string {
  const lines = columns.filter(({ id }) => id !== SUBMISSION)
  const width = Math.min(40, Math.max(...lines.map(({ label }) => label.length)))
  return lines.map(({ label, value, format }) => `${label.padEnd(width)}  ${shown(value, format)}`).join('\n')
}

function shownAs(value: Cell, format: Format | undefined): string {
  if (typeof value !== 'number' || format === undefined) return String(value ?? '')
  const text = new Date(FIRST_DAY + value * DAY_MS).toISOString()
  if (format === 'DATE') return text.slice(0, 10)
  return format === 'TIME' ? text.slice(11, 16) : text.slice(0, 16).replace('T', ' ')
}

function columnsOf({ id, label, text, parts, items }: Question): Row['columns'] {
  // of a section that repeats all that was answered is one text
  if (items) return [{ id, label, value: cut(text) }]
  return parts.map((part) => {
    const format = formatOf(part)
    return {
      id: part.id === '' ? id : `${id}.${part.id}`,
      label: part.label,
      value: cellOf(part, format),
      ...(format && { format }),
    }
  })
}

function formatOf({ type }: AnswerPart): Format | undefined {
  if (type === 'date') return 'DATE'
  if (type === 'time') return 'TIME'
  return type === 'datetime' ? 'DATE_TIME' : undefined
}

/** Numbers, booleans, days and times as such; everything else as people read it; nothing where nothing was answered. */
function cellOf({ value, text }: AnswerPart, format: Format | undefined): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const instant = format === undefined || typeof value !== 'string' ? undefined : serial(value)
  return instant ?? (text === '' ? null : cut(text))
}

/** A day, a time or both as spreadsheets count them; undefined where the text is none. */
function serial(text: string): number | undefined {
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d)?)?/.exec(text) ?? []
  if (day === undefined && time === '') return undefined
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const days = day === undefined ? 0 : (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS
  return Number.isNaN(days) ? undefined : days + (hours * 3600 + minutes * 60 + seconds) / 86_400
}

function cut(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '')
  if (whole.length <= LONGEST_CELL) return whole
  return `${whole.slice(0, LONGEST_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
