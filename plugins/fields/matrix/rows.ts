import type { Settings } from './field.ts'

/**
 * By row the column, or with `multiple` the columns in their order; or, of cells that are filled in, by row what each column
 * holds. Rows and cells without an answer are absent.
 */
export type Answer = Readonly<Record<string, string | readonly string[] | Filled>>
/** What the controls hold: by row the columns that are ticked, or what stands in its cells. */
export type Raw = Readonly<Record<string, readonly string[] | Filled>>
/** By column a text, a number, or the id of what a dropdown offers. */
export type Filled = Readonly<Record<string, string | number>>

/** Rows, columns, or what dropdowns offer. */
export type Lines = Settings['rows']

/** By row what is made of it; rows of which nothing is made are left out. */
export function byRow(
  rows: Lines,
  make: (row: Lines[number]) => readonly string[],
): Record<string, string[]> {
  const made = rows.map((row): [string, string[]] => [row.id, [...make(row)]])
  return Object.fromEntries(made.filter(([, ids]) => ids.length > 0))
}

/** What a text says as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether something can hold rows, or a row its cells. */
export function isRecord(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

/** What somebody may have said of a row, or of a cell. */
export function heldIn(given: unknown, name: string): unknown {
  return isRecord(given) && Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined
}

/** The id of what is named: by it, else by exact label. */
export function idNamed(name: string | undefined, lines: Lines): string | undefined {
  return (lines.find(({ id }) => id === name) ?? lines.find(({ label }) => label === name))?.id
}

/** What a line is called; one that is gone by its id. */
export function labelOf(id: string, lines: Lines): string {
  return lines.find((line) => line.id === id)?.label ?? id
}
