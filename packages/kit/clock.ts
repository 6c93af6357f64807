/** Made once: making a format takes long. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** More than there are time zones; each has many spellings (`europe/BERLIN`), and settings hold what was written. */
const MOST_FORMATS = 1000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    // Swedish writes year, month and day in this order, and 24 hours
    format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  return format
}

/** Whether a name is one of a real time zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The local date-time of an instant (milliseconds since the epoch), `YYYY-MM-DDTHH:mm:ss`. */
export function localAt(instant: number, timeZone: string): string {
  const digits = formatOf(timeZone).format(instant).match(/\d+/g) ?? []
  const [year = '', month, day, ...time] = digits
  return `${year.padStart(4, '0')}-${month}-${day}T${time.join(':')}`
}
