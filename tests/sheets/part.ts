/** What of the sheets is drawn. */
export interface Part {
  /** whether every row of its sheets is drawn: only then they take the place of those that were drawn before */
  whole: boolean
  hasSheet(name: string): boolean
  /** of a kind of block, or of the name of a screen */
  hasRow(name: string): boolean
}

/**
 * What was asked for: sheets by a part of their name, then rows by theirs. `kinds-simple date` is the date in both schemes of
 * the simple theme, `app-dark Editor` are the screens of the editor in the dark; nothing asked is everything.
 */
export function partOf([sheet = '', ...rows]: readonly string[]): Part {
  const asked = rows.map((row) => row.toLowerCase())
  return {
    whole: rows.length === 0,
    hasSheet: (name) => name.includes(sheet),
    hasRow: (name) => asked.length === 0 || asked.some((row) => name.toLowerCase().includes(row)),
  }
}
