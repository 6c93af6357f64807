import { localAt } from './clock.ts'

/** A calendar day, or a local date-time, taken apart. */
interface Local {
  year: number
  month: number
  day: number
  /** seconds since midnight; null for a calendar day */
  seconds: number | null
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/
const DAY = 86_400_000

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** Reads an ISO day or local date-time; undefined when there is no such day. */
export function localOf(text: string): Local | undefined {
  const match = DATE.exec(text)
  if (match === null) return undefined
  const [year, month, day, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0))
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return { year, month, day, seconds: match[4] === undefined ? null : hours * 3600 + minutes * 60 + seconds }
}

const digits = (number: number, width: number) => String(number).padStart(width, '0')

function textOf({ year, month, day, seconds }: Local): string | undefined {
  if (year < 0 || year > 9999) return undefined
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  if (seconds === null) return date
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${date}T${time.map((part) => digits(part, 2)).join(':')}`
}

function dayNumber({ year, month, day }: Local): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() / DAY
}

/** The ISO day of three numbers; undefined when there is no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  if (![year, month, day].every(Number.isInteger) || year < 0 || year > 9999) return undefined
  const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  return localOf(text) === undefined ? undefined : text
}

/** Compares two dates: below, at or above 0. Where one is a calendar day, days are compared. */
export function compareDates(a: string, b: string): number {
  const length = Math.min(a.length, b.length) <= 10 ? 10 : 19
  const [left, right] = [a, b].map((text) => text.padEnd(length, ':00').slice(0, length))
  return left < right ? -1 : left > right ? 1 : 0
}

/** A part of a date as a number; Monday is 1. */
export function partOf(
  date: string,
  part: 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute',
): number | undefined {
  const local = localOf(date)
  if (local === undefined) return undefined
  const minutes = Math.floor((local.seconds ?? 0) / 60)
  const parts = {
    ...local,
    weekday: ((((dayNumber(local) + 3) % 7) + 7) % 7) + 1,
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
  }
  return parts[part]
}

/** The date so many days later; the time of day stays. */
export function addDays(date: string, days: number): string | undefined {
  const local = localOf(date)
  if (local === undefined || !Number.isInteger(days) || Math.abs(days) > 4_000_000) return undefined
  const moved = new Date((dayNumber(local) + days) * DAY)
  return textOf({
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    seconds: local.seconds,
  })
}

/** The date so many months later, clamped to the month's end. */
export function addMonths(date: string, months: number): string | undefined {
  const local = localOf(date)
  if (local === undefined || !Number.isInteger(months) || Math.abs(months) > 200_000) return undefined
  const total = local.year * 12 + local.month - 1 + months
  const year = Math.floor(total / 12)
  const month = total - year * 12 + 1
  return textOf({ year, month, day: Math.min(local.day, daysIn(year, month)), seconds: local.seconds })
}

/** Days from one calendar day to another. */
export function daysBetween(from: string, to: string): number | undefined {
  const [a, b] = [localOf(from), localOf(to)]
  return a === undefined || b === undefined ? undefined : dayNumber(b) - dayNumber(a)
}

/** Complete months from one day to another. One born on the 31st is a month older on the first after a shorter month. */
export function monthsBetween(from: string, to: string): number | undefined {
  const [a, b] = [localOf(from), localOf(to)]
  if (a === undefined || b === undefined) return undefined
  if (compareDates(from, to) > 0) {
    const back = monthsBetween(to, from)
    return back === undefined || back === 0 ? back : -back
  }
  const timed = a.seconds !== null && b.seconds !== null && b.seconds < a.seconds
  const begun = b.day < a.day || (b.day === a.day && timed)
  return b.year * 12 + b.month - (a.year * 12 + a.month) - Number(begun)
}

/** Complete years; a birthday on 29 February falls on 1 March. */
export function yearsBetween(from: string, to: string): number | undefined {
  const months = monthsBetween(from, to)
  return months === undefined ? undefined : Math.trunc(months / 12)
}

/** Elapsed hours between two local times of a zone, clock changes counted. */
export function hoursBetween(from: string, to: string, timeZone: string): number | undefined {
  const [a, b] = [instantOf(from, timeZone), instantOf(to, timeZone)]
  return a === undefined || b === undefined ? undefined : (b - a) / 3_600_000
}

function offsetAt(instant: number, timeZone: string): number {
  const local = localOf(localAt(instant, timeZone))
  return local === undefined ? 0 : asUtc(local) - Math.floor(instant / 1000) * 1000
}

function asUtc(local: Local): number {
  return dayNumber(local) * DAY + (local.seconds ?? 0) * 1000
}

/** The instant of a local time: one that does not exist moves forward, of two equal ones the first is meant. */
function instantOf(text: string, timeZone: string): number | undefined {
  const local = localOf(text)
  if (local === undefined) return undefined
  const utc = asUtc(local)
  const before = offsetAt(utc - DAY, timeZone)
  const after = offsetAt(utc + DAY, timeZone)
  if (offsetAt(utc - before, timeZone) === before) return utc - before
  return offsetAt(utc - after, timeZone) === after ? utc - after : utc - before
}
