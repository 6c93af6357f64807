/** What stands for an answer in a stored text, `{#block}`, `{#block.part}` or `{#section.block}`; `{{` is a literal brace. */
export const STORED = /\{\{|\{#([A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){0,2})\}/g

/** One piece of a stored text: literal, or an answer or a part of one by its address. */
export type Piece = { literal: string } | { address: string; at: number }

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
    pieces.push({ address: match[1], at: match.index })
  }
  literal += text.slice(end)
  if (literal !== '') pieces.push({ literal })
  return pieces
}
