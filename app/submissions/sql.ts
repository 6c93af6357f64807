/** A condition, or another piece of SQL, with the values of its `?`. */
export interface Sql {
  sql: string
  bindings: (string | number | string[])[]
}

/** SQL with its values. */
export function sql(text: string, ...bindings: Sql['bindings']): Sql {
  return { sql: text, bindings }
}

/** Conditions of which all must hold, or any. */
export function joined(parts: readonly Sql[], by: 'and' | 'or'): Sql {
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${by} `)})`,
    bindings: parts.flatMap((part) => part.bindings),
  }
}

const SPACE = `E' \\t\\n\\r\\f\\u00a0'`

/** A text as comparisons see it. What is packed is folded the same way. */
export function fold(text: string): string {
  return `lower(normalize(btrim(${text}, ${SPACE}), NFC))`
}
