/** Whether a text is a calendar day, `2024-02-29`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00Z`)
  // Some read 30 February as a day of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A day as people of a locale write it; as it is where nobody knows the locale. */
export function shownDay(day: string, locale?: string): string {
  try {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    return format.format(new Date(`${day}T00:00Z`))
  } catch {
    return day
  }
}
