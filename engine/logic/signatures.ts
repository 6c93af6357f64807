import type { ValueType } from '@formwright/kit/value'

/** The type of a part of a formula; `empty` is the literal, which fits everywhere; `whole` an answer that has parts only. */
export type Type = ValueType | 'empty' | 'whole'

/** What a parameter takes. `any` is every type, `first` the type of the first argument that has one. */
export type Parameter = Type | 'any' | 'written' | 'first'

/** How a function is called. Parameters behind the `required` ones may be missing; `rest` may come any number of times. */
export interface Signature {
  parameters: readonly Parameter[]
  /** how many parameters must be given; all when absent */
  required?: number
  rest?: Parameter
  result: Type | 'first'
  group: 'number' | 'text' | 'date' | 'logic' | 'list'
}

const numeric = (...parameters: Parameter[]): Signature => ({ parameters, result: 'number', group: 'number' })
const rounding: Signature = {
  parameters: ['number', 'number'],
  required: 1,
  result: 'number',
  group: 'number',
}
const aggregate: Signature = { parameters: [], rest: 'number', result: 'number', group: 'list' }
const textual = (result: Type, ...parameters: Parameter[]): Signature => ({
  parameters,
  result,
  group: 'text',
})
const dated = (result: Type, ...parameters: Parameter[]): Signature => ({ parameters, result, group: 'date' })
const junction: Signature = { parameters: ['boolean'], rest: 'boolean', result: 'boolean', group: 'logic' }

/** The functions of formulas. `written` is what reads as text: text, choices, dates. */
export const signatures: Readonly<Record<string, Signature>> = {
  round: rounding,
  floor: rounding,
  ceil: rounding,
  trunc: rounding,
  abs: numeric('number'),
  sign: numeric('number'),
  sqrt: numeric('number'),
  exp: numeric('number'),
  ln: numeric('number'),
  log10: numeric('number'),
  mod: numeric('number', 'number'),
  power: numeric('number', 'number'),
  clamp: numeric('number', 'number', 'number'),
  sum: aggregate,
  avg: aggregate,
  min: aggregate,
  max: aggregate,
  count: { parameters: [], rest: 'any', result: 'number', group: 'list' },
  value: { parameters: ['any'], result: 'number', group: 'list' },
  where: { parameters: ['any', 'boolean'], result: 'first', group: 'list' },

  length: textual('number', 'written'),
  upper: textual('text', 'written'),
  lower: textual('text', 'written'),
  trim: textual('text', 'written'),
  concat: { parameters: [], rest: 'any', result: 'text', group: 'text' },
  contains: textual('boolean', 'any', 'any'),
  starts_with: textual('boolean', 'written', 'written'),
  ends_with: textual('boolean', 'written', 'written'),
  left: textual('text', 'written', 'number'),
  right: textual('text', 'written', 'number'),
  mid: textual('text', 'written', 'number', 'number'),
  replace: textual('text', 'written', 'written', 'written'),
  text: textual('text', 'any'),
  number: textual('number', 'written'),

  if: { parameters: ['boolean', 'first', 'first'], required: 2, result: 'first', group: 'logic' },
  iferror: { parameters: ['first', 'first'], result: 'first', group: 'logic' },
  coalesce: { parameters: ['first'], rest: 'first', result: 'first', group: 'logic' },
  isempty: { parameters: ['any'], result: 'boolean', group: 'logic' },
  and: junction,
  or: junction,
  not: { parameters: ['boolean'], result: 'boolean', group: 'logic' },

  date: { parameters: ['any', 'number', 'number'], required: 1, result: 'date', group: 'date' },
  today: dated('date'),
  now: dated('date'),
  year: dated('number', 'date'),
  month: dated('number', 'date'),
  day: dated('number', 'date'),
  weekday: dated('number', 'date'),
  hour: dated('number', 'date'),
  minute: dated('number', 'date'),
  days_between: dated('number', 'date', 'date'),
  months_between: dated('number', 'date', 'date'),
  years_between: dated('number', 'date', 'date'),
  hours_between: dated('number', 'date', 'date'),
  add_days: dated('date', 'date', 'number'),
  add_months: dated('date', 'date', 'number'),
  add_years: dated('date', 'date', 'number'),
}

/** Arithmetic signs are functions too; comparisons and `&` have rules of their own. */
const arithmetic: Readonly<Record<string, Signature>> = {
  '+': numeric('number', 'number'),
  '-': numeric('number', 'number'),
  '*': numeric('number', 'number'),
  '/': numeric('number', 'number'),
  negative: numeric('number'),
  positive: numeric('number'),
}

/** How a function or an arithmetic sign is called; undefined when there is none of this name. */
export function signatureOf(name: string): Signature | undefined {
  for (const table of [arithmetic, signatures]) if (Object.hasOwn(table, name)) return table[name]
  return undefined
}
