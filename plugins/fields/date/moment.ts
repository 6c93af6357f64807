import { isDay } from '@formwright/kit/day'

/** What a field asks for. */
export type Asks = 'date' | 'datetime' | 'time'

/** Whether a text is what this field asks for: a day, a time of day, or both with `T` between. */
export function isMoment(text: string, asks: Asks): boolean {
  const [day, time] = partsOf(text, asks)
  return (asks === 'time' || isDay(day)) && (asks === 'date' || isTime(time))
}

/** Whether a text is a time of day: hours and minutes, perhaps seconds. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
}

/** The day and the time of day of what stands there; what is not asked for is empty. */
export function partsOf(text: string, asks: Asks): readonly [day: string, time: string] {
  if (asks !== 'datetime') return asks === 'date' ? [text, ''] : ['', text]
  return [text.slice(0, 10), text[10] === 'T' ? text.slice(11) : '']
}
