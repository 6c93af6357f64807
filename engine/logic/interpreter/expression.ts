import type { Value } from '../../../plugins/kit/value.ts'

/**
 * A compiled expression: JSON. A scalar is itself, everything else is `[operation, ...arguments]`. `['node', n]` reads
 * node n of the plan, `['field', b]` the value of the answer of block b, `['reading', b]` what a person reads of it.
 */
export type Expression = string | number | boolean | null | readonly Expression[]

/**
 * What an expression gives. `null` is empty; `undefined` is *no value*: the result of a division by zero and the like,
 * which spreads through arithmetic until `iferror` catches it.
 */
export type Result = Value | undefined

/** What running expressions may read. */
export interface Scope {
  /** results of the plan's nodes */
  values: Result[]
  /** logic value of the answer of a block (its place in the plan), before relevance */
  field(block: number): Result
  /** what a person reads of the answer of a block; '' when empty */
  reading(block: number): string
  /** URL parameters of the visit */
  param(name: string): string | null
  /** local date-time of the respondent, `YYYY-MM-DDTHH:mm:ss` */
  now: string
  /** IANA zone for elapsed time; UTC when unknown */
  timeZone: string
  /** answer of the server to what a browser cannot know; undefined until it spoke */
  asked(key: string): Result
}

/** An expression made ready to run. */
export type Run = (scope: Scope) => Result
