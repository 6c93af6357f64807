/** A moment as it is read in a zone: that of the reader where none is given. The zone is named. */
export function momentText(instant: string, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: timeZone ? 'short' : 'long',
  }).format(new Date(instant))
}
