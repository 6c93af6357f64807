import { localAt } from '@formwright/kit/clock'
import {
  addDays,
  addMonths,
  compareDates,
  dayOf,
  daysBetween,
  hoursBetween,
  isTimeOfDay,
  localOf,
  monthsBetween,
  partOf,
  weekdayOf,
  yearsBetween,
} from '../dates.ts'
import type { Operation } from '../expression.ts'
import { compared, ofNumbers, ofTextAndNumbers, ofTexts } from './strict.ts'

/** Two dates, or two times of day. */
function areAlike(a: string, b: string): boolean {
  return localOf(a) === undefined ? isTimeOfDay(a) && isTimeOfDay(b) : localOf(b) !== undefined
}

/** A comparison of a condition: two-valued, false when a side is empty, or no date or time like the other. */
function condition(test: (order: number) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return typeof a === 'string' && typeof b === 'string' && areAlike(a, b) && test(compareDates(a, b))
    }
}

function ordered(of: (order: number) => boolean): Operation {
  return compared((a, b) => typeof a === 'string' && typeof b === 'string' && of(compareDates(a, b)))
}

function part(of: (at: Date) => number): Operation {
  return ofTexts((date) => partOf(date, of))
}

/** Dates in formulas and conditions. */
export const operations: Readonly<Record<string, Operation>> = {
  now: () => (scope) => localAt(scope.now, scope.timeZone),
  today: () => (scope) => localAt(scope.now, scope.timeZone).slice(0, 10),

  'date-same': ordered((order) => order === 0),
  'date-differs': ordered((order) => order !== 0),
  'date<': ordered((order) => order < 0),
  'date<=': ordered((order) => order <= 0),
  'date>': ordered((order) => order > 0),
  'date>=': ordered((order) => order >= 0),

  date: ofNumbers(dayOf),
  date_of: ofTexts((value) => (localOf(value.trim()) === undefined ? undefined : value.trim())),
  day_of: ofTexts((date) => (localOf(date) === undefined ? undefined : date.slice(0, 10))),
  time_of: ofTexts((value) => (isTimeOfDay(value.trim()) ? value.trim() : undefined)),
  year: part((at) => at.getUTCFullYear()),
  month: part((at) => at.getUTCMonth() + 1),
  day: part((at) => at.getUTCDate()),
  weekday: part(weekdayOf),
  hour: part((at) => at.getUTCHours()),
  minute: part((at) => at.getUTCMinutes()),
  days_between: ofTexts(daysBetween),
  months_between: ofTexts(monthsBetween),
  years_between: ofTexts(yearsBetween),
  hours_between: (args, whole, links) => (scope) =>
    ofTexts((from, to) => hoursBetween(from, to, scope.timeZone))(args, whole, links)(scope),
  add_days: ofTextAndNumbers(addDays),
  add_months: ofTextAndNumbers(addMonths),
  add_years: ofTextAndNumbers((date, years) => addMonths(date, years * 12)),

  '?date-eq': condition((order) => order === 0),
  '?before': condition((order) => order < 0),
  '?after': condition((order) => order > 0),
  '?not-before': condition((order) => order >= 0),
  '?not-after': condition((order) => order <= 0),
}
