import type { SubmissionColumn } from '../../../api_types/submissions.ts'
import type { Cell } from '@formwright/kit/answer'
import { shownMoment } from '@formwright/kit/day'

/** Made once: a table writes hundreds of cells at each turn of the wheel. */
const numbers = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 })
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** More signs than the widest column shows. */
const LINE = 400

/** A time of day, or with the day before it; what names a zone is written as it came. */
const LOCAL = /^(\d{4}-\d\d-\d\dT)?\d\d:\d\d(:\d\d)?$/

/** A cell as the table writes it: numbers, days and times as the creator's own settings do, nothing for no answer. */
export function cellText(cell: Cell, type: SubmissionColumn['type']): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (typeof cell === 'number') return numbers.format(cell)
  if (type === 'date') return day(cell)
  if ((type === 'time' || type === 'datetime') && LOCAL.test(cell)) return shownMoment(cell, undefined)
  return cell.slice(0, LINE)
}

/** How many items a section has. */
export function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${numbers.format(count)} items`
}

/** A calendar day without a zone stays that day; what is not a plain day is written as it came. */
function day(text: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return text
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])))
  return days.format(date)
}
