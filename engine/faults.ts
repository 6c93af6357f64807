/** What a function of a kind threw, or that it answered what it never may. */
export interface MemberFault {
  kind: string
  /** which of its functions */
  member: string
  error: unknown
}

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

  /** The list that the member answers; an empty one when it throws, or answers anything but a list of what fits. */
  list<T>(member: string, answer: () => readonly T[], fits: (item: T) => boolean): readonly T[] {
    return this.ask(member, answer, [], (list) => Array.isArray(list) && list.every(fits))
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

/** Longest text of an error that is shown. */
const LONGEST_WORDS = 200

/** What an error says, in a sentence's end. */
export function errorWords(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.slice(0, LONGEST_WORDS)
}
