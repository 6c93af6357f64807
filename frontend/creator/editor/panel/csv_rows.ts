/** A row of a CSV text, and the line of the text that it begins in. */
export interface CsvRow {
  line: number
  cells: readonly string[]
}

/** The text of a file: UTF-8, UTF-16 where a byte order mark says so, else what Windows wrote before (`old`). */
export function decoded(bytes: Uint8Array): { text: string; old: boolean } {
  const [first, second] = bytes
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff && 'utf-16be'
  if (wide) return { text: new TextDecoder(wide).decode(bytes), old: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), old: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), old: true }
  }
}

/**
 * The rows of a CSV text, without those that say nothing. Between cells stands what its first line names as spreadsheets do
 * (`sep=|`), or what is most in the first row: a comma, a semicolon or a tab; a cell in quotes may hold it, line breaks, and quotes twice. A quote that never ends is a sign like
 * any other.
 */
export function rowsOf(csv: string): CsvRow[] {
  const text = csv.replace(/^\ufeff/, '')
  const [named = '', told] = /^sep=([,;|\t])(?:\r\n?|\n)/i.exec(text) ?? []
  const between = told ?? separatorOf(text)
  const plain = new RegExp(`[^${between}\r\n]*`, 'y')
  const rows: CsvRow[] = []
  let at = named.length
  let line = named === '' ? 1 : 2
  while (at < text.length) {
    const cells: string[] = []
    const begins = line
    for (;;) {
      const { cell, end } = cellAt(text, at, plain)
      line += breaksIn(text.slice(at, end))
      cells.push(cell)
      at = end + 1
      if (text[end] !== between) break
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1
    line += 1
    if (cells.some((one) => one !== '')) rows.push({ line: begins, cells })
  }
  return rows
}

function separatorOf(text: string): string {
  const unquoted = text.slice(0, 10_000).replaceAll(/"[^"]*"/g, '')
  const [head = ''] = unquoted.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1)
  const [between = ','] = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length)
  return between
}

/** The cell that begins at a place, and where it ends. What stands behind its quotes belongs to it. */
function cellAt(text: string, start: number, plain: RegExp): { cell: string; end: number } {
  let open = start
  while (text[open] === ' ') open += 1
  const close = text[open] === '"' ? closing(text, open + 1) : -1
  const quoted = close < 0 ? '' : text.slice(open + 1, close).replaceAll('""', '"')
  const from = close < 0 ? start : close + 1
  plain.lastIndex = from
  const rest = plain.exec(text)?.[0] ?? ''
  return { cell: (quoted + rest).trim(), end: from + rest.length }
}

/** The next quote that stands alone; -1 where there is none. */
function closing(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function breaksIn(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}
