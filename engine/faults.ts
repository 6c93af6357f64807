/** What a function of a kind threw, or that it answered what it never may. */
export interface MemberFault {
  kind: string
  /** which of its functions */
  member: string
  error: unknown
}

/** A list of more things than any form has is a mistake of its plugin. */
const MOST_LISTED = 100_000

/** Whoever is told of faults. */
export type ReportFault = (fault: MemberFault) => void

/**
 * What the members of a definition threw for the settings of one block. A member that throws is reported and has answered
 * nothing, so that nothing but its block is the poorer.
 */
export class Faults {
  readonly #kind: string
  readonly #report: ReportFault
  #found: Map<string, MemberFault> | undefined

  constructor(kind: string, report: ReportFault = () => undefined) {
    this.#kind = kind
    this.#report = report
  }

  /** What the member answers; `nothing` when it throws, or answers what does not fit: a package is code that nobody checked. */
  ask<T>(member: string, answer: () => T, nothing: T, fits: (given: T) => boolean = () => true): T {
    try {
      const given = answer()
      if (isPromise(given)) throw new TypeError('it answered a promise, and nobody waits for it')
      if (!fits(given)) throw new TypeError('it answered something that cannot be used')
      return given
    } catch (error) {
      const fault = { kind: this.#kind, member, error }
      this.#found ??= new Map()
      if (!this.#found.has(member)) this.#found.set(member, fault)
      this.#report(fault)
      return nothing
    }
  }

  /**
   * The list that the member answers; an empty one when it throws, or answers anything but a list of what fits, each by itself
   * and all together.
   */
  list<T>(
    member: string,
    answer: () => readonly T[],
    fits: (item: T) => boolean,
    together: (list: readonly T[]) => boolean = () => true,
  ): readonly T[] {
    return this.ask(
      member,
      answer,
      [],
      (list) => isListOf(list, fits) && list.length <= MOST_LISTED && together(list),
    )
  }

  /** What this member threw. */
  of(member: string): MemberFault | undefined {
    return this.#found?.get(member)
  }

  /** What any member threw, of those that were asked. */
  get all(): readonly MemberFault[] {
    return [...(this.#found?.values() ?? [])]
  }
}

/** Whether it is a list of what fits. "every" alone would pass over holes, where whoever reads it meets nothing. */
export function isListOf<T>(given: unknown, fits: (item: T) => boolean): boolean {
  return Array.isArray(given) && !given.includes(undefined) && given.every(fits)
}

/** Whether it is there only later. */
export function isPromise(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'then' in given && typeof given.then === 'function'
}

/** Longest text of an error that is shown. */
const LONGEST_WORDS = 200

/** What an error says, in a sentence's end. */
export function errorWords(error: unknown, longest = LONGEST_WORDS): string {
  try {
    const words: unknown = error instanceof Error ? error.message : error
    return String(words).slice(0, longest)
  } catch {
    // anything can be thrown: what has no words, or fails once more as it is asked for them
    return 'It did not say why.'
  }
}

/** What was thrown as an error that can be logged, and handed to another thread, whatever it was. */
export function tellable(error: unknown): Error {
  const told = new Error(errorWords(error, LONGEST_TOLD))
  try {
    if (error instanceof Error && typeof error.stack === 'string') {
      told.name = String(error.name)
      told.stack = error.stack.slice(0, LONGEST_TOLD)
    }
  } catch {
    // then it has no more to say than its words
  }
  return told
}

/** Longest text of an error that is logged. */
const LONGEST_TOLD = 10_000
