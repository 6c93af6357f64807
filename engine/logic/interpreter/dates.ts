import { localAt } from '@formwright/kit/clock'
import { tidy } from './numbers.ts'

/** A calendar day, or a local date-time: what a clock of UTC shows at this instant. */
interface Local {
  at: Date
  timed: boolean
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d)(?:(:\d\d)(?:\.\d+)?)?)?$/
const DAY = 86_400_000

/** Reads an ISO day or local date-time; undefined when there is no such day. */
export function localOf(text: string): Local | undefined {
  const [, day = '', time, seconds = ''] = DATE.exec(text) ?? []
  const at = new Date(`${day}${time ?? 'T00:00'}${seconds}Z`)
  // Some read 30 February as a day of March, and the hour 24 belongs to the next day.
  return textOf({ at, timed: false }) === day ? { at, timed: time !== undefined } : undefined
}

/** Whether a text is a time of day: hours and minutes, perhaps seconds. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
}

/** ISO, as it is read; undefined when the year has no four digits. */
function textOf({ at, timed }: Local): string | undefined {
  const year = at.getUTCFullYear()
  return year >= 0 && year <= 9999 ? at.toISOString().slice(0, timed ? 19 : 10) : undefined
}

/** The ISO day of three numbers; undefined when there is no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const digits = (number: number, width: number) => String(number).padStart(width, '0')
  const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  return localOf(text) && text
}

/** Compares two dates, or two times of day: below, at or above 0. Where one is a calendar day, days are compared. */
export function compareDates(a: string, b: string): number {
  const length = Math.min(a.length, b.length) <= 10 ? 10 : 19
  const [left, right] = [a, b].map((text) => text.padEnd(length, ':00').slice(0, length))
  return left < right ? -1 : left > right ? 1 : 0
}

/** A part of a date. */
export function partOf(date: string, part: (at: Date) => number): number | undefined {
  const local = localOf(date)
  return local && part(local.at)
}

/** Monday is 1. */
export function weekdayOf(at: Date): number {
  return at.getUTCDay() || 7
}

function moved(date: string, by: number, move: (at: Date) => void): string | undefined {
  const local = localOf(date)
  if (local === undefined || !Number.isInteger(by)) return undefined
  move(local.at)
  return textOf(local)
}

/** The date so many days later; the time of day stays. */
export function addDays(date: string, days: number): string | undefined {
  return moved(date, days, (at) => at.setUTCDate(at.getUTCDate() + days))
}

/** The date so many months later, clamped to the month's end. */
export function addMonths(date: string, months: number): string | undefined {
  return moved(date, months, (at) => {
    const day = at.getUTCDate()
    at.setUTCMonth(at.getUTCMonth() + months)
    if (at.getUTCDate() !== day) at.setUTCDate(0)
  })
}

/** Days from one calendar day to another. */
export function daysBetween(from: string, to: string): number | undefined {
  const [a, b] = [from, to].map((date) => partOf(date, (at) => Math.floor(at.getTime() / DAY)))
  return a === undefined || b === undefined ? undefined : b - a
}

/** Complete months from one day to another. One born on the 31st is a month older on the first after a shorter month. */
export function monthsBetween(from: string, to: string): number | undefined {
  const [a, b] = [localOf(from), localOf(to)]
  if (a === undefined || b === undefined) return undefined
  if (compareDates(from, to) > 0) {
    const back = monthsBetween(to, from)
    return back && -back
  }
  const monthOf = ({ at }: Local) => at.getUTCFullYear() * 12 + at.getUTCMonth()
  const within = ({ at }: Local) => at.toISOString().slice(8, a.timed && b.timed ? 19 : 10)
  return monthOf(b) - monthOf(a) - Number(within(b) < within(a))
}

/** Complete years; a birthday on 29 February falls on 1 March. */
export function yearsBetween(from: string, to: string): number | undefined {
  const months = monthsBetween(from, to)
  return months && Math.trunc(months / 12)
}

/** Elapsed hours between two local times of a zone, clock changes counted. */
export function hoursBetween(from: string, to: string, timeZone: string): number | undefined {
  const [a, b] = [from, to].map((date) => partOf(date, (at) => instantOf(at.getTime(), timeZone)))
  return a === undefined || b === undefined ? undefined : tidy((b - a) / 3_600_000)
}

/** The instant of a local time: one that does not exist moves forward, of two equal ones the first is meant. */
export function instantOf(local: number, timeZone: string): number {
  const offsetAt = (instant: number) => {
    const there = partOf(localAt(instant, timeZone), (at) => at.getTime())
    return there === undefined ? 0 : there - instant
  }
  const [before, after] = [offsetAt(local - DAY), offsetAt(local + DAY)]
  const moved = offsetAt(local - before) !== before && offsetAt(local - after) === after
  return local - (moved ? after : before)
}
