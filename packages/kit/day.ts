/** How long a day is written. */
export type DayStyle = 'short' | 'medium' | 'long' | 'full'

/** Whether a text is a calendar day, `2024-02-29`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00Z`)
  // Some read 30 February as a day of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Which hours a clock has. */
export type Hours = '12' | '24' | 'locale'

/**
 * A day, a time of day, or both (`2024-02-29T17:30`), as people of a locale write it; the creator's own without one. As it
 * is where nobody knows the locale. The calendar is everywhere the one it was asked for in.
 */
export function shownMoment(
  moment: string,
  locale: string | undefined,
  dateStyle: DayStyle = 'medium',
  hours: Hours = 'locale',
): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d.*)?$/.exec(moment) ?? []
  try {
    const format = new Intl.DateTimeFormat(locale, {
      calendar: 'gregory',
      timeZone: 'UTC',
      ...(day && { dateStyle }),
      ...(time && { timeStyle: time.length > 5 ? 'medium' : 'short' }),
      ...(hours !== 'locale' && { hourCycle: hours === '12' ? 'h12' : 'h23' }),
    })
    return format.format(new Date(`${day ?? '2024-01-01'}T${time ?? '00:00'}Z`))
  } catch {
    return moment
  }
}
