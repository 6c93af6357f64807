/** What a function of formulas is called with, and what it does, for the menu of the formula field. */
export interface FunctionWords {
  values: string
  words: string
}

const of = (values: string, words: string): FunctionWords => ({ values, words })

/** All functions of formulas, in the order of the menu. */
export const FUNCTIONS: Readonly<Record<string, FunctionWords>> = {
  if: of('condition, then, otherwise', 'One value if the condition holds, else the other'),
  round: of('number, decimals', 'The nearest number'),
  floor: of('number, decimals', 'Rounded down'),
  ceil: of('number, decimals', 'Rounded up'),
  trunc: of('number, decimals', 'Without its decimals'),
  sum: of('number, …', 'The sum'),
  avg: of('number, …', 'Their average'),
  min: of('number, …', 'The smallest'),
  max: of('number, …', 'The largest'),
  count: of('value, …', 'How many are answered'),
  value: of('choice', 'The value of what is chosen, of several their sum'),
  where: of('answers of a section, condition', 'The answers of items that meet the condition'),
  clamp: of('number, minimum, maximum', 'Kept between two limits'),
  abs: of('number', 'Without its minus sign'),
  sign: of('number', '1, 0 or -1'),
  mod: of('number, divisor', 'The remainder of a division'),
  power: of('number, exponent', 'Raised to a power'),
  sqrt: of('number', 'Its square root'),
  exp: of('number', 'e raised to it'),
  ln: of('number', 'Its natural logarithm'),
  log10: of('number', 'Its logarithm to base 10'),
  number: of('text', 'A text as a number'),

  concat: of('value, …', 'All joined into one text'),
  text: of('value', 'Any value as text'),
  length: of('text', 'How many characters it has'),
  upper: of('text', 'In capitals'),
  lower: of('text', 'In small letters'),
  trim: of('text', 'Without spaces around it'),
  contains: of('text, part', 'Whether a text contains this, or a choice is this option'),
  starts_with: of('text, part', 'Whether it begins with this'),
  ends_with: of('text, part', 'Whether it ends with this'),
  left: of('text, count', 'Its first characters'),
  right: of('text, count', 'Its last characters'),
  mid: of('text, from, count', 'Characters from its middle'),
  replace: of('text, part, other', 'With one part replaced by another'),

  isempty: of('value', 'Whether it is unanswered'),
  coalesce: of('value, …', 'The first that is answered'),
  iferror: of('value, otherwise', 'Another value where it cannot be worked out'),
  and: of('yes or no, …', 'Whether all are true'),
  or: of('yes or no, …', 'Whether one is true'),
  not: of('yes or no', 'The opposite'),

  today: of('', 'The day it is'),
  now: of('', 'The day and time it is'),
  date: of('text, or year, month, day', 'A date'),
  year: of('date', 'Its year'),
  month: of('date', 'Its month, 1 to 12'),
  day: of('date', 'Its day of the month'),
  weekday: of('date', 'Its day of the week: Monday is 1'),
  hour: of('date', 'Its hour'),
  minute: of('date', 'Its minute'),
  days_between: of('from, to', 'Days from one date to another'),
  months_between: of('from, to', 'Whole months between two dates'),
  years_between: of('from, to', 'Whole years between two dates'),
  hours_between: of('from, to', 'Hours between two times'),
  add_days: of('date, days', 'So many days later'),
  add_months: of('date, months', 'So many months later'),
  add_years: of('date, years', 'So many years later'),
}
