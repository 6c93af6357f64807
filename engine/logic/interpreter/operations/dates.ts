import { localAt } from '../clock.ts'
import {
  addDays,
  addMonths,
  compareDates,
  dayOf,
  daysBetween,
  hoursBetween,
  localOf,
  monthsBetween,
  partOf,
  weekdayOf,
  yearsBetween,
} from '../dates.ts'
import type { Operation, Result } from '../expression.ts'
import { compared, ofNumbers, ofTextAndNumbers, ofTexts } from './strict.ts'

function isDate(value: Result): value is string {
  return typeof value === 'string' && localOf(value) !== undefined
}

/** A comparison of a condition: two-valued, false when a side is empty or no date. */
function condition(test: (order: number) => boolean): Operation {
  return ([left, right]) =>
    (scope) => {
      const [a, b] = [left(scope), right(scope)]
      return isDate(a) && isDate(b) && test(compareDates(a, b))
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
  year: part((at) => at.getUTCFullYear()),
  month: part((at) => at.getUTCMonth() + 1),
  day: part((at) => at.getUTCDate()),
  weekday: part(weekdayOf),
  hour: part((at) => at.getUTCHours()),
  minute: part((at) => at.getUTCMinutes()),
  days_between: ofTexts(daysBetween),
  months_between: ofTexts(monthsBetween),
  years_between: ofTexts(yearsBetween),
  hours_between: (args, whole) => (scope) =>
    ofTexts((from, to) => hoursBetween(from, to, scope.timeZone))(args, whole)(scope),
  add_days: ofTextAndNumbers(addDays),
  add_months: ofTextAndNumbers(addMonths),
  add_years: ofTextAndNumbers((date, years) => addMonths(date, years * 12)),

  '?date-eq': condition((order) => order === 0),
  '?before': condition((order) => order < 0),
  '?after': condition((order) => order > 0),
  '?not-before': condition((order) => order >= 0),
  '?not-after': condition((order) => order <= 0),
}
