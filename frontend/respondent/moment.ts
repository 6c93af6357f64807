/** A moment as it is read in a zone: that of the reader where none is given. The zone is named. */
export function momentText(instant: string, language: string, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: timeZone ? 'short' : 'long',
  }).formatToParts(new Date(instant))
  // no line ends between "12:00" and "AM"
  return parts
    .map(({ value }, at) => (value.trim() === '' && parts[at + 1]?.type === 'dayPeriod' ? '\u00a0' : value))
    .join('')
}
