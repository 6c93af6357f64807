import type { AnswerContext } from '@formwright/kit/answer'
import { localAt } from '@formwright/kit/clock'
import { type Hours, shownMoment } from '@formwright/kit/day'
import type { Problem } from '@formwright/kit/problem'
import { type Asks, partsOf } from './moment.ts'

/** Where and when an answer is judged. */
export type Place = Pick<AnswerContext, 'locale' | 'now' | 'timeZone'>

/** A number of days, months or years from today. */
export interface Relative {
  amount?: number | undefined
  unit: 'days' | 'months' | 'years'
}

/** The settings that limit an answer; `field.ts`, which reads them, needs this file. */
export interface Limits {
  asks: Asks
  min?: string | undefined
  max?: string | undefined
  minRelative: Relative
  maxRelative: Relative
  minTime: string
  maxTime: string
  weekdays: Readonly<Record<(typeof WEEK)[number], boolean>>
  closedDays: string
  hours: Hours
  zone: string
}

/** The days of the week as settings name them; Sunday is the first to JavaScript. */
const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The day it is in the zone of the field, of the respondent, or in UTC where nobody knows better. */
export function todayIn({ now, timeZone }: Omit<Place, 'locale'>, zone: string): string {
  return localAt(now, zone || timeZone || 'UTC').slice(0, 10)
}

/** A day moved; the 31st of a shorter month is its last day. */
export function moved(day: string, amount: number, unit: Relative['unit']): string {
  const at = new Date(`${day}T00:00Z`)
  const date = at.getUTCDate()
  if (unit === 'days') at.setUTCDate(date + amount)
  else {
    at.setUTCMonth(at.getUTCMonth() + amount * (unit === 'years' ? 12 : 1))
    if (at.getUTCDate() !== date) at.setUTCDate(0)
  }
  return at.toISOString().slice(0, 10)
}

/** The first and the last day that may be given, fixed or from today: where both are set, both hold. */
export function limitsOf(settings: Limits, place: Omit<Place, 'locale'>): { min?: string; max?: string } {
  const { min, max, minRelative, maxRelative, zone } = settings
  const day = ({ amount, unit }: Relative) =>
    amount === undefined ? undefined : moved(todayIn(place, zone), amount, unit)
  const given = (...days: (string | undefined)[]) => days.filter((one) => one !== undefined).sort()
  return { min: given(min, day(minRelative)).at(-1), max: given(max, day(maxRelative))[0] }
}

/** Whether a day cannot be chosen although it lies between the limits. */
export function isClosed(day: string, { weekdays, closedDays }: Limits): boolean {
  const weekday = WEEK[new Date(`${day}T00:00Z`).getUTCDay()]
  return (weekday !== undefined && !weekdays[weekday]) || closedDays.includes(day)
}

/** What is wrong with a moment under the limits of the field. */
export function outside(moment: string, settings: Limits, place: Place): Problem[] {
  const { asks, minTime, maxTime, hours } = settings
  const { locale } = place
  const [day, time] = partsOf(moment, asks)
  const problem = (code: Problem['code'], reason: 'day' | 'time', limit: string): Problem[] => {
    const said = shownMoment(limit, locale, code === 'not-allowed' ? 'full' : 'medium', hours)
    return [{ code, params: { [code]: limit, reason, [reason]: said } }]
  }
  if (day) {
    const { min, max } = limitsOf(settings, place)
    if (min && day < min) return problem('min', 'day', min)
    if (max && day > max) return problem('max', 'day', max)
    if (isClosed(day, settings)) return problem('not-allowed', 'day', day)
  }
  if (time && minTime && time < minTime) return problem('min', 'time', minTime)
  return time && maxTime && time.slice(0, 5) > maxTime ? problem('max', 'time', maxTime) : []
}
