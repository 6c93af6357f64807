interface Reference {
  id: string
  key: string
}

// `{{` is a literal brace: it is matched first, so that what follows it is left alone.
const STORED = /\{\{|\{#([a-z][a-z0-9]*)\}/g
const TYPED = /\{\{|\{\s*([a-z][a-z0-9_]*)\s*\}/g

/** A stored formula as it is shown: `{#id}` becomes `{key}`; a reference to nothing stays as it is. */
export function shownFormula(stored: string, references: readonly Reference[]): string {
  return stored.replace(STORED, (whole, id: string | undefined) => {
    const key = references.find((reference) => reference.id === id)?.key
    return key === undefined ? whole : `{${key}}`
  })
}

/** The reverse: `{key}` becomes `{#id}`; an unknown key stays, and the check will name it. */
export function storedFormula(shown: string, references: readonly Reference[]): string {
  return shown.replace(TYPED, (whole, key: string | undefined) => {
    const id = references.find((reference) => reference.key === key)?.id
    return id === undefined ? whole : `{#${id}}`
  })
}
