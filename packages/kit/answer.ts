import type { Problem } from './problem.ts'
import type { Value } from './value.ts'

/** A stored file as an answer holds it. Bytes never travel with it. */
export interface FileReference {
  /** names it in answers and in paths */
  id: string
  /** as it was called where it came from */
  name: string
  /** bytes */
  size: number
  /** judged by content, not by name */
  type: string
}

/** The entries of one field in a form post, by part: `''` is the bare name `f.<block>`, `other` is `f.<block>.other`. */
export type FormEntries = Readonly<Record<string, readonly (string | FileReference)[]>>

/** What parse and validate may know besides the candidate. No clock: time is an argument. */
export interface AnswerContext {
  /** BCP 47, the respondent's own */
  locale: string
  /** milliseconds since the epoch */
  now: number
  /** IANA name, when known and real */
  timeZone?: string
  /** where the candidate comes from: what a person typed (`form`), or data (`data`: JSON, CSV, URL) */
  source: 'form' | 'data'
}

/** What validate may know besides the answer. */
export interface JudgeContext extends AnswerContext {
  /** An answer is wanted, always or by a rule that holds now. */
  required: boolean
}

/** `answer` is absent when the field is empty. With problems there may still be an answer to show. */
export interface ParseResult<A> {
  answer?: A
  problems: Problem[]
  /** Said by the house alone, where `parse` threw: nothing can be answered here, so nothing has to be. */
  failed?: true
}

/** What a cell of a table or an export holds. */
export type Cell = string | number | boolean | null

/**
 * A claim on something limited: a key that may be taken `limit` times in the whole form (docs/decisions.md: Claims).
 */
export interface Claim {
  key: string
  limit: number
  /** what is wrong with the answer once the key is used up; without it the form as a whole is full */
  problem?: Problem
}

/**
 * How answers of a kind behave, the same in the browser and on the server. Small: it is loaded by the public page,
 * so it imports nothing but types.
 *
 * S settings, A canonical answer, R raw: what the controls hold (JSON), which may be unfinished ("1.").
 */
export interface AnswerModule<S, A, R> {
  /** Named inputs of a post (`f.<block>[.<part>]`) → raw. Must be the inverse of what the control renders. */
  fromForm(entries: FormEntries, settings: S): R
  /** A stored answer → raw, to fill the control in again. */
  toRaw(answer: A, settings: S): R
  /** Anything (raw, JSON of the API, CSV cell, URL parameter) → canonical answer, or coded problems. Never throws. */
  parse(candidate: unknown, settings: S, context: AnswerContext): ParseResult<A>
  /**
   * Judges a parsed answer against the settings. That there is none where one is required is the engine's business; that
   * there is half of one is this one's: `required` says whether the whole is wanted. What is wrong where it is not required
   * is wrong where it is.
   */
  validate(answer: A, settings: S, context: JudgeContext): Problem[]
  /** The values of its parts by id, as conditions, formulas and columns see them. What is empty may be absent. */
  values(answer: A, settings: S, context: AnswerContext): Readonly<Record<string, Value | undefined>>
  /**
   * What a person reads of the answer, or of one part of it: piping, search, mail, cells. One line unless the answer itself
   * has several. Where it is several things (choices, files) a list of them: whoever shows it puts them side by side, and
   * keeps those with commas in them apart. `''` where the part is empty. With `locale` it is for a respondent who reads it in
   * a text of the form: numbers and dates as they are written there. Without it as data writes them.
   */
  toText(answer: A, settings: S, part?: string, locale?: string): string | readonly string[]
  /**
   * What it means to leave the control as it was drawn, where that is an answer: a switch is off. It counts like a default,
   * where the block has none, and `fromForm` makes it of the post. `params` are those of the link; the names that are
   * looked for stand in the settings, defaults included: a page is not drawn anew for other ones. A field without a control
   * (`labelling` none) has its answer from here alone. Without it: no answer.
   */
  untouched?(settings: S, params: Readonly<Record<string, string>>): A | undefined
  /** Limits this answer uses up (unique values, option capacity). */
  claims?(answer: A, settings: S): Claim[]
}

/** Identity that gives an answer module its types. */
export function defineAnswer<S, A, R = unknown>(module: AnswerModule<S, A, R>): AnswerModule<S, A, R> {
  return module
}
