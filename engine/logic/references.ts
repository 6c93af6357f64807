/**
 * Texts and formulas refer to blocks as `{#id}` when stored and as `{key}` when shown and typed; `{{` is a literal
 * brace in both.
 */
const STORED = /\{\{|\{#([A-Za-z0-9_-]{1,64})\}/g
const SHOWN = /\{\{|\{([a-z][a-z0-9_]{0,63})\}/g

/** One piece of a stored text: literal, or the value of a block. */
export type Piece = { literal: string } | { block: string; at: number }

/** A stored text, split once: what the references stand between is literal. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  let end = 0
  for (const match of text.matchAll(STORED)) {
    literal += text.slice(end, match.index)
    end = match.index + match[0].length
    if (match[1] === undefined) {
      literal += '{'
      continue
    }
    if (literal !== '') pieces.push({ literal })
    literal = ''
    pieces.push({ block: match[1], at: match.index })
  }
  literal += text.slice(end)
  if (literal !== '') pieces.push({ literal })
  return pieces
}

/** A stored text as it is edited: what is typed stays as it is typed, a literal `{{` too. */
export function partsOf(text: string): ({ text: string } | { block: string })[] {
  const parts: ({ text: string } | { block: string })[] = []
  let end = 0
  for (const match of text.matchAll(STORED)) {
    if (match[1] === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ block: match[1] })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Ids of the blocks a stored text or formula refers to, each once, in order. */
export function referencesOf(text: string): string[] {
  const ids = new Set<string>()
  for (const match of text.matchAll(STORED)) if (match[1] !== undefined) ids.add(match[1])
  return [...ids]
}

/** Stored → shown: `{#id}` becomes `{key}`. A block without a key stays as it is. */
export function showKeys(text: string, keyOf: (id: string) => string | undefined): string {
  return text.replace(STORED, (found, id?: string) => {
    const key = id === undefined ? undefined : keyOf(id)
    return key === undefined ? found : `{${key}}`
  })
}

/** Shown → stored: `{key}` becomes `{#id}`. A name that is no key stays as it is: in a text it is literal, in a formula an error. */
export function storeIds(text: string, idOf: (key: string) => string | undefined): string {
  return text.replace(SHOWN, (found, key?: string) => {
    const id = key === undefined ? undefined : idOf(key)
    return id === undefined ? found : `{#${id}}`
  })
}
