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
  yearsBetween,
} from '../dates.ts'
import type { Operation, Result } from '../expression.ts'
import { tidy } from '../numbers.ts'
import { compared, ofTextAndNumbers, ofTexts, strict } from './strict.ts'

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

  date: (args) =>
    strict(args, ([year, month, day]) =>
      typeof year === 'number' && typeof month === 'number' && typeof day === 'number'
        ? dayOf(year, month, day)
        : undefined,
    ),
  date_of: ofTexts((value) => (localOf(value.trim()) === undefined ? undefined : value.trim())),
  year: ofTexts((date) => partOf(date, 'year')),
  month: ofTexts((date) => partOf(date, 'month')),
  day: ofTexts((date) => partOf(date, 'day')),
  weekday: ofTexts((date) => partOf(date, 'weekday')),
  hour: ofTexts((date) => partOf(date, 'hour')),
  minute: ofTexts((date) => partOf(date, 'minute')),
  days_between: ofTexts(daysBetween),
  months_between: ofTexts(monthsBetween),
  years_between: ofTexts(yearsBetween),
  hours_between: (args) =>
    strict(args, ([from, to], scope) => {
      const hours =
        typeof from === 'string' && typeof to === 'string'
          ? hoursBetween(from, to, scope.timeZone)
          : undefined
      return hours === undefined ? undefined : tidy(hours)
    }),
  add_days: ofTextAndNumbers(addDays),
  add_months: ofTextAndNumbers(addMonths),
  add_years: ofTextAndNumbers((date, years) => addMonths(date, years * 12)),

  '?date-eq': condition((order) => order === 0),
  '?before': condition((order) => order < 0),
  '?after': condition((order) => order > 0),
  '?not-before': condition((order) => order >= 0),
  '?not-after': condition((order) => order <= 0),
}
