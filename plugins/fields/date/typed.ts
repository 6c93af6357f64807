import { isDay } from '@formwright/kit/day'
import { isTime } from './moment.ts'

// Loaded with the calendar: days and times as people type them.

type Field = 'year' | 'month' | 'day'
const ISO: readonly Field[] = ['year', 'month', 'day']

/** A format for days, in the calendar of ISO whatever that of the locale is. */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = formatOf(locale, options)
  return (day) => format.format(new Date(`${day}T00:00Z`))
}

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const all = { ...options, calendar: 'gregory', timeZone: 'UTC' }
  try {
    return new Intl.DateTimeFormat(locale, all)
  } catch {
    return new Intl.DateTimeFormat('en', all)
  }
}

const DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** A day in digits, as it stands in an input: `24.12.2025`. */
export function writtenDay(day: string, locale: string): string {
  return dayFormat(locale, DIGITS)(day)
}

/** The order in which people of the locale write it, in letters that `named` has for each part: `DD.MM.YYYY`. */
export function patternOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  named: (part: 'year' | 'month' | 'day' | 'hour' | 'minute') => string,
): string {
  const hasTime = options.timeStyle !== undefined
  return formatOf(locale, hasTime ? options : DIGITS)
    .formatToParts(0)
    .map(({ type, value }) => {
      if (type === 'dayPeriod') return periodsOf(locale).join('/')
      return isField(type) || type === 'hour' || type === 'minute' ? named(type) : value
    })
    .join('')
}

/** What people of the locale call the halves of a day: `AM` and `PM`. */
function periodsOf(locale: string): string[] {
  const format = formatOf(locale, { hour: 'numeric', hour12: true })
  return [9, 21].map(
    (hour) => format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod')?.value ?? '',
  )
}

/**
 * The time that somebody wrote in digits of any script, with anything between them or nothing at all, and with a half of the
 * day in the words of the locale or in English. Undefined where it is none.
 */
export function readTime(text: string, locale: string): string | undefined {
  const typed = latinDigits(text)
  const groups = typed.match(/\d+/g) ?? []
  const [first = ''] = groups
  const isRun = groups.length === 1 && (first.length === 3 || first.length === 4)
  const [hours = '', minutes = '0', seconds, more] = isRun ? [first.slice(0, -2), first.slice(-2)] : groups
  const half = halfOf(lettersOf(typed), locale)
  if (hours === '' || more !== undefined || half === undefined) return undefined
  if (half !== '' && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  const read = [String(hour), minutes, ...(seconds === undefined ? [] : [seconds])]
  const time = read.map((one) => one.padStart(2, '0')).join(':')
  return isTime(time) ? time : undefined
}

/** The half of the day that is meant, `''` where none is said, undefined where it cannot be told. */
function halfOf(word: string, locale: string): 'am' | 'pm' | '' | undefined {
  if (word === '' || word === 'h' || word === 'uhr') return ''
  const [am = '', pm = ''] = periodsOf(locale).map(lettersOf)
  const isAm = am.startsWith(word) || 'am'.startsWith(word)
  const isPm = pm.startsWith(word) || 'pm'.startsWith(word)
  return isAm === isPm ? undefined : isAm ? 'am' : 'pm'
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/\P{L}/gu, '')
}

/**
 * The day that somebody wrote in digits of any script, in the order of the locale or in that of ISO, with anything between
 * them or nothing at all. Undefined where it is no day or could be several. Of a year its last two digits are enough, in the
 * order of the locale: the one from 79 years ago to 20 years ahead is meant. Not where people count years otherwise, as in
 * Thailand or Iran: the same two digits are another year there.
 */
export function readDay(text: string, locale: string, now = Date.now()): string | undefined {
  const order = formatOf(locale, DIGITS)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter(isField)
  const groups = latinDigits(text).match(/\d+/g) ?? []
  const [first = ''] = groups
  const isRun = groups.length === 1 && (first.length === 8 || first.length === 6)
  const written = isRun ? cut(first, order) : groups
  const names = written[0]?.length === 4 ? ISO : order
  if (written.length !== 3) return undefined
  const [year = '', month = '', day = ''] = ISO.map((field) => written[names.indexOf(field)])
  const full = year.length === 2 ? fullYear(year, locale, now) : year
  const read = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : undefined
}

/** The year that two digits stand for. As they are where the years of the locale are not those of the answer. */
function fullYear(digits: string, locale: string, now: number): string {
  if (!countsFromIso(locale)) return digits
  const last = new Date(now).getFullYear() + 20
  return String(last - ((last - Number(digits)) % 100))
}

function countsFromIso(locale: string): boolean {
  try {
    return new Intl.DateTimeFormat(locale).resolvedOptions().calendar === 'gregory'
  } catch {
    return true
  }
}

/** `24122025` as its fields, and `241225`. */
function cut(digits: string, order: readonly Field[]): string[] {
  const years = digits.length - 4
  let at = 0
  return order.map((field) => digits.slice(at, (at += field === 'year' ? years : 2)))
}

function isField(type: string): type is Field {
  return type === 'year' || type === 'month' || type === 'day'
}

/** Digits of any script as 0–9: those of a script stand in a row that begins at their zero. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0
    const code = zero
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })
}

/** Regions whose week begins on Sunday or Saturday, for browsers that cannot say; all others begin on Monday. */
const SUNDAY =
  /AU|BD|BR|CA|CO|DO|GT|HK|HN|ID|IL|IN|JP|KE|KR|MX|MY|PA|PE|PH|PK|PR|SA|SG|SV|TH|TW|US|VE|YE|ZA|ZW/
const SATURDAY = /AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY/

/** The first day of the week: 0 is Sunday. */
export function weekStart(locale: string): number {
  try {
    const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale)
    const { region = '' } = known.maximize()
    const table = SUNDAY.test(region) ? 0 : SATURDAY.test(region) ? 6 : 1
    return (known.getWeekInfo?.().firstDay ?? table) % 7
  } catch {
    return 1
  }
}
