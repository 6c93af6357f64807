import hash from '@adonisjs/core/services/hash'
import { inLine } from '#app/http/load_shedding'

/**
 * Who gives a password: a stranger to the account, a browser that its person has used before, somebody who is signed in,
 * a visitor of a form. Each kind has places of its own, so that guesses of strangers never hold up a person at their own
 * browser; and each `name` (an address, an account) has a line of its own, so that none keeps the others waiting.
 */
export interface PasswordGiver {
  kind: keyof typeof AT_ONCE
  name: string
}

/** Passwords that are hashed at the same time: each takes 32 MB and a good part of a second of one core. */
const AT_ONCE = { stranger: 2, known: 1, member: 1, visitor: 1 }
/** So many of one name wait, so long in milliseconds; the next one is refused with 503. */
const LINE = { most: 30, ms: 10_000 }

function inTurn<T>({ kind, name }: PasswordGiver, work: () => Promise<T>): Promise<T> {
  const places = [
    { of: `hashing for ${kind} ${name}`, most: AT_ONCE[kind] },
    { of: `hashing for ${kind}`, most: AT_ONCE[kind] },
  ] as const
  return inLine(places, LINE, work)
}

/** A password as it is kept. 503 where too many are being hashed. */
export function hashPassword(password: string, by: PasswordGiver): Promise<string> {
  return inTurn(by, () => hash.make(password))
}

/** Whether a password is the one kept. 503 where too many are being hashed. */
export function passwordMatches(kept: string, password: string, by: PasswordGiver): Promise<boolean> {
  return inTurn(by, () => hash.verify(kept, password))
}
