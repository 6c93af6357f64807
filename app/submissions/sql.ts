/** A piece of SQL with the values of its `?`. */
export interface Sql {
  sql: string
  bindings: Value[]
}

type Value = string | number | string[]

/** SQL out of pieces: what is SQL already is put in as it stands, anything else is a value. */
export function sql(texts: TemplateStringsArray, ...pieces: (Sql | Value)[]): Sql {
  const parts = pieces.map((piece) => {
    return typeof piece === 'object' && !Array.isArray(piece) ? piece : { sql: '?', bindings: [piece] }
  })
  return {
    sql: texts.reduce((text, next, index) => text + parts[index - 1].sql + next),
    bindings: parts.flatMap(({ bindings }) => bindings),
  }
}

/** A name or a whole expression without values. */
export function raw(text: string): Sql {
  return { sql: text, bindings: [] }
}

/** Conditions of which all must hold, or any. */
export function joined(parts: readonly Sql[], by: 'and' | 'or'): Sql {
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${by} `)})`,
    bindings: parts.flatMap((part) => part.bindings),
  }
}

/** The exact negation of a condition: where there is nothing to compare it holds. */
export function not(condition: Sql): Sql {
  return sql`not coalesce(${condition}, false)`
}
