/** Asks the person for their password and gives it to the server; false when they would rather not. */
export type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Says who asks when the server wants the password once more. Answers how to take it back. */
export function askWith(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** Whether the person has given their password now. Several calls that want it ask once. */
export function passwordConfirmed(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
  return asking
}
