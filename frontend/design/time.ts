const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Made once: making one takes longer than writing a hundred times with it. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
/** "02:58" and "2:58 AM": nobody writes "02:58 AM". */
const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
const SHORT = {
  day: 'numeric',
  month: 'short',
  hour: hour12 ? 'numeric' : '2-digit',
  minute: '2-digit',
} as const
const dayAndTime = new Intl.DateTimeFormat(undefined, SHORT)
const yearDayAndTime = new Intl.DateTimeFormat(undefined, { ...SHORT, year: 'numeric' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/**
 * "5 minutes ago", "in 2 hours"; under a minute "now". The interface is English, so are these words. `largest`: what is
 * longer is counted in these, too.
 */
export function relativeTime(
  instant: string | Date,
  now: number = Date.now(),
  largest: 'year' | 'day' = 'year',
): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  for (const [unit, size] of STEPS.slice(STEPS.findIndex(([unit]) => unit === largest))) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return 'now'
}

/** Day and time as the person's own settings write them, with the year where it is not this one. */
export function dateTime(instant: string | Date, now: Date = new Date()): string {
  const date = new Date(instant)
  return (date.getFullYear() === now.getFullYear() ? dayAndTime : yearDayAndTime).format(date)
}

/** The day as the person's own settings write it. */
export function date(instant: string | Date): string {
  return day.format(new Date(instant))
}

/** Hours and minutes, 24 h. */
export function timeOfDay(instant: Date): string {
  return clock.format(instant)
}
