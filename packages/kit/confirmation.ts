import type { FormEntries } from './answer.ts'
import type { Problem } from './problem.ts'

/**
 * What a control holds besides an answer that a code is to confirm (`confirms` of the definition). The house draws the
 * inputs, `${name}.code` and so on, and fills all of it in; a kind keeps it in its raw, which is an object.
 */
export interface Confirmation {
  /** the answer that all of it is about: for another one it says nothing */
  to?: string
  /** says which code was sent, and is given back with the code that was typed */
  sent?: string
  /** the code that was typed */
  code?: string
  /** the server's word that the code was right */
  proof?: string
}

/** The part of a control that the code is typed into. */
export const CODE = 'code'

/** What of a confirmation is in a post. */
export function confirmationIn(entries: FormEntries): Confirmation {
  const found: Confirmation = {}
  for (const name of ['to', 'sent', CODE, 'proof'] as const) {
    const text = entries[name]?.[0]
    if (text && typeof text === 'string') found[name] = text
  }
  return found
}

/**
 * What is wrong with an answer as long as no code has confirmed it. It spares people a way to the server and back; what
 * decides is the server, which alone can tell whether a proof is one.
 */
export function unconfirmed({ to, proof }: Confirmation, answer: string): Problem[] {
  return proof && to === answer
    ? []
    : [{ code: 'not-accepted', part: CODE, params: { reason: 'code-missing' } }]
}
