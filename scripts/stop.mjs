/** A reason not to go on that the operator can act on: printed as it is, without a stack. */
export class Stop extends Error {}

/**
 * The code that Node or PostgreSQL gave an error; empty without one.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
