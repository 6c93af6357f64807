/** Asks the person for something and gives it to the server; false when they would rather not. */
export type Ask = () => Promise<boolean>

/** What only the person can give before a call goes on. */
export interface Question {
  /** Says who asks. Answers how to take it back. */
  askWith(asker: Ask): () => void
  /** Whether the person has given it now. Several calls that want it ask once; with nobody to ask: no. */
  asked(): Promise<boolean>
}

function makeQuestion(): Question {
  let ask: Ask | undefined
  let asking: Promise<boolean> | undefined
  return {
    askWith(asker) {
      ask = asker
      return () => {
        if (ask === asker) ask = undefined
      }
    },
    asked() {
      asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
      return asking
    },
  }
}

/** The password once more, for what the server wants it for. */
export const passwordOnceMore = makeQuestion()

/** Signing in again, after the session of this page has ended. */
export const signInAgain = makeQuestion()
