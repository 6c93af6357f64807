/** A text of an answer as a person reads it: of several things, all with the commas of the locale between, or of data. */
export function readable(text: string | readonly string[], locale?: string): string {
  return typeof text === 'string' ? text : text.join(locale?.startsWith('ar') ? '، ' : ', ')
}

/**
 * A text of an answer as it stands in a cell: of several things each is quoted as in CSV where it could be taken for
 * several, so that the cell can be taken apart again.
 */
export function cellText(text: string | readonly string[]): string {
  return typeof text === 'string' ? text : text.map(quoted).join(', ')
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
