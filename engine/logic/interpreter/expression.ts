import type { Value } from '@formwright/kit/value'

/**
 * A compiled expression: JSON. A scalar is itself, everything else is `[operation, ...arguments]`. `['node', n]` reads
 * node n of the plan, `['field', id, disabled]` the value of the answer of a block, `['field', id, disabled, part]` that of a
 * part of it, `['reading', …]` what a person reads of either, `['answered', id, disabled]` true where there is an answer.
 * In the place of the part a reading may say that it is data: `ANSWER` or `CHOICES`.
 * Behind the part (null: the whole), a reading names the nodes of the texts that it is told with, and each of them that
 * which the default is made of.
 * In sections that repeat, `['own', n]` reads node n in the same item, `['items', n, s]` in each item of the section at
 * place s, and `['item-count', s]` is how many it has.
 */
export type Expression = string | number | boolean | null | readonly Expression[]

/** A reading that is the answer as JSON. No part is called so, nor as the next. */
export const ANSWER = '*'
/** A reading that is a list of the choices, each as a person reads it. */
export const CHOICES = '+'

/**
 * A result of arithmetic that a `number` does not keep: `coefficient` × 10^`exponent`. Only arithmetic sees more of it
 * than `nearest`.
 */
export interface BigDecimal {
  readonly coefficient: bigint
  readonly exponent: number
  /** what stands below 10^place is not sure; -Infinity when everything is */
  readonly place: number
  /** the number of 15 digits that it is shown, compared and stored as */
  readonly nearest: number
}

/**
 * What an expression gives. `null` is empty; `undefined` is *no value*: the result of a division by zero and the like,
 * which spreads through arithmetic until `iferror` catches it. A list is several choices, or what items have.
 */
export type Result = Value | BigDecimal | undefined | Result[]

/** What nodes are in the items of sections. */
export interface ItemValues {
  /** in the item that is worked out */
  own(node: number): Result
  /** in each item of the section at this place, in order */
  list(node: number, section: number): Result[]
  count(section: number): number
}

/** What running expressions may read. */
export interface Scope {
  /** results of the plan's nodes */
  values: Result[]
  /** value of a part of the answer of a block (by its place in the plan); a disabled one holds its default */
  field(block: number, disabled: boolean, part: string): Result
  /** what a person reads of a part of the answer of a block, or (undefined) of the whole; '' when empty */
  reading(block: number, disabled: boolean, part: string | undefined): Value
  /** true where a block has an answer; else empty */
  answered(block: number, disabled: boolean): Result
  /** what a person reads of a computed value */
  readingOf(block: number, value: Result): Value
  /** URL parameters of the visit */
  param(name: string): string | null
  /** in forms with sections that repeat */
  items?: ItemValues
  /** units of text that may still be made and looked through (text_budget.ts) */
  textLeft: number
  /** on a server: told where one has no value because it, or all together, would be too long; says that it is so */
  tooLong?: (() => false) | undefined
  /** milliseconds since the epoch */
  now: number
  /** IANA zone of the respondent; UTC when unknown */
  timeZone: string
}

/** An expression made ready to run. */
export type Run = (scope: Scope) => Result

/** Where what an expression reads stands, and who wants to know that it is read. */
export interface Links {
  /** the place of a block */
  blockAt(id: string): number
  readsNode(node: number): void
  /** the answer of the block at this place is read */
  readsAnswer(place: number): void
  /** which items the section at this place has is read, and what a node is in them */
  readsItems(section: number, node?: number): void
}

/** How an operation is made from its arguments; `whole` is the expression as it stands in the plan, the operation's name first. */
export type Operation = (args: Run[], whole: readonly Expression[], links: Links) => Run
